"""Seen: of Ctrl and plus, pressed twice in a window of few frames a second, the second was lost.  Expected: each press counts.
Why: the key went down as `+` and came up as `=`, for Shift was let go first; pyglet, which reads all events before it dispatches
them, took the next `+` for the repetition of a key that is held.
"""
from __future__ import annotations

import pyglet

pyglet.options.shadow_window = False        # symbols need no display

from pyglet.window import key  # noqa: E402

from app.window.keys import PressedKeys  # noqa: E402

PLAIN = {key.PLUS: key.EQUAL, key.EXCLAMATION: key._1}


def presses(events: list[tuple[str, int]]) -> int:
    """How many presses pyglet dispatches of those that come in one go: not those of a symbol that is down already."""
    pressed, dispatched = PressedKeys(PLAIN), 0
    for kind, symbol in events:
        if kind == "down" and symbol not in pressed:
            dispatched += 1
            pressed.add(symbol)
        elif kind == "up" and symbol in pressed:
            pressed.remove(symbol)
    return dispatched


def test_a_key_that_comes_up_without_shift_can_be_pressed_again():
    once = [("down", key.LSHIFT), ("down", key.PLUS), ("up", key.LSHIFT), ("up", key.EQUAL)]
    assert presses(2 * once) == 4


def test_a_key_that_comes_up_with_shift_can_be_pressed_again():
    once = [("down", key._1), ("down", key.LSHIFT), ("up", key.EXCLAMATION), ("up", key.LSHIFT)]
    assert presses(3 * once) == 6


def test_a_key_that_is_held_counts_once_whatever_shift_does():
    assert presses([("down", key.PLUS)] * 5 + [("down", key.EQUAL)] * 5) == 1
