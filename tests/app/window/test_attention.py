"""The window is drawn during changes only."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.framing import Aperture, Outline
from app.published.status import Publication, Status
from app.published.view import empty_view
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from app.window.attention import LINGER, Attention, moves

PLACES = np.zeros((2, 3), np.float32)
TURNS = np.tile(np.array((0, 0, 0, 1), np.float32), (2, 1))
RESTING = dataclasses.replace(empty_view(), positions=PLACES, rotations=TURNS, previous_positions=PLACES,
                              previous_rotations=TURNS)
MOVING = dataclasses.replace(RESTING, previous_positions=PLACES - 1)
TURNING = dataclasses.replace(RESTING, previous_rotations=-TURNS[:, ::-1])


class Watched:
    """A state that takes publications, as a window does."""

    def __init__(self):
        self.state = UiState(lambda command: None, ViewSettings(), None)
        self.attention, self.now = Attention(), 100.0

    def draws(self, publication: Publication, happened: bool = False, after: float = 1 / 60) -> bool:
        self.now += after
        self.state.now = self.now
        drawn = self.attention.wanted(self.state, publication, happened, self.now)
        if drawn:
            self.state.publication = publication
        return drawn


@pytest.fixture
def window():
    """A window at rest with a paused scene."""
    watched = Watched()
    assert watched.draws(PAUSED)
    watched.now += 2 * LINGER
    assert not watched.draws(PAUSED)
    return watched


PAUSED = Publication(view=RESTING)


def test_nothing_happens(window):
    assert not any(window.draws(PAUSED) for _ in range(500))


def test_input_is_followed_for_a_while(window):
    assert window.draws(PAUSED, happened=True)
    assert window.draws(PAUSED, after=0.9 * LINGER) and not window.draws(PAUSED, after=0.2 * LINGER)


@pytest.mark.parametrize("view", [MOVING, TURNING])
def test_what_moves_is_drawn_between_steps_too(window, view):
    running = Publication(view=view, running=True)
    assert all(window.draws(running) for _ in range(200))


def test_one_lane_that_moves_is_enough(window):
    assert moves(Publication(view=RESTING, views=(RESTING, MOVING), running=True))
    assert not moves(Publication(view=RESTING, views=(RESTING, RESTING), running=True))


def test_time_that_goes_on_over_sleepers_is_shown_as_it_is_published(window):
    drawn = 0
    for second in range(10):
        publication = Publication(view=dataclasses.replace(RESTING, time=float(second)), running=True)
        drawn += sum(window.draws(publication) for _ in range(60))
    assert drawn == 10


def test_a_new_publication_of_a_paused_scene_is_news(window):
    turned = Publication(view=RESTING, status=Status(time_scale=0.5))
    assert window.draws(turned) and window.draws(turned, after=0.9 * LINGER) and not window.draws(turned, after=0.2 * LINGER)


def test_what_ends_by_itself_is_awaited(window):
    window.state.say("Screenshot saved", "good")
    assert all(window.draws(PAUSED, after=0.5) for _ in range(9))
    window.now += 10
    window.draws(PAUSED)
    assert not window.draws(PAUSED, after=2 * LINGER)
    window.state.motion.frame(Outline(np.array([np.zeros(3), np.ones(3)]), np.zeros(2)), Aperture(0.5, 0.4))
    assert window.state.motion.moving and window.draws(PAUSED)
    opening = Publication(view=RESTING, status=Status(opening="welcome"))
    assert all(window.draws(opening, after=LINGER) for _ in range(5))
