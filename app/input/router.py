"""Input router: gives each event to the panels or to the scene.

Events are queued and routed once a frame, each by its own place: ImGui's "wants the mouse" refers to the newest place only, and
it takes one button event a frame, so a quick move-and-press would fall through a panel.  A press decides about the whole drag:
its receiver also gets the motion and the release, wherever the pointer goes.
"""
from __future__ import annotations

import collections
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

LEFT, MIDDLE, RIGHT = "left", "middle", "right"


@dataclass(frozen=True)
class Modifiers:
    """The held modifier keys."""

    ctrl: bool = False
    shift: bool = False
    alt: bool = False


@dataclass(frozen=True)
class Event:
    """One event of the window.  Positions are window units from the top left corner.

    kind is "press", "release", "motion", "scroll", "key" (pressed), "key_up", "text" or "blur" (the window lost the focus).
    """

    kind: str
    x: float = 0.0
    y: float = 0.0
    button: str = ""
    amount: float = 0.0            # notches of a "scroll", positive away from the user
    key: str = ""                  # name of a key as in `input.bindings`, without modifiers
    modifiers: Modifiers = Modifiers()


class Capture(NamedTuple):
    """The panels' claims on input in this frame, read after `new_frame`."""

    covers: Callable[[float, float], bool]      # whether a panel lies at a place of the window
    text: bool = False             # a text is being edited, or a list or a sheet is open: all plain keys are theirs
    walking: bool = False          # the user has asked to walk through the panels: Tab, arrows, Space and Enter are theirs
    closing: bool = False          # Escape ends something in a panel: an edited text, an open list, a marked slider that moves


class Receiver(Protocol):
    """Receives the scene's events."""

    def receive(self, event: Event) -> None:
        """Act on one event."""


class InputRouter:
    """Queues events; `flush` gives the scene its own."""

    TEXT = ("A", "C", "V", "X", "Y", "Z")          # with Ctrl: keys of an edited text
    WALK = ("Tab", "Left", "Right", "Up", "Down", "PageUp", "PageDown", "Home", "End", "Space", "Enter")   # ImGui's navigation

    def __init__(self, receiver: Receiver):
        self._receiver = receiver
        self._queue: collections.deque[Event] = collections.deque()
        self._owned: set[str] = set()          # buttons whose press went to the scene
        self._foreign: set[str] = set()        # buttons whose press went to a panel
        self.delivered = 0                     # number of presses given to the scene

    def put(self, event: Event) -> None:
        """Queue an event until the next `flush`."""
        self._queue.append(event)

    @property
    def waiting(self) -> bool:
        """Whether events are queued."""
        return bool(self._queue)

    @property
    def dragging(self) -> bool:
        """Whether the scene holds a button that is down."""
        return bool(self._owned)

    def flush(self, capture: Capture) -> None:
        """Route the queued events; the panels have seen all of them already."""
        while self._queue:
            event = self._queue.popleft()
            if self._for_scene(event, capture):
                self._receiver.receive(event)

    def _for_scene(self, event: Event, capture: Capture) -> bool:
        if event.kind == "press":
            return self._press(event, capture)
        if event.kind == "release":
            self._foreign.discard(event.button)
            owned = event.button in self._owned
            self._owned.discard(event.button)
            return owned
        if event.kind in ("motion", "scroll"):
            return bool(self._owned) or not (self._foreign or capture.covers(event.x, event.y))
        if event.kind == "key":
            return self._key(event, capture)
        return event.kind in ("key_up", "blur")

    def _key(self, event: Event, capture: Capture) -> bool:
        """Route a key: all belong to the scene unless the panels have a use for them now."""
        if event.key == "Escape":
            return not capture.closing
        if capture.text and event.modifiers.ctrl and event.key in self.TEXT:
            return False
        if capture.text:
            return event.modifiers.ctrl or event.key.startswith("F") and len(event.key) > 1
        return not (capture.walking and event.key in self.WALK)

    def _press(self, event: Event, capture: Capture) -> bool:
        """Route a press: a second button follows the first one; a first one goes to the panel or scene under the pointer."""
        if self._owned or self._foreign:
            mine = bool(self._owned)
        else:
            mine = not capture.covers(event.x, event.y)
        (self._owned if mine else self._foreign).add(event.button)
        self.delivered += mine
        return mine
