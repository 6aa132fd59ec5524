"""Breaking: a joint gives way above its strength and not below, says so once, and stays broken until a person mends it."""
from __future__ import annotations

import pytest

from physics import BallSocket, Box, Fixed, SettingError, SolverSettings, Sphere, World
from physics.views.events import JointBroke

WEIGHT = 2 * 9.81


def hanging(**strength) -> tuple:
    world = World(precision="double", solver=SolverSettings(joint_stabilization="split_impulse"))
    ball = world.add_body(shape=Sphere(radius=0.5), mass=2)
    return world, ball, world.add_joint(BallSocket(a=None, b=ball, anchor=(0, 0, 1), **strength))


def broken(world: World) -> list[JointBroke]:
    return [event for event in world.events if isinstance(event, JointBroke)]


@pytest.mark.parametrize(("strength", "breaks"), [(1.01 * WEIGHT, False), (0.99 * WEIGHT, True), (None, False), (0, True)])
def test_a_rope_breaks_above_its_strength(strength, breaks):
    world, ball, joint = hanging(break_force=strength)
    world.step()
    assert joint.broken == breaks and joint.enabled == (not breaks)
    if breaks:
        (event,) = broken(world)
        assert event.joint == joint.uid and event.force == pytest.approx((0, 0, WEIGHT)) and event.torque == (0, 0, 0)
        assert joint.force == pytest.approx(event.force), "what it did in the step that broke it"
        world.step()
        assert broken(world) == [] and joint.force.tolist() == [0, 0, 0] and joint.broken
        assert ball.velocity[2] == pytest.approx(-9.81 * world.dt)
    else:
        for _ in range(60):
            world.step()
        assert broken(world) == [] and ball.velocity[2] == pytest.approx(0, abs=1e-9)


def test_a_broken_joint_can_be_mended():
    world, ball, joint = hanging(break_force=10)
    world.step()
    joint.break_force = None
    world.step()
    assert joint.broken and not joint.enabled, "a change of something else mends nothing"
    joint.enabled = True
    assert not joint.broken and joint.enabled
    for _ in range(60):
        world.step()
    assert joint.force == pytest.approx((0, 0, WEIGHT), rel=0.01) and not joint.broken


@pytest.mark.parametrize(("strength", "breaks"), [(31, False), (29, True)])
def test_a_beam_breaks_by_its_torque(strength, breaks):
    """3 kg whose centre is 1 m from the wall: 29.43 N m, and 29.43 N that would break nothing."""
    world = World(precision="double", solver=SolverSettings(joint_stabilization="split_impulse", iterations=30))
    beam = world.add_body(shape=Box(half=(1, 0.1, 0.1)), mass=3, position=(1, 0, 0))
    joint = world.add_joint(Fixed(a=None, b=beam, anchor=(0, 0, 0), break_torque=strength, break_force=40))
    for _ in range(30):
        world.step()
    assert joint.broken == breaks


def test_the_weakest_of_many_break():
    """Events in order of uid; bodies that fell apart collide again; the state goes into snapshots."""
    world = World(precision="double", gravity=(0, 0, 0))
    balls = [world.add_body(shape=Sphere(radius=0.5), position=(k, 0, 0), mass=1) for k in range(4)]
    joints = [world.add_joint(Fixed(a=a, b=b, break_force=most)) for a, b, most in zip(balls, balls[1:], (5, None, 5))]
    world.step()
    balls[0].velocity, balls[3].velocity = (-3, 0, 0), (3, 0, 0)
    before = world.snapshot()
    world.step()
    assert [event.joint for event in broken(world)] == [joints[0].uid, joints[2].uid]
    assert [j.broken for j in joints] == [True, False, True] == [not on for on in world.joint_arrays().enabled]
    events, state = world.events, world.state_hash()
    after = world.snapshot()
    world.restore(before)
    assert not any(j.broken for j in joints) and broken(world) == [] and world.state_hash() != state
    world.restore(after)
    assert world.events == events and world.state_hash() == state
    balls[0].velocity = (3, 0, 0)
    hit = False
    for _ in range(60):
        world.step()
        hit |= any({m.a, m.b} == {balls[0], balls[1]} for m in world.contacts)
    assert hit


def test_strength_is_checked():
    with pytest.raises(SettingError, match="break_force: -1 is out of range"):
        hanging(break_force=-1)
