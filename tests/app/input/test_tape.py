"""The measuring tape: two clicks, a length that goes with the bodies."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.published.status import Publication
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from tests.support.synthetic import DYNAMIC, GROUND, SPHERE, view_of_bodies

BALLS = [GROUND, (SPHERE, DYNAMIC, (-2, 0, 1), (1, 1, 1)), (SPHERE, DYNAMIC, (2, 0, 1), (1, 1, 1))]


@pytest.fixture
def state():
    state = UiState(lambda command: None, ViewSettings(), output_folder=None)
    state.size = (1000, 800)
    state.take(Publication(view_of_bodies(BALLS)), 10.0)
    state.motion.camera.place((0, -10, 1), (0, 0, 1))
    return state


def click(state, point):
    state.place(*state.motion.camera.project(np.array([point], float), *state.size)[0, :2])


def length(state):
    one, other = state.tape.ends(state.view, 1.0, None)
    return float(np.linalg.norm(other - one))


def test_two_clicks_measure_and_the_tape_goes_with_the_bodies(state):
    state.act("measure")
    assert state.making
    click(state, (-2, 0, 1))
    assert state.making and len(state.tape.ends(state.view, 1.0, None)) == 1
    click(state, (2, 0, 1))
    assert not state.making and state.tape.shown
    # the clicked places are where the rays through the middles enter the balls
    assert 3.6 < length(state) < 4.0
    before, positions = length(state), state.view.positions.copy()
    positions[2, 0] += 1.5
    state.take(Publication(dataclasses.replace(state.view, positions=positions, previous_positions=positions)), 10.1)
    assert length(state) == pytest.approx(before + 1.5, abs=1e-5)


def test_the_second_end_follows_the_pointer_until_it_is_chosen(state):
    state.act("measure")
    click(state, (-2, 0, 1))
    aimed = state.anchor_point(*state.motion.camera.project(np.array([(2, 0, 1)], float), *state.size)[0, :2])
    assert len(state.tape.ends(state.view, 1.0, aimed)) == 2
    lines, dots = state.tape.drawn(state.tape.ends(state.view, 1.0, aimed))
    assert len(lines) == 1 and len(dots[0].points) == 2


@pytest.mark.parametrize("action", ["measure", "cancel"])
def test_it_is_put_away_by_its_key_and_by_escape(state, action):
    state.act("measure")
    click(state, (-2, 0, 1))
    state.act(action)
    assert not state.tape.shown and not state.making


def test_it_is_put_away_when_a_body_of_it_is_gone(state):
    state.act("measure")
    click(state, (-2, 0, 1))
    click(state, (2, 0, 1))
    state.take(Publication(view_of_bodies(BALLS[:2])), 10.1)
    assert state.tape.ends(state.view, 1.0, None) == []
