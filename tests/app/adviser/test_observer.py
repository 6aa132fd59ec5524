"""The observer and the order of findings."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from app.adviser import observer
from app.adviser.adviser import findings, symptoms
from app.adviser.flight import flights
from app.adviser.trial import advised
from app.headless.options import RunOptions, open_document

BALLS = """\
format: 1
title: Balls
about: Three balls fall on a floor; one is taken away.
world: {precision: double}
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: low, shape: {sphere: {radius: 0.5}}, position: [0, 0, 0.6], mass: 2, restitution: 0.5}
  - {name: high, shape: {sphere: {radius: 0.5}}, position: [3, 0, 5], mass: 1}
  - {name: gone, shape: {sphere: {radius: 0.5}}, position: [6, 0, 5], mass: 1}
events:
  - {at: 0.2, remove: {body: gone}}
run: 1
"""


def seen(text, steps, *settings):
    document = scenes.loads(text)
    return observer.observed(open_document(document, RunOptions(settings)), steps)


def test_frames_are_those_of_the_world():
    found = seen(BALLS, 30)
    assert found.times == pytest.approx(np.arange(31) / 60) and found.drives == "an event of the scene"
    high = found.bodies.names.index("high")
    fall = found.frames.positions[:, high, 2]
    assert fall == pytest.approx(5 - 9.81 / 2 * found.times * (found.times + found.h), abs=1e-5)
    assert (found.frames.ground[:, high] == 0).all()
    gone = found.bodies.names.index("gone")
    assert np.isfinite(found.frames.positions[12, gone]).all() and np.isnan(found.frames.positions[14:, gone]).all()


def test_impacts_have_the_speed_of_the_fall():
    impact = seen(BALLS, 20).impacts[0]
    assert {impact.a, impact.b} == {1, 2}
    assert impact.approach == pytest.approx((2 * 9.81 * 0.1) ** 0.5, abs=9.81 / 60)


def test_ground_holds_the_weight_at_rest():
    found = seen(BALLS, 60, "world.sleep=false", "bodies.low.position[2]=0.5")
    low = found.bodies.names.index("low")
    assert found.frames.ground[-1, low] / found.world["dt"] == pytest.approx([0, 0, 2 * 9.81], abs=0.05)
    assert found.frames.partners[-1, low] == found.bodies.uids[found.bodies.names.index("floor")]


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(observer, "MOST_NUMBERS", 20 * 31 * 2)
    found = seen(BALLS, 30)
    assert found.bodies.dynamic.sum() <= 2 and len(found.energy) == 31


def test_a_number_that_is_none_is_the_worst():
    document = scenes.load("ball_and_chain")
    settings = ("solver.method=jacobi", "solver.jacobi_relaxation=4", "solver.iterations=20", "solver.max_speed=100000")
    first = advised(document, settings, 2.0)[0]
    assert (first.symptom.name, first.cause.name) == ("energy_grows", "jacobi_relaxation")


def test_no_steps_are_no_findings():
    assert findings(seen(BALLS, 0)) == []


def test_a_world_may_become_empty():
    text = """format: 1
title: One
about: A ball alone that is taken away.
bodies: [{name: ball, shape: {sphere: {radius: 1}}}]
events: [{at: 0.1, remove: {body: ball}}]
"""
    found = seen(text, 12)
    assert np.isnan(found.frames.positions[-1]).all() and found.energy[-1] == 0 and findings(found) == []


def test_flights_end_where_something_touches():
    text = BALLS.partition("events:")[0].replace("mass: 1}", "mass: 1, angular_velocity: [0, 0, 9]}") + "run: 3\n"
    found = seen(text, 120)
    (high,) = [flight for flight in flights(found) if found.bodies.names[flight.row] == "high"]
    assert high.seconds == pytest.approx((2 * 4.5 / 9.81) ** 0.5, abs=0.06) and high.turned < 1e-3 and abs(high.gain) < 1e-4


def test_what_explains_others_is_first():
    found = advised(scenes.load("overlap_recovery"), ("preset=classic", "solver.beta=0.8"), 2.0)
    assert found[0].symptom.name == "explosion_at_start"
    explained = [one.symptom.name in symptoms()["explosion_at_start"].explains for one in found[1:]]
    assert explained == sorted(explained)
