"""The table of keys."""
from __future__ import annotations

import collections

from app.input.actions import ACTIONS
from app.input.bindings import CONTROLS, FLY_KEYS, by_chord, chord, keys_of


def test_no_key_means_two_things():
    counted = collections.Counter(key for control in CONTROLS for key in control.keys)
    assert [key for key, count in counted.items() if count > 1] == []


def test_every_action_of_the_table_exists_and_every_action_is_in_the_table():
    assert {control.action for control in CONTROLS if control.action} == set(ACTIONS)


def test_every_row_can_be_asked_for():
    assert [control.label for control in CONTROLS if not control.keys and not control.mouse] == []
    assert [control.label for control in CONTROLS if control.keys and not control.action] == []


def test_bare_flying_keys_never_do_anything_else():
    assert not set(FLY_KEYS) & set(by_chord())


def test_chords_are_written_as_the_window_makes_them():
    for key in by_chord():
        *held, last = key.split("+")
        made = chord(last, "Ctrl" in held, "Shift" in held, "Alt" in held)
        assert made == key
    assert chord("/", shift=True) == "?"


def test_the_keys_people_expect():
    for action, keys in {"pause": ("Space", "P"), "step": (".", "Right"), "restart": ("R", "Backspace"), "scenes": ("Ctrl+O",),
                         "palette": ("Ctrl+P", "Ctrl+Shift+P"), "screenshot": ("F12",), "record": ("F9",), "quit": ("Ctrl+Q",),
                         "help": ("?", "F1"), "frame_selection": ("F",), "frame_all": ("Home",), "metrics": ("M", "F3")}.items():
        assert keys_of(action) == keys
