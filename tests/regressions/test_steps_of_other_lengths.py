"""Soft stacks stand still while the length of steps, or their number of substeps, changes from step to step.

Seen under Soft step: a stack of ten boxes in steps of 1/60, 1/120 and 1/30 s by turns moved with 0.6 m/s, and its boxes crept
8 to 19 cm aside in ten seconds; pyramids the same.  Two causes: the stiffness of contacts jumped with the substep, and stored
impulses that had answered a motion were scaled with it like weights.  The rigid presets, with ten sweeps a step, creep 0.
"""
from __future__ import annotations

import itertools
from collections.abc import Iterable

import numpy as np
import pytest

from physics import Box, SolverSettings, World

SECONDS, CREEP = 8, 0.005
SOFT = SolverSettings.preset("soft_step")


def boxes_on_floor(places: Iterable[tuple[float, float, float]]) -> World:
    world = World(sleep=False)
    world.add_body(shape=Box(half=(20, 20, 1)), position=(0, 0, -1), type="static")
    for place in places:
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=place, friction=0.6)
    world.step(240)
    return world


def stack() -> World:
    return boxes_on_floor((0, 0, 0.5 + k) for k in range(10))


def pyramid() -> World:
    return boxes_on_floor(((i - (8 - row) / 2) * 1.01, 0, 0.5 + row) for row in range(8) for i in range(8 - row))


@pytest.mark.parametrize("make", [stack, pyramid])
@pytest.mark.parametrize("steps", [(1 / 60, 1 / 120, 1 / 30), (1 / 120, 1 / 30), (1 / 60,) * 20 + (1 / 30,) * 20],
                         ids=["three", "two", "long"])
def test_steps_by_turns(make, steps):
    world = make()
    before, turns = world.positions.copy(), itertools.cycle(steps)
    end = world.time + SECONDS
    while world.time < end:
        world.dt = next(turns)
        world.step()
    assert np.abs(world.positions - before)[:, :2].max() < CREEP


@pytest.mark.parametrize("make", [stack, pyramid])
@pytest.mark.parametrize("substeps", [(4, 8, 2), (1, 4), (16, 2)])
def test_substeps_by_turns(make, substeps):
    world = make()
    before = world.positions.copy()
    for number, _ in zip(itertools.cycle(substeps), range(60 * SECONDS)):
        world.solver = SOFT.replace(substeps=number)
        world.step()
    assert np.abs(world.positions - before)[:, :2].max() < CREEP


def test_stiffness_comes_back():
    """After long steps the overlap of a stack returns to that of its own steps, and the state goes with snapshots."""
    world = stack()
    high = world.positions[-1, 2]
    world.dt = 1 / 30
    world.step(60)
    low, saved = world.positions[-1, 2], world.snapshot()
    world.dt = 1 / 60
    world.step(60)
    rising, hashed = world.positions[-1, 2], world.state_hash()
    world.step(1200)
    assert low < high - 0.02 and low < rising < high and world.positions[-1, 2] == pytest.approx(high, abs=1e-3)
    world.restore(saved)
    world.dt = 1 / 60
    world.step(60)
    assert world.state_hash() == hashed
