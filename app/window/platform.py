"""Platform: the layer between pyglet, which makes the window and reports events, and ImGui, which draws panels into it.

Every event goes to ImGui's input, and, as an `Event`, to `sink`, which routes it after `begin`.  pyglet counts pixels
from the bottom; everything here counts from the top.
"""
from __future__ import annotations

import select
import time
from collections.abc import Callable, Sequence

import pyglet
from imgui_bundle import imgui, implot
from pyglet.window import Window, key, mouse

from app.input.router import LEFT, MIDDLE, RIGHT, Capture, Event, Modifiers
from app.panels.widgets.context import configure
from app.panels.widgets.keyboard import any_list_open, keyboard_is_theirs
from app.window import clipboard
from app.window.dropping import is_of_drag
from app.window.imgui_input import ImguiInput
from app.window.keys import IMGUI_KEYS, KEY_NAMES, MODIFIER_KEYS, PressedKeys, layout_of, without_shift

BUTTONS = {mouse.LEFT: (0, LEFT), mouse.RIGHT: (1, RIGHT), mouse.MIDDLE: (2, MIDDLE)}
NOWHERE = -3.4e38                       # ImGui's value for a pointer outside the window
UNTOLD = 1 / 30                         # [s] between two polls of events where waiting is not possible
GL_SHADING = "#version 330"


class ImguiWindow:
    """A window with a GL 3.3 core context and an ImGui context.  `close` it before the program ends."""

    def __init__(self, title: str, size: tuple[int, int], sink: Callable[[Event], None], visible: bool = True):
        """Raises pyglet's exceptions when there is no display or no such context."""
        config = pyglet.gl.Config(double_buffer=True, depth_size=24, major_version=3, minor_version=3, forward_compatible=True)
        self.window = Window(*size, caption=title, config=config, vsync=False, resizable=True, visible=visible,
                             file_drops=True)
        self.window.set_minimum_size(480, 320)
        self._sink, self._input = sink, ImguiInput()
        self._last: float | None = None
        self._cursor: int | None = None
        self._down: set[int] = set()
        self._happened = True
        self._dropped: list[str] = []                 # paths of files
        self._without_shift = without_shift(layout_of(self.window))
        if hasattr(self.window, "pressed_keys"):
            self.window.pressed_keys = PressedKeys(self._without_shift)
        imgui.create_context()
        implot.create_context()
        configure()
        imgui.get_io().backend_flags |= imgui.BackendFlags_.has_mouse_cursors
        self._connect_clipboard()
        if not imgui.backends.opengl3_init(GL_SHADING):
            raise RuntimeError(f"ImGui cannot draw with {GL_SHADING} on this graphics driver")
        self.window.push_handlers(**{name: getattr(self, f"_{name}") for name in (
            "on_mouse_motion", "on_mouse_drag", "on_mouse_press", "on_mouse_release", "on_mouse_scroll", "on_mouse_leave",
            "on_key_press", "on_key_release", "on_text", "on_activate", "on_deactivate", "on_expose", "on_resize", "on_show",
            "on_file_drop")})

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in window units, the unit of mouse events."""
        return self.window.get_size()

    @property
    def framebuffer(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.window.get_framebuffer_size()

    @property
    def pixel_ratio(self) -> float:
        """Framebuffer pixels per window unit: 2 on a Retina screen, 1 elsewhere."""
        return self.framebuffer[0] / max(self.size[0], 1)

    @property
    def interface_scale(self) -> float:
        """Window units per unit of a 96 dpi design: the factor of text size where the system scales pixels."""
        return max(self.window.scale / self.pixel_ratio, 1.0)

    def asked_to_close(self) -> bool:
        """Whether the user has pressed its cross since the last call."""
        asked, self.window.has_exit = self.window.has_exit, False
        return asked

    def poll(self) -> None:
        """Process the events since the last frame."""
        self.window.switch_to()
        try:
            if (receive := getattr(self.window.display, "select", None)) is not None:
                receive()                             # on X11 what has no mask: the clipboard and drops of other programs
            self.window.dispatch_events()
        except TypeError as error:
            if not is_of_drag(error):
                raise

    def wait(self, seconds: float) -> None:
        """Sleep for this time, or until an event of the window where the system can wait for it."""
        connection = getattr(self.window.display, "fileno", None)
        if connection is None:
            time.sleep(min(seconds, UNTOLD))
        else:
            select.select([connection()], [], [], seconds)

    def happened(self) -> bool:
        """Whether the window had an event since the last call, or input is in progress: a pressed key or button, an active text
        field."""
        happened, self._happened = self._happened, False
        io = imgui.get_io()
        return happened or bool(self._down) or bool(self.unread) or io.want_text_input or imgui.is_any_item_active()

    def begin(self) -> Capture:
        """Begin ImGui's frame and return the panels' claims on input."""
        io = imgui.get_io()
        width, height = self.size
        io.display_size = (float(max(width, 1)), float(max(height, 1)))
        io.display_framebuffer_scale = (self.pixel_ratio, self.framebuffer[1] / max(height, 1))
        now = time.perf_counter()
        listing, held = any_list_open(), imgui.is_any_item_active()          # before the frame's Escape ends them
        io.delta_time = 1 / 60 if self._last is None else min(max(now - self._last, 1e-4), 0.25)
        self._last = now
        imgui.backends.opengl3_new_frame()
        imgui.new_frame()
        self._input.pass_on()
        walking = keyboard_is_theirs()
        return Capture(self._covers, io.want_text_input or listing, walking, io.want_text_input or listing or walking and held)

    @property
    def pointer_on_panel(self) -> bool:
        """Whether the panels claim the pointer at its present place."""
        return imgui.get_io().want_capture_mouse

    @property
    def unread(self) -> int:
        """Number of inputs that the panels have not taken yet."""
        return self._input.unread

    @staticmethod
    def _covers(x: float, y: float) -> bool:
        """Whether a panel of the last frame is at a place, or a list is open, which takes every press."""
        if any_list_open():
            return True
        for panel in imgui.get_current_context().windows:
            place, deaf = panel.outer_rect_clipped, panel.flags & imgui.WindowFlags_.no_mouse_inputs
            inside = place.min.x <= x < place.max.x and place.min.y <= y < place.max.y
            if inside and panel.was_active and not panel.hidden and not deaf:
                return True
        return False

    def end(self) -> None:
        """Draw the panels over the framebuffer's content."""
        imgui.render()
        imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())
        self._show_cursor(int(imgui.get_mouse_cursor()))

    def draw_beside(self, boxes: Sequence[tuple[float, float, float, float]]) -> None:
        """Draw the panels of the last frame again that lie in none of the boxes (left, top, right, bottom) [window units]."""
        last, rest = imgui.get_draw_data(), imgui.ImDrawData()
        rest.display_pos, rest.display_size, rest.framebuffer_scale = last.display_pos, last.display_size, last.framebuffer_scale
        rest.valid = True
        inside = {panel.name for panel in imgui.get_current_context().windows if panel.was_active and _within(panel, boxes)}
        for commands in last.cmd_lists:
            if commands._owner_name not in inside:                # what ImGui itself names lists by in its tools
                rest.add_draw_list(commands)
        imgui.backends.opengl3_render_draw_data(rest)

    def flush(self) -> None:
        """Begin to draw what was asked for, without waiting for it."""
        pyglet.gl.glFlush()

    def flip(self) -> None:
        """Show the finished frame."""
        self.window.flip()

    def close(self) -> None:
        """Release all resources."""
        self.window.pop_handlers()
        imgui.backends.opengl3_shutdown()
        implot.destroy_context()
        imgui.destroy_context()
        self.window.close()

    def _connect_clipboard(self) -> None:
        platform = imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = lambda _context: clipboard.read(self.window)
        platform.platform_set_clipboard_text_fn = lambda _context, text: clipboard.write(self.window, text)

    def _show_cursor(self, wanted: int) -> None:
        if wanted == self._cursor:
            return
        self._cursor = wanted
        shapes = imgui.MouseCursor_
        names = {int(shapes.text_input): Window.CURSOR_TEXT, int(shapes.hand): Window.CURSOR_HAND,
                 int(shapes.resize_ew): Window.CURSOR_SIZE_LEFT_RIGHT, int(shapes.resize_ns): Window.CURSOR_SIZE_UP_DOWN,
                 int(shapes.not_allowed): Window.CURSOR_NO}
        self.window.set_mouse_visible(wanted != int(shapes.none))
        self.window.set_mouse_cursor(self.window.get_system_mouse_cursor(names.get(wanted, Window.CURSOR_DEFAULT)))

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """The pointer's place from the top, also passed to ImGui."""
        top = self.size[1] - y
        self._input.place(x, top)
        return x, top

    def _on_mouse_motion(self, x, y, _dx, _dy):
        self._sink(Event("motion", *self._place(x, y), modifiers=self._held()))

    def _on_mouse_drag(self, x, y, *_moved_and_held):
        self._sink(Event("motion", *self._place(x, y), modifiers=self._held()))

    def _on_mouse_press(self, x, y, button, modifiers):
        place = self._place(x, y)
        if button in BUTTONS:
            number, name = BUTTONS[button]
            self._down.add(number)
            self._input.button(number, True)
            self._sink(Event("press", *place, button=name, modifiers=_modifiers(modifiers)))

    def _on_mouse_release(self, x, y, button, modifiers):
        place = self._place(x, y)
        if button in BUTTONS:
            number, name = BUTTONS[button]
            self._down.discard(number)
            self._input.button(number, False)
            self._sink(Event("release", *place, button=name, modifiers=_modifiers(modifiers)))

    def _on_mouse_scroll(self, x, y, sideways, upwards):
        place = self._place(x, y)
        self._input.wheel(sideways, upwards)
        self._sink(Event("scroll", *place, amount=upwards, modifiers=self._held()))

    def _on_mouse_leave(self, _x, _y):
        self._happened = True
        if not self._down:
            self._input.place(NOWHERE, NOWHERE)

    def _on_key_press(self, symbol, modifiers):
        symbol = self._plain_key(symbol, modifiers)
        self._forward_key(symbol, True)
        if symbol in KEY_NAMES:
            self._sink(Event("key", key=KEY_NAMES[symbol], modifiers=_modifiers(modifiers)))
        return True                                   # otherwise pyglet closes the window at Escape

    def _on_key_release(self, symbol, modifiers):
        symbol = self._plain_key(symbol, modifiers)
        self._forward_key(symbol, False)
        if symbol in KEY_NAMES:
            self._sink(Event("key_up", key=KEY_NAMES[symbol], modifiers=_modifiers(modifiers)))

    def _on_text(self, text):
        self._happened = True
        for character in text:
            if character >= " " and character != "\x7f":
                self._input.character(character)

    def _on_activate(self):
        self._happened = True
        self._input.focus(True)

    def _on_deactivate(self):
        self._input.focus(False)
        self._down.clear()
        self._sink(Event("blur"))

    def _on_expose(self):
        self._happened = True

    def _on_resize(self, _width, _height):
        self._happened = True

    def _on_show(self):
        self._happened = True

    def _on_file_drop(self, _x, _y, paths):
        self._happened = True
        self._dropped += paths

    def dropped(self) -> list[str]:
        """Paths of the files that the user dropped on the window since the last call."""
        found, self._dropped = self._dropped, []
        return found

    def _plain_key(self, symbol: int, modifiers: int) -> int:
        """The symbol that the key has without Shift: Shift+1 is not "!"."""
        return self._without_shift.get(symbol, symbol) if modifiers & key.MOD_SHIFT else symbol

    def _forward_key(self, symbol: int, down: bool) -> None:
        self._happened = True
        if symbol in MODIFIER_KEYS:
            self._input.modifier(IMGUI_KEYS[symbol], MODIFIER_KEYS[symbol], down)
        elif symbol in IMGUI_KEYS:
            self._input.key(IMGUI_KEYS[symbol], down)

    @staticmethod
    def _held() -> Modifiers:
        io = imgui.get_io()
        return Modifiers(io.key_ctrl, io.key_shift, io.key_alt)


def _within(panel: imgui.internal.Window, boxes: Sequence[tuple[float, float, float, float]]) -> bool:
    """Whether all of a panel lies in one of the boxes."""
    low, high = panel.outer_rect_clipped.min, panel.outer_rect_clipped.max
    return any(left <= low.x and top <= low.y and high.x <= right and high.y <= bottom for left, top, right, bottom in boxes)


def _modifiers(bits: int) -> Modifiers:
    return Modifiers(bool(bits & (key.MOD_CTRL | key.MOD_COMMAND)), bool(bits & key.MOD_SHIFT), bool(bits & key.MOD_ALT))
