"""The size of texts by keys: steps up and down between the limits, and back; Ctrl+H opens the welcome sheet."""
from __future__ import annotations

import pytest

from app.input.program_actions import SCALES
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from physics.definitions.tunable import tunables


@pytest.fixture
def state():
    return UiState(lambda command: None, ViewSettings(), None)


def pressed(state, chord, times=1):
    """The scale after a chord was pressed."""
    for _ in range(times):
        assert state.act_by_chord(chord)
    return state.settings.scale


def test_texts_grow_and_shrink_by_steps(state):
    assert pressed(state, "Ctrl+=") == 1.15 and pressed(state, "Ctrl+Shift+=") == 1.3
    assert pressed(state, "Ctrl+-", 3) == 0.85 and pressed(state, "Ctrl+0") == 1.0
    assert state.toasts.current(state.now)[-1].text == "Texts and panels at 100 %"


def test_they_stay_between_the_limits(state):
    limits = tunables(ViewSettings)["scale"].limits
    assert limits == (SCALES[0], SCALES[-1]) == (0.75, 2.0)
    assert pressed(state, "Ctrl+=", 20) == 2.0 and pressed(state, "Ctrl+-", 20) == 0.75


def test_between_two_steps_the_next_one_counts(state):
    state.change(scale=1.1)
    assert pressed(state, "Ctrl+=") == 1.15
    state.change(scale=1.1)
    assert pressed(state, "Ctrl+-") == 1.0


def test_the_welcome_sheet_opens_and_closes(state):
    assert state.act_by_chord("Ctrl+H") and state.open_sheet == "welcome"
    assert state.act_by_chord("Ctrl+H") and state.open_sheet == ""
