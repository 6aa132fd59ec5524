"""Joints of a demo: anchors in their bodies, styles, states."""
from __future__ import annotations

import numpy as np
import pytest

from app.demo.joint_rows import ABSENT, AXIS, BROKEN, COIL, COUPLE, DISABLED, DOT, PULLEY, ROD, ROPE, WHOLE, WORLD
from app.headless.options import RunOptions, open_scene
from physics import BallSocket, Box, Hinge, Mouse, Sphere, World
from physics.bodies.rotation import rotate
from tests.app.demo.test_recording import recorded


def anchor_in_world(found, frame: int, row: int, side: int) -> np.ndarray:
    """Where an anchor is in a frame."""
    body, anchor = found.joints.bodies[row, side], found.joints.anchors[row, side]
    if body == WORLD:
        return anchor
    return found.poses[frame, body, :3] + rotate(found.poses[frame, body, 3:], anchor)


def test_anchors_move_with_their_bodies():
    world = World()
    door = world.add_body(shape=Box(half=(0.5, 0.05, 1)), position=(0.5, 0, 2), velocity=(0, 1.5, 0),
                          angular_velocity=(0, 0, 3))
    world.add_joint(Hinge(a=None, b=door, anchor=(0, 0, 2), axis=(0, 0, 1)))
    found = recorded(world, 60)
    rows = found.joints
    assert rows.styles.tolist() == [AXIS] and rows.bodies.tolist() == [[WORLD, 0]] and rows.linked.tolist() == [[False, True]]
    assert (rows.states == WHOLE).all() and rows.states.shape == (60, 1)
    turned = 2 * np.arctan2(found.poses[-1, 0, 5], found.poses[-1, 0, 6])
    assert turned > 1
    for frame in (0, 30, 59):
        assert anchor_in_world(found, frame, 0, 1) == pytest.approx((0, 0, 2), abs=5e-3)
    assert rows.axes[0] == pytest.approx((0, 0, 1), abs=1e-5)


def test_every_type_has_its_style():
    opened = open_scene("joint_zoo", RunOptions())
    found = recorded(opened.world, 3)
    styles = {}
    for joint, style in zip(opened.world.joint_definitions, found.joints.styles.tolist()):
        styles.setdefault(joint.type_name, set()).add(style)
    assert styles["ball_socket"] == styles["fixed"] == {DOT} and styles["hinge"] == styles["slider"] == {AXIS}
    assert styles["distance"] == {ROD, ROPE, COIL} and styles["pulley"] == {PULLEY} and styles["mouse"] == {COIL}
    assert styles["gear"] == styles["rack"] == styles["angle"] == {COUPLE}
    ropes = found.joints.styles == ROPE
    assert (found.joints.lengths[ropes] > 0).all() and not found.joints.lengths[~ropes].any()


def test_states():
    world = World(gravity=(0, 0, -10))
    one, two = (world.add_body(shape=Sphere(radius=0.3), position=(2 * k, 0, 4)) for k in range(2))
    weak = world.add_joint(BallSocket(a=None, b=one, anchor=(0, 0, 5), break_force=1))
    other = world.add_joint(BallSocket(a=None, b=two, anchor=(2, 0, 5)))

    def between(frame):
        if frame == 5:
            other.enabled = False
        if frame == 8:
            world.remove(weak)

    states = recorded(world, 10, between).joints.states
    assert states[0].tolist() == [WHOLE, WHOLE] and states[5:, 1].tolist() == [DISABLED] * 5
    assert states[4, 0] == BROKEN and states[8:, 0].tolist() == [ABSENT] * 2


def test_an_anchor_that_moves_has_a_row_for_each_place():
    world = World()
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 3))
    pull = world.add_joint(Mouse(a=ball, anchor=(0, 0, 3), target=(0, 0, 3)))

    def between(frame):
        if frame == 4:
            pull.target = (2, 0, 3)

    found = recorded(world, 8, between).joints
    assert len(found.styles) == 2 and found.states[:, 0].tolist() == [WHOLE] * 4 + [ABSENT] * 4
    assert found.anchors[1, 1] == pytest.approx((2, 0, 3)) and found.states[:, 1].tolist() == [ABSENT] * 4 + [WHOLE] * 4


def test_a_world_without_joints():
    world = World()
    world.add_body(shape=Sphere(radius=0.5))
    assert recorded(world, 3).joints.states.shape == (3, 0)
