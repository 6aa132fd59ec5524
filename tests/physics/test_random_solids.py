"""Random worlds of all shapes: nothing breaks, nothing falls through the ground, no energy comes from nowhere."""
from __future__ import annotations

import numpy as np
import pytest

from physics import SolverSettings
from physics.definitions.settings import PRESETS
from tests.physics.test_random_scenes import check
from tests.support.solid_scenes import lowest, rain


def run(seed, steps, precision, preset):
    """A rain of bodies, checked as it falls: what moves by hand is stopped first, and energy then only falls."""
    world = rain(seed, 12, precision, solver=SolverSettings.preset(preset))
    world.bodies[3].angular_velocity = (0, 0, 0)
    fall = sum(body.mass * 9.81 * body.position[2] for body in world.bodies if body.type == "dynamic")
    start = world.energy().total
    for n in range(steps):
        world.step()
        if n % 20 == 0:
            check(world)
            assert lowest(world) > -0.08, f"step {n}"
            assert world.energy().total < start + 0.01 * fall
    assert np.linalg.norm(world.velocities, axis=1).max() < 3


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(4))
def test_rain(seed, preset):
    run(seed, 300, ("single", "double")[seed % 2], preset)


@pytest.mark.fuzz
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(100, 130))
def test_long_rain(seed, preset):
    run(seed, 2000, ("single", "double")[seed % 2], preset)
