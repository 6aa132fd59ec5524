"""Poses of a substep that rows move: none farther than the greatest speed."""
from __future__ import annotations

import numpy as np
import pytest

from physics.lab.rows.substep_poses import keep_near


def test_no_body_goes_farther_than_the_greatest_speed_takes_it():
    """Along its way; others stay where they are to the last bit."""
    start = np.random.default_rng(1).normal(size=(3, 8))
    pose = start + 0.25
    pose[1, :3] = start[1, :3] + (3.0, 0.0, 4e9)
    before = pose.copy()
    keep_near(pose, start, 0.5)
    way = pose[1, :3] - start[1, :3]
    assert np.linalg.norm(way) == pytest.approx(0.5) and way == pytest.approx((3.75e-10, 0, 0.5), abs=1e-9)
    before[1, :3] = pose[1, :3]
    assert (pose == before).all()
