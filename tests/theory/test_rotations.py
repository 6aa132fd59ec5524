"""Rotations held together: angles, axes, hinges, and why quaternions."""
from __future__ import annotations

import numpy as np
import pytest

from app.studies.validate.runners.joint_measures import Pair, turn
from physics import Angle, Box, Hinge, SixDof, Slider, SolverSettings, World
from physics.bodies.rotation import matrix, opposite, product, rotate, rotate_back
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from tests.support.constraint_worlds import random_rotation
from tests.support.two_bodies import rows_of, two_bodies

AXIS = np.array((2.0, -1.0, 0.5)) / np.linalg.norm((2.0, -1.0, 0.5))


def alone(mode: str = "split_impulse", **solver) -> tuple[World, object]:
    settings = {"substeps": 1, "iterations": 20, "joint_stabilization": mode}
    world = World(gravity=(0, 0, 0), precision="double", solver=SolverSettings(**settings | solver))
    return world, world.add_body(shape=Box(half=(0.5, 0.3, 0.2)), mass=2)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("axis", [None, AXIS])
def test_the_relative_angle_is_kept(seed, axis):
    """2.1: two boxes, turned by torques in any direction or about the axis, keep their angle against each other."""
    world, a, b = two_bodies(seed, joint_stabilization="split_impulse", iterations=50)
    b.position = a.position + (5, 0, 0)
    if axis is not None:
        a.rotation = b.rotation = _frame(AXIS)                  # spinning about principal axes, side by side
        a.angular_velocity, b.angular_velocity = 3 * AXIS, -AXIS
    world.add_joint(Angle(a=a, b=b, axis=axis))
    pair, rng = Pair(a, b), np.random.default_rng(seed)
    start = pair.angle
    for _ in range(600):
        a.apply_torque(rng.normal(size=3) if axis is None else rng.normal() * AXIS)
        world.step()
        assert pair.angle == pytest.approx(start, abs=1e-6 if axis is not None else 1e-4)
    assert pair.angle == pytest.approx(start, abs=1e-6)


def _frame(axis: np.ndarray) -> np.ndarray:
    """A frame whose z is this axis."""
    z = np.array((0.0, 0.0, 1.0))
    return turn(np.cross(z, axis), np.arccos(axis @ z))


@pytest.mark.parametrize("seed", range(4))
def test_a_hinge_is_two_tangent_rows(seed):
    """2.4: t1 and t2 across the axis, each for both bodies, and taken from body to world in every step."""
    world, a, b = two_bodies(seed, joint_stabilization="split_impulse", iterations=50)
    anchor = 0.5 * (a.position + b.position)
    world.add_joint(Hinge(a=a, b=b, anchor=anchor, axis=AXIS))
    axis_a, arms = Pair(a, b, anchor, frame=_frame(AXIS)), [rotate_back(one.rotation, anchor - one.position) for one in (a, b)]
    for _ in range(60):
        made = rows_of(world)
        hinge = made.part_kind == AXIS_ROTATION
        now = rotate(axis_a.a.rotation, np.array((0.0, 0.0, 1.0)))
        rows, (arm_a, arm_b) = made.jacobian[hinge], [rotate(one.rotation, arm) for one, arm in zip((a, b), arms)]
        assert hinge.sum() == 2 and len(made.k) == 5
        own_a, own_b = rows[:, 3:6] - np.cross(arm_a, rows[:, :3]), rows[:, 9:] - np.cross(arm_b, rows[:, 6:9])
        assert own_b == pytest.approx(-own_a, abs=1e-9)      # without the point's reaction; a's part of the second row is -t1 too
        assert np.abs(own_b @ now).max() < 1e-3
        assert np.linalg.matrix_rank(own_b, tol=0.5) == 2
        world.step()
        assert np.abs(axis_a.twists[:2]).max() < 1e-3
    assert np.arccos(now @ AXIS) > 0.3                       # rows of the first step would be wrong by now


@pytest.mark.parametrize("mode", ["baumgarte", "split_impulse", "position", "soft"])
@pytest.mark.parametrize("degrees", [100, 170, 190, 260])
def test_rotations_come_back_the_short_way(mode, degrees):
    """2.6: held rotations are compared as quaternions: from 190 degrees on they go on forward, C lies within half a turn."""
    world, box = alone(mode, beta=0.05)
    world.add_joint(SixDof(a=None, b=box, anchor=(0, 0, 0)))
    box.rotation = turn((0, 0, 1), np.radians(degrees))
    way, last = 0.0, np.radians(degrees)
    for _ in range(900):
        world.step()
        now = 2 * np.arctan2(box.rotation[2], box.rotation[3])
        step = (now - last + np.pi) % (2 * np.pi) - np.pi
        way, last = way + step, last + step
    assert np.degrees(last) == pytest.approx(0 if degrees < 180 else 360, abs=0.5)
    assert np.sign(way) == (-1 if degrees < 180 else 1)


@pytest.mark.parametrize("seed", range(5))
def test_an_error_of_rotation_is_no_difference_of_matrices(seed):
    """2.6, 2.1: C is a rotation vector, 2 sgn(q_w) (q_x q_y q_z) of q = A* B; R_a - R_b has nine numbers and no axis."""
    world, a, b = two_bodies(seed)
    world.add_joint(Angle(a=a, b=b))
    off = turn(np.random.default_rng(seed).normal(size=3), 0.3)
    b.rotation = product(off, b.rotation)
    error = rows_of(world).error
    assert len(error) == 3
    assert np.linalg.norm(error) == pytest.approx(2 * np.sin(0.15), abs=1e-9)
    difference = matrix(b.rotation) - matrix(a.rotation)
    assert difference.shape == (3, 3) and np.linalg.norm(difference) > 0.3


@pytest.mark.parametrize("seed", range(10))
def test_the_angle_is_read_in_the_joints_own_frame(seed):
    """2.6, 0.11: a turn about a joint's axis reads as it is in any frame; its parts dotted with the world's axis would not."""
    rng = np.random.default_rng(seed)
    world, box = alone()
    box.rotation, frame, angle = random_rotation(rng), random_rotation(rng), rng.uniform(0.3, 3.0)
    joint = world.add_joint(Hinge(a=None, b=box, anchor=box.position, axis=rotate(frame, np.array((1.0, 0, 0)))))
    axis = rotate(frame, np.array((1.0, 0, 0)))
    start = box.rotation
    for part in range(1, 31):                                # counted on: no more than half a turn a step
        box.rotation = product(turn(axis, angle * part / 30), start)
        world.step()
        box.velocity, box.angular_velocity = (0, 0, 0), (0, 0, 0)
    assert joint.measure == pytest.approx(angle, abs=1e-9)
    relative = product(opposite(frame), product(box.rotation, product(opposite(start), frame)))
    wrong = 2 * np.arcsin(np.clip(relative[:3] @ axis, -1, 1))
    assert abs(wrong - angle) > 1e-3


@pytest.mark.parametrize("turns", [-2.3, -0.6, 0.6, 1.7])
def test_angles_are_counted_on(turns):
    """2.6: an arc sine folds beyond half a turn; the hinge's angle does not, nor its limit."""
    world, box = alone()
    limit = 2 * np.pi * turns
    bounds = {"lower": min(limit, 0), "upper": max(limit, 0)}
    joint = world.add_joint(Hinge(a=None, b=box, anchor=(0, 0, 0), axis=AXIS, motor_speed=4 * np.sign(turns), motor_torque=100,
                                  **bounds))
    for _ in range(360):
        world.step()
    assert joint.measure == pytest.approx(limit, abs=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_a_slider_does_not_turn(seed):
    """2.1, 0.4: three rows hold all of the relative rotation."""
    world, a, b = two_bodies(seed, joint_stabilization="split_impulse", iterations=50)
    world.add_joint(Slider(a=a, b=b, anchor=b.position, axis=AXIS))
    pair = Pair(a, b)
    start = pair.angle
    for _ in range(60):
        world.step()
    assert pair.angle == pytest.approx(start, abs=1e-3)
