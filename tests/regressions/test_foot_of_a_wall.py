"""What lies at the foot of a wall rests on the floor: a wall that stands on a floor covers nothing of it, see `seams`.

A cone whose lowest point was 3 mm inside the wall of a pit lost its contact with the floor, because that point of the floor is
under the wall, and sank 0.19 m into it (random world 454).
"""
from __future__ import annotations

import pytest

from physics import Box, Cylinder, SolverSettings, World
from physics.definitions.settings import PRESETS
from tests.reliability.random_runs import Running

STEPS = 550


def test_a_random_world():
    Running(STEPS)(454)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_cylinder_that_is_pressed_into_a_corner(preset):
    """Tilted gravity presses it against wall and floor of a pit whose walls end where its floor does."""
    world = World(precision="double", solver=SolverSettings.preset(preset), sleep=False)
    world.gravity = (-15, 0, -9.81)
    world.add_body(shape=Box(half=(2, 2, 0.1)), type="static", position=(0, 0, -0.1))
    for side in (1, -1):
        world.add_body(shape=Box(half=(0.1, 2, 5)), type="static", position=(2 * side, 0, 5))
        world.add_body(shape=Box(half=(2, 0.1, 5)), type="static", position=(0, 2 * side, 5))
    body = world.add_body(shape=Cylinder(0.3, 0.3), position=(-1.55, 0, 0.31), rotation=(0.1, 0.2, 0.1, 0.9), friction=0.1)
    lowest = 1.0
    for _ in range(300):
        world.step()
        lowest = min(lowest, body.position[2])
    assert lowest > 0.25 and body.position[0] > -1.66
