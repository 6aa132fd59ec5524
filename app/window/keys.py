"""Names of keys: from pyglet's symbols to ImGui's keys and to the words of the controls table."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui
from pyglet.window import key

_NAMED = {                              # pyglet name: (ImGui name, word of the controls table)
    "TAB": ("tab", "Tab"), "BACKSPACE": ("backspace", "Backspace"), "RETURN": ("enter", "Enter"),
    "ESCAPE": ("escape", "Escape"), "INSERT": ("insert", "Insert"), "DELETE": ("delete", "Delete"),
    "SPACE": ("space", "Space"), "LEFT": ("left_arrow", "Left"), "RIGHT": ("right_arrow", "Right"),
    "UP": ("up_arrow", "Up"), "DOWN": ("down_arrow", "Down"), "PAGEUP": ("page_up", "PageUp"),
    "PAGEDOWN": ("page_down", "PageDown"), "HOME": ("home", "Home"), "END": ("end", "End"),
    "GRAVE": ("grave_accent", "`"), "MINUS": ("minus", "-"), "EQUAL": ("equal", "="), "BRACKETLEFT": ("left_bracket", "["),
    "BRACKETRIGHT": ("right_bracket", "]"), "BACKSLASH": ("backslash", "\\"), "SEMICOLON": ("semicolon", ";"),
    "APOSTROPHE": ("apostrophe", "'"), "COMMA": ("comma", ","), "PERIOD": ("period", "."), "SLASH": ("slash", "/"),
    "NUM_ENTER": ("keypad_enter", "Enter"), "NUM_DECIMAL": ("keypad_decimal", "."), "NUM_DIVIDE": ("keypad_divide", "/"),
    "NUM_MULTIPLY": ("keypad_multiply", "*"), "NUM_SUBTRACT": ("keypad_subtract", "-"), "NUM_ADD": ("keypad_add", "="),
    "LSHIFT": ("left_shift", "Shift"), "RSHIFT": ("right_shift", "Shift"),
    "LCTRL": ("left_ctrl", "Ctrl"), "RCTRL": ("right_ctrl", "Ctrl"), "LALT": ("left_alt", "Alt"), "RALT": ("right_alt", "Alt"),
    "LCOMMAND": ("left_super", "Super"), "RCOMMAND": ("right_super", "Super"),
    "LWINDOWS": ("left_super", "Super"), "RWINDOWS": ("right_super", "Super"),
    "LMETA": ("left_super", "Super"), "RMETA": ("right_super", "Super"),
    **{f"F{n}": (f"f{n}", f"F{n}") for n in range(1, 13)},
    **{letter: (letter.lower(), letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    **{f"_{digit}": (f"_{digit}", f"{digit}") for digit in range(10)},
    **{f"NUM_{digit}": (f"keypad{digit}", f"{digit}") for digit in range(10)},
}

IMGUI_KEYS: dict[int, imgui.Key] = {getattr(key, ours): getattr(imgui.Key, theirs) for ours, (theirs, _) in _NAMED.items()}
KEY_NAMES: dict[int, str] = {getattr(key, ours): word for ours, (_, word) in _NAMED.items()} | {
    key.QUESTION: "?", key.PLUS: "=", key.GREATER: ".", key.LESS: ","}      # X11 names a key by its symbol with Shift

_MODIFIERS = {"SHIFT": imgui.Key.mod_shift, "CTRL": imgui.Key.mod_ctrl, "ALT": imgui.Key.mod_alt,
              "COMMAND": imgui.Key.mod_super, "WINDOWS": imgui.Key.mod_super, "META": imgui.Key.mod_super}
MODIFIER_KEYS: dict[int, imgui.Key] = {
    getattr(key, side + name): combined for name, combined in _MODIFIERS.items() for side in "LR"}

X11_KEYCODES = range(8, 256)            # all that the protocol has
PLAIN, SHIFTED = 0, 1                   # columns of an X11 keyboard layout


def without_shift(layout: list[tuple[int, int]]) -> dict[int, int]:
    """From the symbol of a key with Shift to that without, for keys of the controls table; `layout` has (without, with) of each
    key.  Of two keys with the same symbol the first counts: keyboards with a key < > have > twice."""
    return {shifted: plain for plain, shifted in reversed(layout) if plain in KEY_NAMES and shifted not in (0, plain)}


class PressedKeys(set[int]):
    """Symbols of pressed keys as pyglet keeps them on X11, where it drops a press of a symbol that is in here as a repetition of
    a held key: with the symbol without Shift for each key, so that one that went down with Shift and comes up without is known.

    pyglet reads all events that have come before it dispatches them, so this cannot wait for handlers: in a window of few frames
    a key that is pressed twice comes in one go."""

    def __init__(self, plain: dict[int, int]):
        """`plain` is what `without_shift` returns."""
        super().__init__()
        self._plain = plain

    def __contains__(self, symbol: object) -> bool:
        return super().__contains__(self._plain.get(symbol, symbol))

    def add(self, symbol: int) -> None:
        """A key is down."""
        super().add(self._plain.get(symbol, symbol))

    def remove(self, symbol: int) -> None:
        """A key is up."""
        super().discard(self._plain.get(symbol, symbol))


def layout_of(window: Any) -> list[tuple[int, int]]:
    """The symbols (without Shift, with Shift) of the keys of a pyglet window's keyboard, where pyglet names a key by its symbol
    with Shift: on X11.  Empty elsewhere."""
    display = getattr(window, "_x_display", None)
    if display is None:
        return []
    from pyglet.libs.x11 import xlib
    return [tuple(int(xlib.XKeycodeToKeysym(display, code, column)) for column in (PLAIN, SHIFTED)) for code in X11_KEYCODES]
