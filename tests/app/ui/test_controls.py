"""The table of keys."""
from __future__ import annotations

import collections

from app.draw.view_setting import placements
from app.input.bindings import FLY_KEYS, chord
from app.panels.stack import window_settings
from app.published.status import WATCHING, Publication, Status
from app.published.view import empty_view
from app.ui.controls import FORMER, controls_of
from app.ui.ui_state import UiState

CONTROLS = controls_of(window_settings())


def test_no_key_means_two_things():
    counted = collections.Counter(key for control in CONTROLS.rows for key in control.keys)
    assert [key for key, count in counted.items() if count > 1] == []


def test_every_row_with_a_word_does_something():
    assert {control.action for control in CONTROLS.rows if control.action} == set(CONTROLS.actions) - set(FORMER)
    assert [control.label for control in CONTROLS.rows if bool(control.action) != bool(control.perform)] == []


def test_scripts_may_use_the_words_of_before():
    assert all(CONTROLS.actions[old] is CONTROLS.actions[new] for old, new in FORMER.items())


def test_every_row_can_be_asked_for():
    assert [control.label for control in CONTROLS.rows if not control.keys and not control.mouse] == []
    assert [control.label for control in CONTROLS.rows if control.keys and not control.action] == []


def test_bare_flying_keys_never_do_anything_else():
    assert not set(FLY_KEYS) & set(CONTROLS.by_chord)


def test_chords_are_written_as_the_window_makes_them():
    for key in CONTROLS.by_chord:
        *held, last = key.split("+")
        made = chord(last, "Ctrl" in held, "Shift" in held, "Alt" in held)
        assert made == key
    assert chord("/", shift=True) == chord("?", shift=True) == "?"


def test_the_keys_people_expect():
    for action, keys in {"pause": ("Space", "P"), "step": (".", "Right"), "restart": ("R", "Backspace"), "scenes": ("Ctrl+O",),
                         "palette": ("Ctrl+P", "Ctrl+Shift+P"), "screenshot": ("F12",), "record": ("F9",), "quit": ("Ctrl+Q",),
                         "help": ("?", "F1"), "frame_selection": ("F",), "frame_all": ("Home",), "metrics": ("M", "F3")}.items():
        assert CONTROLS.keys(action) == ", ".join(keys)


def test_every_view_setting_with_keys_is_switched_by_them():
    for name, (about, place) in placements(window_settings()).items():
        for key in place.keys:
            row = CONTROLS.by_chord[key]
            assert (row.action, row.label, row.group) == (name, about.label, place.sheet)


def test_controls_for_a_script_s_world(tmp_path):
    """Those that would submit what is not possible there say why; all others submit possible commands alone."""
    for control in CONTROLS.rows:
        if control.perform is None:
            continue
        submitted = []
        state = UiState(submitted.append, window_settings()(), tmp_path)
        state.publication = Publication(empty_view(), Status(script="orbit.py", selection=None))
        state.perform(control)
        assert all(command.watching for command in submitted), control.label
        told = [toast.text for toast in state.toasts.current(state.now)]
        assert (WATCHING in told) == (not control.watching), control.label
