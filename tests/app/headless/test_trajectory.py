"""The trajectory: frames in order, bodies and joints, NaN for removed ones, and the numbers of a run as values for JSON."""
from __future__ import annotations

import json
import math

import numpy as np
import pytest

from app.headless.json_values import plain
from app.headless.trajectory import Trajectory
from physics import BallSocket, Mouse, Plane, Sphere, World


@pytest.fixture
def world() -> World:
    """A ball on a spring over a floor, and a second ball."""
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static", name="floor")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 3), mass=2, name="ball")
    world.add_body(shape=Sphere(radius=0.5), position=(5, 0, 3), mass=1)
    world.add_joint(Mouse(a=ball, anchor=(0, 0, 3), target=(0, 0, 3)))
    return world


def test_joints_are_recorded(world):
    trajectory = Trajectory(world, 200)
    trajectory.record(world)
    for _ in range(200):
        world.step()
        trajectory.record(world)
    arrays = trajectory.arrays()
    assert arrays["joint_names"].tolist() == ["joint_0"]
    assert arrays["joint_force"].shape == (201, 1, 3) and arrays["joint_gap"].shape == (201, 1)
    assert arrays["joint_force"][-1, 0, 2] == pytest.approx(2 * 9.81, rel=0.02)       # the spring holds the ball
    assert arrays["joint_gap"][-1, 0] == pytest.approx(world.joints[0].gap, rel=1e-9)
    assert np.isnan(arrays["joint_tilt"]).all() and arrays["joint_tilt"].shape == (201, 1)      # a spring holds no rotation


def test_a_removed_joint_is_nan(world):
    trajectory = Trajectory(world, 1)
    trajectory.record(world)
    world.remove(world.joints[0])
    world.step()
    trajectory.record(world)
    assert np.isnan(trajectory.arrays()["joint_force"][1]).all()
    assert not np.isnan(trajectory.arrays()["position"]).any()


def test_joints_keep_their_places_when_others_come_and_go(world):
    ball = world.bodies[1]
    world.add_joint(BallSocket(a=ball, anchor=(0, 0, 3.5), name="pin"))
    trajectory = Trajectory(world, 3)
    trajectory.record(world)
    world.remove(world.joints[0])
    world.step()
    trajectory.record(world)
    world.add_joint(BallSocket(a=world.bodies[2], anchor=(5, 0, 3.5)))
    world.step()
    trajectory.record(world)
    arrays = trajectory.arrays()
    assert arrays["joint_names"].tolist() == ["joint_0", "pin"] and arrays["joint_gap"].shape == (3, 2)
    assert np.isnan(arrays["joint_force"][1:, 0]).all() and np.isnan(arrays["joint_gap"][1:, 0]).all()
    for frame in (1, 2):                                                              # the socket alone carries the ball
        assert np.linalg.norm(arrays["joint_force"][frame, 1]) == pytest.approx(2 * 9.81, abs=0.5)
    assert arrays["joint_torque"][-1, 1] == pytest.approx(np.zeros(3), abs=1e-6)


def test_a_body_that_came_later_is_left_out(world):
    trajectory = Trajectory(world, 1)
    world.add_body(shape=Sphere(radius=0.5), position=(9, 0, 3))
    trajectory.record(world)
    assert trajectory.arrays()["position"].shape == (1, 3, 3)


def test_an_unfinished_trace_has_the_frames_it_has(world):
    trajectory = Trajectory(world, 100)
    trajectory.record(world)
    assert trajectory.arrays()["time"].tolist() == [0.0]


@pytest.mark.parametrize(("value", "expected"), [
    (np.float32(1.5), 1.5), (np.int64(3), 3), (np.bool_(True), True), (math.nan, None), (-math.inf, None), ("text", "text"),
    (None, None)])
def test_plain(value, expected):
    found = plain(value)
    assert found == expected and type(found) is type(expected)
    json.dumps(found, allow_nan=False)
