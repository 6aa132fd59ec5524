"""Offline films of the window: in slow motion while the scene's film plays, with its camera and captions in each picture."""
from __future__ import annotations

import dataclasses
import time

import pytest

from app.capture.annotations import annotations_of
from app.capture.window_films import OfflineFilm
from app.draw.film.camera_path import CameraPath
from app.published.film_plan import Caption, FilmPlan, Keyframe, Pace, SlowPart, Vantage
from app.published.status import SceneCard
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from tests.app.ui.test_film_player import DT, publication

PACE = Pace((SlowPart(1.0, 2.0, 0.25),))
PLAN = FilmPlan(path=(Keyframe(0.0, Vantage((0.0, -9.0, 2.0), (0.0, 0.0, 1.0), 0.9)),
                      Keyframe(3.0, Vantage((9.0, 0.0, 4.0), (0.0, 0.0, 1.0), 0.9))), captions=(Caption(1.0, 2.0, "Now", "top"),))


@pytest.fixture
def film(tmp_path):
    film = OfflineFilm(tmp_path / "a.mp4", (64, 48), 30, 4.0)
    film.begin(publication(0.5), lambda moment: None, lambda: None, PACE)
    yield film
    film.cancel()


def test_a_film_counts_its_own_time(film):
    """From 0.5 s on: half a second at full speed, four seconds for the slow one."""
    assert [film.scene_time(t) for t in (0.0, 0.5, 2.5, 4.5, 5.0)] == pytest.approx([0.5, 1.0, 1.5, 2.0, 2.5])
    view = publication(1.5)
    assert film.moment(view, 2.5) == 1.0 and film.moment(view, 2.5 - 4 * DT / 2) == pytest.approx(0.5)


def test_it_asks_for_the_steps_that_the_next_picture_needs(film):
    film.done = 75                                                  # 2.5 s of film: 1.5 s of the scene
    assert film.steps_to_ask(publication(1.5)) == -1
    film.done = 76
    assert film.steps_to_ask(publication(1.5)) == 1, "a thirtieth of a second is half a step there"


@pytest.fixture
def state():
    state = UiState(lambda command: None, ViewSettings(), output_folder=None)
    shown = publication(0.0)
    card = SceneCard(id="a", film=PLAN)
    state.take(dataclasses.replace(shown, status=dataclasses.replace(shown.status, scene=card)), time.perf_counter())
    return state


def test_each_picture_has_the_camera_of_its_time(state):
    state.film.player.play(state.publication, False)
    for moment in (1.0, 1.0 + DT / 2, 2.0):
        state.film.show(publication(2.0), 1.0, moment)
        assert state.motion.vantage.eye == pytest.approx(CameraPath(PLAN.path).at(moment).eye)


def test_films_of_the_window_have_the_captions(state):
    state.film.show(publication(1.5), 1.0, 1.5)
    found = annotations_of(state, (0.0, 0.0, 640.0, 360.0))
    assert [one.text for one in found.captions] == ["Now"] and found.curves is None
    state.change(captions=False)
    assert annotations_of(state, (0.0, 0.0, 640.0, 360.0)) is None
    state.change(captions=True)
    state.film.show(publication(2.5), 1.0, 2.5)
    assert annotations_of(state, (0.0, 0.0, 640.0, 360.0)) is None
