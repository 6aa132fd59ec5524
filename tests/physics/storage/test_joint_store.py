"""The store of joints: numbers that follow additions and removals, live changes, read-outs, snapshots."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Axis, BallSocket, Distance, Fixed, Hinge, Mouse, SettingError, SixDof, Slider
from physics.bodies.arrays import FIRST
from physics.bodies.arrays import WORLD as WORLD_ROW
from physics.constraints.part import FORCE, PART_SLOTS
from physics.constraints.parts import ROWS
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.point import POINT
from physics.joints import JOINTS
from physics.simd.value import W
from tests.support.joint_chains import AXIS, carried, chain, check_numbers, marked, row_of_balls


@pytest.mark.parametrize("precision", ["single", "double"])
def test_numbers_follow(precision):
    """Growing past several blocks, removing some, adding again."""
    world, balls = row_of_balls(120, precision=precision)
    joints = chain(world, balls)
    check_numbers(world)
    marked(world)
    for joint in joints[::4]:
        world.remove(joint)
    check_numbers(world)
    owners = world._joints.owners()
    assert carried(world).tolist() == world._joints.rows.uid[:world._joints.count][owners].tolist()
    added = chain(world, balls)
    check_numbers(world)
    assert [joint.uid for joint in world.joints] == [j.uid for j in joints if j not in joints[::4]] + [j.uid for j in added]
    assert added[0].uid == joints[-1].uid + 1, "a uid was given twice"
    assert world.joint(added[3].uid) == added[3]
    with pytest.raises(KeyError, match=f"no joint {joints[0].uid}"):
        world.joint(joints[0].uid)


def test_joints_of_removed_bodies_go():
    world, balls = row_of_balls(40)
    joints = chain(world, balls)
    marked(world)
    for k in (3, 4, 20):
        world.remove(balls[k])
    left = [j for k, j in enumerate(joints) if k not in (2, 3, 4, 19, 20)]
    assert world.joints == left
    world._bodies.close_up()
    check_numbers(world)
    constraints, kinds, count = world._joints.constraints(world._bodies)
    rows = world._bodies.rows
    expected = [(rows[j.a.uid], rows[j.b.uid]) for j in left for _ in range(world._joints.rows.parts[world._joints.row(j.uid)])]
    assert list(zip(constraints.a[:count], constraints.b[:count])) == expected
    assert constraints.index[:count].tolist() == list(range(count)) and len(kinds) == count
    gone = joints[2]
    for use in (lambda: gone.definition, lambda: gone.force, lambda: gone.set(enabled=False), lambda: gone.upper):
        with pytest.raises(ReferenceError, match="removed"):
            use()


def test_the_lists_of_a_step():
    """World rows, kinds, only what acts; the same objects until something changes."""
    world, (a, b, c) = row_of_balls(3)
    pool = world._joints
    assert pool.constraints(world._bodies)[2] == 0 and len(pool.excluded(world._bodies)) == 0
    pin = world.add_joint(BallSocket(a=None, b=a, anchor=(0, 0, 0)))
    hinge = world.add_joint(Hinge(a=c, b=b, anchor=(1, 0, 0), axis=AXIS, hertz=1))
    constraints, kinds, count = pool.constraints(world._bodies)
    assert constraints.a[:count].tolist() == [WORLD_ROW, FIRST + 2, FIRST + 2, FIRST + 2]
    assert constraints.b[:count].tolist() == [FIRST, FIRST + 1, FIRST + 1, FIRST + 1]
    assert kinds.tolist() == [POINT, ANGLE, AXIS_ROTATION, POINT] and kinds.dtype == np.int32
    assert pool.excluded(world._bodies).tolist() == [FIRST + 1 << 32 | FIRST + 2]
    revision = pool.revision
    hinge.set(hertz=2, damping_ratio=0.1, break_force=5), world.step()
    assert pool.constraints(world._bodies)[0] is constraints and pool.revision == revision
    pin.enabled = False
    assert pool.revision > revision
    constraints, kinds, count = pool.constraints(world._bodies)
    assert count == 3 and constraints.index[:3].tolist() == [1, 2, 3]
    hinge.collide_connected = True
    assert len(pool.excluded(world._bodies)) == 0 and pool.pairs_changed


def test_live_changes_are_checked():
    world, (a, b) = row_of_balls(2)
    hinge = world.add_joint(Hinge(a=a, b=b, anchor=(0, 0, 0), axis=AXIS, lower=-1, upper=1))
    before = hinge.definition
    with pytest.raises(SettingError, match="lower: 2 is above upper, 1"):
        hinge.set(lower=2)
    with pytest.raises(SettingError, match="did you mean 'motor_speed'"):
        hinge.set(motor_sped=2)
    with pytest.raises(SettingError, match="no 'anchor' that can be changed"):
        hinge.set(anchor=(1, 1, 1))
    with pytest.raises(AttributeError, match="'motor_sped' .* did you mean 'motor_speed'"):
        hinge.motor_sped = 2
    with pytest.raises(AttributeError, match="'uid' of a hinge joint cannot be changed"):
        hinge.uid = 3
    with pytest.raises(AttributeError, match="no 'lowr'; did you mean 'lower'"):
        hinge.lowr
    assert hinge.definition == before
    hinge.set(lower=-2, upper=-1.5, motor_speed=3)
    assert (hinge.lower, hinge.upper, hinge.motor_speed) == (-2, -1.5, 3) and hinge.axis == AXIS
    six = world.add_joint(SixDof(a=a, b=b, anchor=(0, 0, 0)))
    six.x = Axis("limit", -1, 1)
    assert six.x.mode == "limit" and six.definition.y.mode == "fixed"
    check_numbers(world)


def test_read_outs_of_many_and_of_one_agree():
    world, balls = row_of_balls(40)
    joints = chain(world, balls)
    joints.append(world.add_joint(Slider(a=balls[0], b=None, anchor=(0, 0, 0), axis=(1, 0, 0))))
    joints.append(world.add_joint(Distance(a=balls[0], b=balls[5], anchor_a=(0, 0, 0), anchor_b=(5, 0, 0), hertz=1)))
    joints.append(world.add_joint(Mouse(a=balls[7], anchor=(7, 0, 0), target=(7, 1, 0))))
    by_block = world._joints.store.reshape(-1, PART_SLOTS, W)
    draw = np.random.default_rng(0)
    by_block[:, FORCE:] = draw.normal(size=by_block[:, FORCE:].shape)
    world.remove(joints.pop(4))
    for ball in balls:
        ball.rotation = tuple(draw.normal(size=4))
    arrays, store = world.joint_arrays(), world._joints.parts
    assert arrays.uids.tolist() == [j.uid for j in joints]
    for k, joint in enumerate(joints):
        numbers = world._joints.numbers(world._joints.row(joint.uid))
        force = store.of(numbers, FORCE, 3).sum(0) / world.dt * (-1 if joint.type_name == "mouse" else 1)
        assert joint.force == pytest.approx(force) and arrays.forces[k] == pytest.approx(force)
        assert joint.torque == pytest.approx(arrays.torques[k])
        assert joint.anchors.tolist() == arrays.anchors[k].tolist() and joint.frames.tolist() == arrays.frames[k].tolist()
        for one, all_of in ((joint.measure, arrays.measures), (joint.gap, arrays.gaps), (joint.tilt, arrays.tilts)):
            assert np.isnan(all_of[k]) if one is None else one == all_of[k]
        assert arrays.bodies[k].tolist() == [0 if body is None else body.uid for body in (joint.a, joint.b)]
        assert list(JOINTS)[arrays.types[k]] == joint.type_name
        assert len(joint.impulses) == sum(ROWS[kind] for kind in store.kinds[numbers])


def test_ten_thousand_joints_at_once():
    """What a step reads is one list for all of them, the same until something changes: no joint is looked at by itself."""
    world, balls = row_of_balls(10_001, precision="single")
    for a, b in zip(balls, balls[1:]):
        world.add_joint(BallSocket(a=a, b=b, anchor=(0, 0, 0)))
    listed, kinds, count = world._joints.constraints(world._bodies)
    assert count == 10_000 == len(kinds) and (np.diff(listed.index[:count]) == 1).all()
    assert world._joints.constraints(world._bodies)[0] is listed
    saved = world.snapshot()
    for joint in world.joints:
        world.remove(joint)
    assert world.joints == [] and len(world.joint_arrays().uids) == 0 and world._joints.constraints(world._bodies)[2] == 0
    world.restore(saved)
    assert len(world.joint_arrays().uids) == 10_000 and world._joints.constraints(world._bodies)[2] == 10_000


def test_snapshots_hold_joints():
    """Restoring brings joints, their numbers, impulses, switches and changed tunables back; uids are not given again."""
    world, balls = row_of_balls(10)
    joints = chain(world, balls)
    world.gravity = (0, 0, -9.81)
    joints.append(world.add_joint(BallSocket(a=None, b=balls[0], anchor=(0, 0, 0))))
    joints[1].enabled = False
    for _ in range(5):
        world.step()
    saved, before, states = world.snapshot(), world.state_hash(), [(j.force.tolist(), j.definition) for j in joints]
    world.remove(joints[0])
    joints[2].set(upper=None, motor_torque=5, motor_speed=1)
    joints[1].enabled = True
    added = world.add_joint(Fixed(a=balls[0]))
    for _ in range(5):
        world.step()
    assert world.state_hash() != before
    after = []
    for _ in range(2):
        world.restore(saved)
        assert world.state_hash() == before and [(j.force.tolist(), j.definition) for j in joints] == states
        assert added not in world.joints and not joints[1].enabled
        check_numbers(world)
        for _ in range(5):
            world.step()
        after.append(world.state_hash())
    assert after[0] == after[1]
    assert world.add_joint(Fixed(a=balls[0])).uid > added.uid


def test_the_hash_sees_joints():
    def hash_of(**changes) -> str:
        world, (a, b) = row_of_balls(2)
        hinge = world.add_joint(Hinge(a=a, b=b, anchor=(0, 0, 0), axis=AXIS, upper=1, motor_torque=1))
        if changes:
            hinge.set(**changes)
        return world.state_hash()

    changed = [hash_of(), hash_of(motor_speed=1e-9), hash_of(upper=2), hash_of(enabled=False), hash_of(motor_torque=0)]
    assert len(set(changed)) == len(changed) and hash_of() == changed[0]
