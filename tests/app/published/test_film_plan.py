"""The pace of a film: dt / du is the factor of the part, film and scene times convert into each other; plans of documents."""
from __future__ import annotations

import random

import pytest

import scenes
from app.published.film_plan import Caption, FilmPlan, Keyframe, Pace, SlowPart, Vantage, plan_of

PACE = Pace((SlowPart(1.0, 2.0, 0.25), SlowPart(2.0, 3.0, 2.0), SlowPart(5.0, 6.0, 0.5)))


def test_a_slow_part_lasts_longer_and_a_fast_one_shorter():
    """1 s, then 1 s at a quarter, 1 s twice as fast, 2 s, and 1 s at half the speed: 1 + 4 + 0.5 + 2 + 2 s."""
    assert [PACE.film_time(t) for t in (0, 1, 2, 3, 5, 6, 7)] == pytest.approx([0, 1, 5, 5.5, 7.5, 9.5, 10.5])
    assert PACE.film_time(1.5) == pytest.approx(3.0) and PACE.scene_time(3.0) == pytest.approx(1.5)


def test_without_parts_both_times_are_one():
    assert all(Pace().film_time(t) == Pace().scene_time(t) == t for t in (0.0, 0.7, 3600.0)) and Pace().factor(3.0) == 1.0


def test_the_factor_holds_from_the_beginning_of_a_part_to_its_end():
    assert [PACE.factor(t) for t in (0.0, 0.999, 1.0, 1.999, 2.0, 3.0, 4.9, 5.0, 6.0)] == [1, 1, 0.25, 0.25, 2, 1, 1, 0.5, 1]


@pytest.mark.parametrize("seed", range(20))
def test_times_convert_there_and_back_and_the_pace_is_the_factor(seed):
    rng = random.Random(seed)
    ends = sorted(rng.uniform(0, 10) for _ in range(8))
    if seed % 2:
        ends[0] = 0.0                                            # a part from the beginning
    pace = Pace(tuple(SlowPart(a, b, rng.uniform(0.01, 8)) for a, b in zip(ends[::2], ends[1::2])))
    for time in (rng.uniform(0, 12) for _ in range(30)):
        shown = pace.film_time(time)
        assert pace.scene_time(shown) == pytest.approx(time, abs=1e-9)
        small = 1e-7
        if pace.factor(time) == pace.factor(time + small):
            assert (pace.scene_time(shown + small) - time) / small == pytest.approx(pace.factor(time), rel=1e-4)


def test_the_plan_of_a_document():
    text = """\
format: 1
camera:
  position: [1, 2, 3]
  fov: 0.5
  follow: ball
  bookmarks: [{name: near, position: [1, 1, 1], target: [0, 0, 0]}]
  path: [{at: 1, position: [1, 1, 1], target: [0, 0, 0], fov: 1}, {at: 3, position: [2, 1, 1], target: [0, 0, 0]}]
bodies: [{name: ball, shape: {sphere: {radius: 1}}}]
film: {captions: [{from: 0, until: 4, text: a}], slow_motion: [{from: 1, until: 2, factor: 0.5}]}
"""
    plan = plan_of(scenes.loads(text))
    assert plan.follow == "ball" and plan.bookmarks[0].vantage == Vantage((1, 1, 1), (0, 0, 0), 0.5)
    assert [(key.at, key.vantage.fov) for key in plan.path] == [(1, 1), (3, 0.5)]
    assert plan.captions == (Caption(0, 4, "a", "bottom"),) and plan.slow == (SlowPart(1, 2, 0.5),) and plan.end == 4
    assert plan_of(scenes.loads("format: 1\n")) == FilmPlan() and FilmPlan().end == 0.0
    assert FilmPlan(path=(Keyframe(7.0, plan.path[0].vantage),)).end == 7.0


def test_scenes_of_the_catalog_have_plans():
    for entry in scenes.catalog.entries():
        plan_of(scenes.load(entry.id))
