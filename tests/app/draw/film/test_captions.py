"""Captions come and go in time of the film, and are there when it begins."""
from __future__ import annotations

import pytest

from app.draw.film.captions import FADE, captions_at
from app.published.film_plan import Caption, FilmPlan, SlowPart

PLAN = FilmPlan(captions=(Caption(0.0, 2.0, "first", "top"), Caption(1.0, 3.0, "second", "bottom"),
                          Caption(5.0, 5.2, "short", "top")))


def shown(time, plan=PLAN, **words):
    return {one.text: one.strength for one in captions_at(plan, time, **words)}


def test_those_of_the_time():
    assert shown(0.0) == {"first": 1.0} and shown(4.0) == {} and shown(3.0) == {}
    assert set(shown(1.5)) == {"first", "second"} and [one.place for one in captions_at(PLAN, 1.5)] == ["top", "bottom"]


def test_they_come_and_go():
    assert shown(1.0 + FADE / 2)["second"] == pytest.approx(0.5) and shown(1.0 + FADE)["second"] == 1.0
    assert shown(2.0 - FADE / 4)["first"] == pytest.approx(0.25)
    assert shown(5.1) == {"short": 1.0} and shown(5.025)["short"] == pytest.approx(0.5), "a short one in a quarter of its time"
    assert shown(1.0) == {"first": 1.0} and shown(1.0, fading=False) == {"first": 1.0, "second": 1.0}


def test_in_slow_motion_they_come_as_fast_in_the_film():
    slow = PLAN.changed(slow=(SlowPart(1.0, 2.0, 0.1),))
    assert shown(1.0 + 0.1 * FADE / 2, slow)["second"] == pytest.approx(0.5)
