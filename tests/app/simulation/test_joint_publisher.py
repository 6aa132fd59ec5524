"""The joints of a view: every type, and only changed rows are rebuilt."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.published.view import FIXED, FREE, LIMITED
from app.simulation.commands import Observe
from app.simulation.joint_publisher import JointPublisher
from app.simulation.publisher import Publisher
from physics import Box, World
from physics.joints import JOINTS, Angle, Axis, BallSocket, Distance, Fixed, Gear, Hinge, Mouse, Pulley, Rack, SixDof, Slider


def bodies_of(count=2):
    """A world with boxes in a row, a metre apart."""
    world = World()
    return world, [world.add_body(shape=Box(half=(0.3,) * 3), position=(float(k), 0, 0)) for k in range(count)]


def every_type():
    """A world with a joint of each type between two boxes."""
    world, (a, b) = bodies_of()
    pair = dict(a=a, b=b)
    world.add_joint(BallSocket(**pair, anchor=(0.5, 0, 0), axis=(1, 0, 0), cone=0.4, twist_lower=-0.2, twist_upper=0.3,
                               name="neck"))
    world.add_joint(Hinge(**pair, anchor=(0.5, 0, 0), axis=(0, 0, 1), lower=-1, motor_speed=2, motor_torque=5, hertz=3, rest=0.1))
    world.add_joint(Slider(**pair, anchor=(0.5, 0, 0), axis=(1, 0, 0), lower=-0.1, upper=0.2, motor_speed=1, motor_force=7))
    world.add_joint(Fixed(**pair))
    world.add_joint(Distance(**pair, anchor_a=(0, 0, 0), anchor_b=(1, 0, 0), length=1.5, hertz=2, upper=2))
    world.add_joint(Angle(**pair))
    world.add_joint(SixDof(**pair, anchor=(0.5, 0, 0), x="free", rz=Axis("limit", -0.5, 0.7)))
    world.add_joint(Gear(**pair, axis_a=(0, 0, 1), axis_b=(0, 0, 1), ratio=-2))
    world.add_joint(Rack(**pair, axis_a=(0, 0, 1), axis_b=(1, 0, 0), radius=0.4))
    world.add_joint(Pulley(**pair, anchor_a=(0, 0, 0), anchor_b=(1, 0, 0), ground_a=(0, 0, 2), ground_b=(1, 0, 3), ratio=2))
    world.add_joint(Mouse(a=a, anchor=(0, 0, 0), target=(0, 0, 1)))
    return world


def test_every_type_says_what_is_drawn_of_it():
    world = every_type()
    joints = JointPublisher(world).joints()
    table = joints.table
    assert set(table.kinds) == set(JOINTS)
    row = {kind: table.rows(kind)[0] for kind in table.kinds}
    assert table.names[row["ball_socket"]] == "neck" and table.cones[row["ball_socket"]] == 0.4
    assert table.limits[row["ball_socket"]].tolist() == [-0.2, 0.3] and table.limits[row["slider"]].tolist() == [-0.1, 0.2]
    assert table.limits[row["hinge"], 0] == -1 and math.isnan(table.limits[row["hinge"], 1])
    assert table.motors[row["hinge"]].tolist() == [2, 5] and table.motors[row["slider"]].tolist() == [1, 7]
    assert table.springs[row["hinge"]].tolist() == [3, pytest.approx(0.1)] and table.springs[row["distance"]].tolist() == [2, 1.5]
    assert table.motors[row["fixed"]].tolist() == [0, 0] and np.isnan(table.limits[row["fixed"]]).all()
    assert table.modes[row["six_dof"]].tolist() == [FREE, FIXED, FIXED, FIXED, FIXED, LIMITED]
    assert table.ranges[row["six_dof"], 5].tolist() == [-0.5, 0.7]
    assert table.ratios[[row["gear"], row["rack"], row["pulley"]]].tolist() == [-2, 0.4, 2]
    assert table.grounds[row["pulley"]].tolist() == [[0, 0, 2], [1, 0, 3]] and np.isnan(table.grounds[row["rack"]]).all()
    assert table.whole[row["angle"]] and table.whole.sum() == 1 and not table.broken.any()
    assert table.bodies[row["mouse"]].tolist() == [1, 0] and table.bodies[row["gear"]].tolist() == [1, 2]


def test_places_are_the_worlds_own():
    world = every_type()
    joints = JointPublisher(world).joints()
    for row, joint in enumerate(world.joints):
        assert joints.anchors[row] == pytest.approx(joint.anchors, abs=1e-6)
        assert np.abs((joints.frames[row] * joint.frames).sum(1)) == pytest.approx((1, 1), abs=1e-6)
    assert joints.anchors.dtype == np.float32 and not joints.anchors.flags.writeable and not joints.enabled.flags.writeable


def test_the_table_is_the_same_until_something_changes():
    world = every_type()
    publisher = JointPublisher(world)
    first = publisher.joints().table
    assert publisher.joints().table is first
    world.joints[1].set(motor_speed=-3.0)
    second = publisher.joints().table
    assert second is not first and second.motors[1].tolist() == [-3, 5] and first.motors[1].tolist() == [2, 5]
    assert np.array_equal(second.limits, first.limits, equal_nan=True) and publisher.joints().table is second
    world.remove(world.joints[0])
    assert publisher.joints().table.kinds == first.kinds[1:]


def test_disabled_joints_say_so():
    world = every_type()
    world.joints[3].enabled = False
    enabled = JointPublisher(world).joints().enabled
    assert not enabled[3] and enabled.sum() == len(enabled) - 1


def test_views_carry_joints_only_when_they_are_asked_for_and_there():
    world, _ = bodies_of()
    publisher = Publisher(world)
    assert publisher.view(None, (), Observe()).joints is None
    world.add_joint(Fixed(a=world.bodies[0], b=world.bodies[1]))
    assert len(publisher.view(None, (), Observe()).joints.gaps) == 1
    assert publisher.view(None, (), Observe(joints=False)).joints is None


def test_a_table_finds_its_joints():
    table = JointPublisher(every_type()).joints().table
    assert table.index(3) == 2 and table.index(99) is None and table.rows("slider").tolist() == [2]


def test_a_row_of_a_hand_that_moves_costs_no_whole_table():
    """A grab changes its target in every frame; the other rows are reused."""
    world = every_type()
    publisher = JointPublisher(world)
    publisher.joints()
    made = []
    build = publisher._of
    publisher._of = lambda uids, bodies, told: made.append(len(uids)) or build(uids, bodies, told)
    world.joints[-1].set(target=(0.5, 0.5, 1))
    assert publisher.joints().table.kinds[-1] == "mouse" and made == [1]
