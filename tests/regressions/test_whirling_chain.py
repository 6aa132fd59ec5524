"""A chain that whirls about its hook: its links turn by a radian in a substep, and second-order curvature made them ever faster."""
from __future__ import annotations

import numpy as np
import pytest

import scenes

SECONDS = 10.0
FASTEST = 60.0                       # [m/s]


@pytest.mark.parametrize("extra", (0.001, 0.006, 0.007, 0.011))
def test_a_whirling_chain_stays_whole_under_ngs(extra):
    """Runs that began so much faster [m/s] and reached 230 to 500 m/s after 9 s."""
    world = scenes.build(scenes.load("ball_and_chain"), precision="single", overrides={"solver.preset": "ngs"})
    list(world.bodies)[-1].velocity = (extra, 0, 0)
    for _ in range(round(SECONDS / world.dt)):
        world.step()
        assert np.linalg.norm(world.velocities, axis=1).max() < FASTEST
