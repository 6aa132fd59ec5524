"""Joints that burst.

Seen: random joints that contradict each other, under random settings, threw bodies to 1e15 m, and then poses were no numbers.
Expected: whatever bursts keeps within the greatest speed and rotation, and stays finite.  Why, by seed of
`tests/physics/test_random_joints.py`:

1102, 1340  rotation vectors of sweeps over positions, which had no bound, went into the turns that joints count; stretched by the
            spin, an angle grew a thousandfold in each step, and its rows with it;
1061, 1177  impulses of joints were warm started without a bound between the substeps of a step;
1095        passes over positions moved bodies as far as contradictory rows asked.
"""
from __future__ import annotations

import numpy as np
import pytest

from tests.physics import test_random_joints

FARTHEST = 1e5                                   # [m] where a body can be put; 400 steps at the greatest speed end before it


@pytest.mark.parametrize("seed", [1061, 1095, 1102, 1177, 1340])
def test_a_storm_that_burst(seed, monkeypatch):
    def take_step(world):
        step(world)
        assert np.abs(world.positions).max(initial=0) < FARTHEST
    step = test_random_joints.take_step
    monkeypatch.setattr(test_random_joints, "take_step", take_step)
    test_random_joints.storm(seed, 400)
