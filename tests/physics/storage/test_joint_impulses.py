"""Stored impulses of joints: changes of a joint keep those of its unchanged parts."""
from __future__ import annotations

import pytest

from physics import Axis, Hinge, SixDof
from physics.constraints.part import CARRIED, PART_SLOTS
from physics.simd.value import W
from tests.support.joint_chains import AXIS, carried, chain, check_numbers, marked, row_of_balls
from tests.support.joint_zoo import zoo


def test_impulses_of_what_does_not_act_are_dropped():
    world, balls = row_of_balls(3)
    first, second = chain(world, balls)
    marked(world)
    first.enabled = False
    first.enabled = True
    world._joints.constraints(world._bodies)
    assert carried(world).tolist() == [1, 2, 2], "nothing happened in between"
    first.enabled = False
    world._joints.constraints(world._bodies)
    assert carried(world).tolist() == [0, 2, 2]


def test_changes_keep_impulses():
    """A number that changes leaves all impulses; a part that comes or goes leaves those of the others."""
    world, balls = row_of_balls(8)
    chain(world, balls)
    hinge = world.joints[2]
    marked(world)
    before = carried(world).tolist()
    hinge.set(upper=0)
    assert carried(world).tolist() == before and hinge.upper == 0
    check_numbers(world)
    revision = world._joints.revision
    hinge.set(hertz=3, motor_torque=1)                # limit, axis and point there, spring and motor new
    check_numbers(world)
    assert world._joints.revision > revision
    assert carried(world).tolist() == [1, 2, 2, 0, 0, 3, 3, 3, *before[6:]]
    hinge.set(upper=None, hertz=0)
    check_numbers(world)
    assert carried(world).tolist() == [1, 2, 2, 0, 3, 3, *before[6:]]
    world.remove(world.joints[0])
    hinge.motor_torque = 0
    check_numbers(world)
    assert carried(world).tolist() == [2, 2, 3, 3, *before[6:]]


@pytest.mark.parametrize("precision", ["single", "double"])
def test_axes_keep_their_own_impulses(precision):
    """Limits of two axes are parts of one kind and use: each keeps what is its own."""
    world, (a, b) = row_of_balls(2, precision=precision)
    limit = Axis("limit", -1, 1)
    joint = world.add_joint(SixDof(a=a, b=b, anchor=(0.3, 0, 0), frame=(0.1, 0.2, 0.3, 1), rx=limit, ry=limit))
    slots = world._joints.store.reshape(-1, PART_SLOTS, W)
    slots[0, CARRIED, :4] = (10, 20, 30, 40)           # rx, ry, the turn about rz, the point
    joint.rx = Axis("limit", -1, 0)
    assert carried(world).tolist() == [10, 20, 30, 40]
    joint.set(rx="free")
    assert carried(world).tolist() == [20, 30, 40]
    joint.set(rx=limit, ry="free")
    assert carried(world).tolist() == [0, 30, 40], "the impulse of another axis"


@pytest.mark.parametrize("precision", ["single", "double"])
def test_a_change_to_what_it_is_changes_nothing(precision):
    """Axes and frames made one long again keep their bits, so parts stay themselves, with impulses and whole turns."""
    for seed in range(4):
        world = zoo(seed, steps=5, precision=precision)
        before, revision = world._joints.store.copy(), world._joints.revision
        for joint in world.joints:
            joint.set(enabled=True)
        assert world._joints.store.tobytes() == before.tobytes()
        assert world._joints.revision == revision


def test_a_limit_moved_out_of_reach_lets_go():
    """It has no impulse any more; one that is still reached keeps it, and so do the joint's other parts."""
    world, (a, b) = row_of_balls(2)
    hinge = world.add_joint(Hinge(a=a, b=b, anchor=(0, 0, 0), axis=AXIS, lower=-1, upper=0))
    marked(world)
    hinge.upper = -0.5
    assert carried(world).tolist() == [1, 1, 1]
    hinge.break_force = 9
    hinge.upper = 0.5
    assert carried(world).tolist() == [0, 1, 1]
