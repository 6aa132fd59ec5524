"""Substeps that are many times as long as those before.

Seen: a time step of next to nothing followed by a usual one made every joint NaN, and threw a stack of ten by more than a metre.
Expected: all stays where it is.  Why: stored impulses were scaled with the substep by any ratio, and with the loads also what
they had answered: errors of sweeps, corrections, rounding.
"""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Plane, SolverSettings, World

LEVELS = 0.25 + 0.5 * np.arange(10)


@pytest.mark.parametrize("preset", ["classic", "split_impulse", "ngs"])
@pytest.mark.parametrize("ratio", [16, 64, 256])
def test_a_stack_stands(preset, ratio):
    world = World(sleep=False, solver=SolverSettings.preset(preset))
    world.add_body(shape=Plane(), type="static")
    for z in LEVELS:
        world.add_body(shape=Box(half=(0.25, 0.25, 0.25)), position=(0, 0, z))
    for step in range(120):
        world.dt = 1 / 60 / ratio if step % 5 == 4 else 1 / 60
        world.step()
    away = world.positions[1:] - np.stack((0 * LEVELS, 0 * LEVELS, LEVELS), 1)
    assert np.abs(away).max() < 0.07                     # without a bound 0.17 to 18 m


def test_a_joint_stays_finite():
    world = World(sleep=False, solver=SolverSettings(substeps=64))
    first = world.add_body(shape=Box(half=(0.5, 0.05, 1)), position=(0.5, 0, 0))
    second = world.add_body(shape=Box(half=(0.5, 0.05, 1)), position=(1.5, 0, 0))
    world.add_joint(BallSocket(a=None, b=first, anchor=(0, 0, 0)))
    world.add_joint(BallSocket(a=first, b=second, anchor=(1, 0, 0)))
    for _ in range(10):
        for world.dt, substeps in ((1e-6, 64), (0.3, 1)):
            world.solver = world.solver.replace(substeps=substeps)
            world.step()
    assert np.isfinite(world.positions).all()
