"""Measurements: one number for a run, by default the peak, and what cannot be one."""
from __future__ import annotations

import pytest

import scenes
from physics.measure.sampler import Sampler
from scenes.running.measurement import Measurement, expression_of, named

DROP = """\
format: 1
title: Drop
about: Two balls fall from 10 and 20 m.
world: {precision: double}
bodies:
  - {name: low, shape: {sphere: {radius: 0.5}}, position: [0, 0, 10]}
  - {name: high, shape: {sphere: {radius: 0.5}}, position: [3, 0, 20]}
"""


def _measured(text: str, steps: int = 4) -> float:
    world = scenes.build(scenes.loads(DROP))
    sampler = Sampler(world)
    measurement = Measurement(text, world, sampler)
    for _ in range(steps):
        world.step()
        sampler.look()
        measurement.look(sampler)
    return measurement.value(sampler)


def test_alone_it_is_the_peak_of_the_run():
    assert _measured("max(height())") == 20                       # at time 0
    assert _measured("max_speed") == pytest.approx(4 * 9.81 / 60)


@pytest.mark.parametrize(("text", "steps"), [("last(max_speed)", 4), ("first(max_speed)", 0), ("lowest(max_speed)", 0),
                                             ("average(max_speed)", 2)])
def test_other_ways_to_put_steps_together(text, steps):
    assert _measured(text) == pytest.approx(steps * 9.81 / 60)


def test_arithmetic():
    assert _measured("last(height(high)) - start(height(low)) / 2") == pytest.approx(20 - 9.81 / 3600 * 10 * 5 / 8 - 5, abs=0.05)


@pytest.mark.parametrize(("text", "says"), [
    ("max_speed < 1", "compares"), ("max_sped", "did you mean 'max_speed'"), ("height", "height() for all"),
    ("height()", "is 2 numbers, and one is wanted; write max(height())"),
    ("max(joint_gap)", "there is no joint that joint_gap could measure"),
    ("speed(hihg)", "no body has the name 'hihg'; did you mean 'high'"), ("2 +", "is not an expression")])
def test_what_is_not_one_number(text, says):
    with pytest.raises(ValueError) as told:
        _measured(text)
    assert says in str(told.value)


def test_windows_are_kept_as_they_are():
    assert expression_of("last(energy)").windowed and expression_of("energy").windowed


def test_units():
    assert (named("max_penetration"), named("last(energy)")) == ("max_penetration [m]", "last(energy)")
