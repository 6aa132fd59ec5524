"""Keys with Shift: X11 names them by another symbol."""
from __future__ import annotations

import pyglet

pyglet.options.shadow_window = False        # symbols need no display

from pyglet.window import key  # noqa: E402

from app.window.keys import without_shift  # noqa: E402


def test_the_key_of_a_symbol_with_shift():
    layout = [(0, 0), (key._1, key.EXCLAMATION), (key.COMMA, key.LESS), (key.PERIOD, key.GREATER), (key.A, key.A),
              (key.LESS, key.GREATER)]
    assert without_shift(layout) == {key.EXCLAMATION: key._1, key.LESS: key.COMMA, key.GREATER: key.PERIOD}


def test_keys_that_are_no_controls_keep_their_symbols():
    assert without_shift([(key.UNDERSCORE, key.AT), (key._2, 0)]) == {}
