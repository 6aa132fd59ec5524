"""Worlds for tests of joints: without gravity or with it, under each stabilization."""
from __future__ import annotations

import pytest

from physics import SolverSettings, World

MODES = ("soft", "split_impulse", "position", "baumgarte")
every_mode = pytest.mark.parametrize("mode", MODES)
G = 9.81


def empty(mode: str = "soft", gravity: float = 0.0, **settings) -> World:
    solver = SolverSettings(joint_stabilization=mode, **settings)
    return World(gravity=(0, 0, -gravity), precision="double", sleep=False, solver=solver)


def run(world: World, seconds: float) -> None:
    for _ in range(round(seconds / world.dt)):
        world.step()
