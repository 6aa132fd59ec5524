"""A hinge that a blow has turned by more than a right angle comes back: its tilt's sine is nothing at half a turn, too."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Hinge, SolverSettings, World
from physics.definitions.settings import PRESETS

STEPS = 240


@pytest.mark.parametrize("angle", [1.7, 2.5, 3.1, np.pi])
@pytest.mark.parametrize("preset", PRESETS)
def test_it_comes_back(preset, angle):
    """Turned by hand about an axis across the hinge, it closes, and the hinge points the right way."""
    world = World(precision="double", solver=SolverSettings.preset(preset))
    world.gravity = (0, 0, 0)
    body = world.add_body(shape=Box(half=(0.2, 0.15, 0.1)))
    joint = world.add_joint(Hinge(a=None, b=body, anchor=(0, 0, 0), axis=(0, 0, 1)))
    body.rotation = 0.6 * np.sin(angle / 2), 0.8 * np.sin(angle / 2), 0, np.cos(angle / 2)
    for _ in range(STEPS):
        world.step()
    x, y, z, w = body.rotation
    assert 1 - 2 * (x * x + y * y) > 0.9999 and joint.tilt < 0.01
