"""Captions come and go in offline films of the window.

Seen: they faded in `impulse render` and in live films, and never in an offline film (Shift+F9): it pauses the session and asks
for single steps, and in a pause captions are at full strength.  Expected: a quarter of a second in all films; a pause of the user
still shows them whole.
"""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.capture.annotations import annotations_of
from app.draw.film.captions import FADE, captions_at
from app.published.film_plan import Caption, FilmPlan
from app.published.status import SceneCard
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from tests.app.ui.test_film_player import publication

PLAN = FilmPlan(captions=(Caption(1.0, 2.0, "Now", "top"), Caption(1.5, 4.0, "Then", "bottom")))
PART = (0.0, 0.0, 640.0, 360.0)


def paused(time):
    """A publication of the session that an offline film, or the user, has paused."""
    made = publication(time)
    return dataclasses.replace(made, running=False, status=dataclasses.replace(made.status, scene=SceneCard(id="a", film=PLAN),
                                                                               paused=True))


@pytest.fixture
def state():
    state = UiState(lambda command: None, ViewSettings(), output_folder=None)
    state.take(paused(0.0), 0.0)
    return state


def strengths(state):
    found = annotations_of(state, PART)
    return () if found is None else tuple(one.strength for one in found.captions)


def test_they_come_and_go_in_an_offline_film(state):
    for time in np.arange(0.9, 4.1, FADE / 5):
        state.take(paused(time), float(time))              # the window's frame
        state.film.show(paused(time), 1.0, float(time))    # the film's picture in it
        assert strengths(state) == tuple(one.strength for one in captions_at(PLAN, float(time)))
    state.film.show(paused(1.05), 1.0, 1.0 + FADE / 2)
    assert strengths(state) == (pytest.approx(0.5),)


def test_in_a_pause_of_the_user_they_are_whole(state):
    state.film.show(paused(1.05), 1.0, 1.05)
    state.take(paused(1.05), 9.0)
    assert strengths(state) == (1.0,)
