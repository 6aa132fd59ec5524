"""The film of a comparison: places, camera, titles, curves that grow on axes for the whole run, and variants that stand still."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from app.capture.comparison_film import DISTANCE, FAR, ComparisonFilm, PersistentRunner, changing, pictures_of
from app.draw.view_options import ViewOptions
from app.studies.compare.comparison import Comparison, variant_of

SCENE = """\
format: 1
title: Fall
bodies:
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 30], velocity: [1, 0, 0]}
camera: {position: [0, -9, 2], target: [0, 0, 2]%s}
film: {captions: [{from: 0.2, until: 0.9, text: It falls}], slow_motion: [{from: 0.5, until: 1, factor: 0.5}]}
"""
SIZE = (640, 360)


def study_of(*settings, camera="", seconds=1.0):
    study = Comparison(scenes.loads(SCENE % camera), [variant_of(name, *texts) for name, texts in zip("abcd", settings)], seconds)
    study.go()
    return study


@pytest.fixture(scope="module")
def study():
    return study_of((), ("world.gravity=[0,0,-1.6]",), ("world.dt=1/120",))


def film_of(study, plotted=None):
    return ComparisonFilm(study, SIZE, ViewOptions(), plotted)


def test_each_variant_has_a_picture_of_its_own_motion(study):
    film = film_of(study)
    picture = film.picture_at(0.4)
    assert len(picture.tiles) == 3 and all(tile.place[1] + tile.place[3] <= 0.77 for tile in picture.tiles), "plots are below"
    heights = [float(tile.frame.spheres.positions[0, 2]) for tile in picture.tiles]
    fallen = [30 - height for height in heights]
    assert fallen[1] == pytest.approx(1.6 / 9.81 * fallen[0], rel=0.02) and fallen[2] == pytest.approx(fallen[0], rel=0.1)
    without = film_of(study, ()).picture_at(0.0)
    assert max(tile.place[1] + tile.place[3] for tile in without.tiles) > 0.98


def test_slow_motion_and_captions_are_the_scenes(study):
    film = film_of(study)
    assert film.length(1.0) == pytest.approx(1.5) and pictures_of(film, study, 30) == 45
    picture = film.picture_at(0.7)
    assert picture.tiles[0].frame.spheres.positions[0, 0] == pytest.approx(0.6, abs=1e-4)
    assert [one.text for one in film.annotations().captions] == ["It falls"]


def test_titles_say_what_differs(study):
    film = film_of(study)
    film.picture_at(0.0)
    titles = film.annotations().titles
    assert [title.name for title in titles] == ["a", "b", "c"] and titles[1].text == "Gravity 1.6 m/s²"
    assert titles[2].text == "world.dt 1/120" and "Gravity 9.81" in titles[0].text
    lefts = [title.left for title in titles]
    assert lefts == [tile.place[0] for tile in film.picture_at(0.0).tiles]


def test_values_of_the_scene_are_named_too():
    study = study_of((), ("bodies.ball.mass=3",), seconds=0.1)
    film = film_of(study, ())
    film.picture_at(0.0)
    assert film.annotations().titles[1].text == "bodies.ball.mass 3"


def test_curves_grow_on_axes_for_all_of_the_run(study):
    film = film_of(study, (DISTANCE, "kinetic_energy"))
    film.picture_at(0.3)
    early = film.annotations().curves
    film.picture_at(1.5)
    late = film.annotations().curves
    assert early.titles == (FAR, "kinetic_energy [J]")
    assert early.end == late.end == pytest.approx(1.0) and early.ranges == late.ranges
    assert early.times[-1] == pytest.approx(0.3) and late.times[-1] == pytest.approx(1.0)
    assert np.array_equal(late.readings[:len(early.times)], early.readings, equal_nan=True)
    apart = study.distances()[1]
    assert late.readings[-1, 1, 0] == pytest.approx(apart.largest[-1]) and (late.readings[:, 0, 0] == 0).all()
    assert late.readings[-1, 2, 1] == pytest.approx(study.runs[2].reading("kinetic_energy")[-1])
    assert late.ranges[0] == pytest.approx((0.0, float(apart.largest.max())))


def test_what_does_not_change_is_not_plotted_unless_asked_for(study):
    assert changing(study) == (DISTANCE, "kinetic_energy")
    assert changing(study_of((), (), seconds=0.1)) == ("kinetic_energy",), "equal variants are not apart"


@pytest.mark.parametrize("camera", [", follow: ball", ", path: [{at: 0, position: [0, -9, 2], target: [0, 0, 2]}, "
                                                      "{at: 1, position: [9, 0, 2], target: [0, 0, 2]}]"])
def test_all_pictures_have_the_camera_of_the_first(camera):
    film = film_of(study_of((), ("world.gravity=[0,0,-1.6]",), camera=camera))
    poses = [tile.frame.camera for tile in film.picture_at(0.5).tiles]
    assert poses[0] == poses[1] and poses[0].eye != pytest.approx((0, -9, 2))


def test_a_variant_that_cannot_go_on_stands_still_and_says_so(study):
    film = film_of(study)
    film.picture_at(0.2)

    class Failing:
        def step(self):
            raise ArithmeticError("no answer")

    film._runners[1]._runner = Failing()
    before = film.picture_at(0.2).tiles[1].frame.spheres.positions.copy()
    after = film.picture_at(1.2)
    assert np.array_equal(after.tiles[1].frame.spheres.positions, before) or film._runners[1].failure
    assert film.annotations().titles[1].text.startswith("stands still: ") and "no answer" in film.annotations().titles[1].text
    assert float(after.tiles[0].frame.spheres.positions[0, 2]) < 27


def test_a_runner_is_not_asked_again_after_a_failure():
    calls = []

    class Failing:
        def step(self):
            calls.append(1)
            raise ValueError("twice the limit")

    runner = PersistentRunner(Failing())
    runner.step()
    runner.step()
    assert len(calls) == 1 and "twice the limit" in runner.failure
