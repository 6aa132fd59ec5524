"""Input for ImGui in the order in which it happened.

ImGui takes changes of several keys in one frame, and looks at modifiers when all are taken: where A goes down and Ctrl comes up
between two frames, Ctrl+A is an A, and where Ctrl goes down after an A, the A is a Ctrl+A.  So a modifier changes only when ImGui
has taken all that came before; until then it waits here, and what follows waits behind it.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui


class ImguiInput:
    """Passes input on to the present ImGui context; call `pass_on` after each `imgui.new_frame`."""

    def __init__(self):
        self._waiting: deque[tuple[bool, Callable[..., None], tuple[Any, ...]]] = deque()   # (of a modifier, function, its words)

    @property
    def unread(self) -> int:
        """Number of inputs that the panels have not taken yet: of a button or a key they take one change a frame."""
        return _queued() + len(self._waiting)

    def place(self, x: float, y: float) -> None:
        """The pointer's place, from the upper left corner."""
        self._put(imgui.get_io().add_mouse_pos_event, x, y)

    def button(self, number: int, down: bool) -> None:
        """A button of the mouse went down or came up."""
        self._put(imgui.get_io().add_mouse_button_event, number, down)

    def wheel(self, sideways: float, upwards: float) -> None:
        """The wheel turned."""
        self._put(imgui.get_io().add_mouse_wheel_event, sideways, upwards)

    def key(self, key: imgui.Key, down: bool) -> None:
        """A key went down or came up."""
        self._put(imgui.get_io().add_key_event, key, down)

    def modifier(self, key: imgui.Key, combined: imgui.Key, down: bool) -> None:
        """The same for a key like left Ctrl, which stands for `combined`."""
        self._put(_change_modifier, key, combined, down, of_modifier=True)

    def character(self, character: str) -> None:
        """A character was typed."""
        self._put(imgui.get_io().add_input_character, ord(character))

    def focus(self, has: bool) -> None:
        """The window got or lost the keyboard."""
        self._put(imgui.get_io().add_focus_event, has)

    def pass_on(self) -> None:
        """What waits, up to the next change of a modifier that has to wait."""
        while self._waiting and not (self._waiting[0][0] and _queued()):
            _, function, words = self._waiting.popleft()
            function(*words)

    def _put(self, function: Callable[..., None], *words: Any, of_modifier: bool = False) -> None:
        self._waiting.append((of_modifier, function, words))
        self.pass_on()


def _change_modifier(key: imgui.Key, combined: imgui.Key, down: bool) -> None:
    io = imgui.get_io()
    io.add_key_event(key, down)
    io.add_key_event(combined, down)


def _queued() -> int:
    return imgui.get_current_context().input_events_queue.size()
