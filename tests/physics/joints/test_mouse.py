"""The mouse joint: a spring to a point of the world, as strong as it is said to be, and gone with its body."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import Box, Mouse, SettingError, SolverSettings, Sphere, World


def held(gravity: float = 0.0, **definition) -> tuple[World, object, object]:
    world = World(gravity=(0, 0, -gravity), precision="double")
    ball = world.add_body(shape=Sphere(radius=0.5), mass=2)
    return world, ball, world.add_joint(Mouse(**{"a": ball, "anchor": (0, 0, 0), "target": (1, 0, 0)} | definition))


@pytest.mark.parametrize(("hertz", "ratio"), [(1, 0.1), (2, 1), (5, 1), (5, 0), (30, 0.7)])
def test_the_spring_is_an_implicit_one(hertz, ratio):
    """v' = (v - h w^2 x) / (1 + 2 h z w + h^2 w^2), substep by substep."""
    world, ball, joint = held(hertz=hertz, damping_ratio=ratio)
    world.solver = SolverSettings(substeps=2, relax_iterations=0)
    h, omega, x, v = world.dt / 2, 2 * math.pi * hertz, -1.0, 0.0
    for _ in range(40):
        world.step()
        for _ in range(2):
            v = (v - h * omega**2 * x) / (1 + 2 * h * ratio * omega + (h * omega) ** 2)
            x += h * v
        assert ball.position[0] == pytest.approx(1 + x, abs=1e-9) and ball.velocity[0] == pytest.approx(v, abs=1e-9)


def test_force_is_what_moves_the_body():
    """The reported force is the mean over the step: mass times the change of velocity."""
    world, ball, joint = held(gravity=9.81, hertz=3)
    for _ in range(30):
        before = ball.velocity
        world.step()
        expected = ball.mass * ((ball.velocity - before) / world.dt + (0, 0, 9.81))
        assert joint.force == pytest.approx(expected, abs=1e-6)
        assert joint.gap == pytest.approx(np.linalg.norm(joint.anchor - joint.target), abs=1e-6)
    assert joint.torque.tolist() == [0, 0, 0]


def test_the_target_moves():
    world, ball, joint = held(hertz=5)
    for k in range(240):
        joint.target = (1, math.sin(k / 60), 2)
        world.step()
    assert joint.target == pytest.approx([1, math.sin(239 / 60), 2])
    assert ball.position == pytest.approx(joint.target, abs=0.1)
    with pytest.raises(SettingError, match="target"):
        joint.target = (0, 0, math.nan)


def test_the_anchor_turns_with_the_body():
    world = World(gravity=(0, 0, 0), precision="double")
    box = world.add_body(shape=Box(half=(1, 0.2, 0.2)), position=(5, 0, 0), rotation=(0, 0, 1, 1))
    joint = world.add_joint(Mouse(a=box, anchor=(5, 1, 0), target=(5, 1, 0)))
    assert joint.anchor == pytest.approx([5, 1, 0])
    box.rotation, box.position = (0, 0, 0, 1), (0, 0, 0)
    assert joint.anchor == pytest.approx([1, 0, 0])


@pytest.mark.parametrize("hertz", [0, 5])
def test_no_strength_is_no_force(hertz):
    """A cap of zero pulls nothing, also when there is nothing to pull."""
    world, ball, joint = held(max_force=0, hertz=hertz)
    for target in ((0, 0, 0), (1, 0, 0)):
        joint.target = target
        for _ in range(3):
            world.step()
        assert ball.position.tolist() == ball.velocity.tolist() == joint.force.tolist() == [0, 0, 0]


def test_the_cap_is_on_the_length_of_the_force():
    world, ball, joint = held(max_force=10, target=(100, 100, 0))
    for _ in range(5):
        world.step()
        assert np.linalg.norm(joint.force) == pytest.approx(10)
    assert ball.velocity == pytest.approx(5 * world.dt * 5 * np.array((1, 1, 0)) / math.sqrt(2), rel=1e-3)


def test_joints_go_with_their_body():
    world, ball, joint = held()
    other = world.add_body(shape=Sphere(radius=0.5), position=(9, 0, 0))
    kept = world.add_joint(Mouse(a=other, anchor=(9, 0, 0), target=(9, 5, 0), name="kept"))
    for _ in range(3):
        world.step()
    pulled = kept.force.copy()
    world.remove(ball)
    assert world.joints == [kept] and kept.name == "kept" and kept.a == other and kept.b is None
    assert kept.force.tolist() == pulled.tolist()
    for use in (lambda: joint.target, lambda: joint.force, lambda: joint.gap, lambda: world.remove(joint)):
        with pytest.raises(ReferenceError, match="removed"):
            use()
    world.step()
    assert other.velocity[1] > 0
    world.remove(kept)
    before = other.velocity
    world.step()
    assert world.joints == [] and other.velocity.tolist() == before.tolist()


def test_many_joints():
    """More than one block of them: each body goes to its own target."""
    world = World(gravity=(0, 0, 0), precision="double")
    balls = [world.add_body(shape=Sphere(radius=0.2), position=(k, 0, 0)) for k in range(50)]
    joints = [world.add_joint(Mouse(a=ball, anchor=ball.position, target=(k, k % 7, 1), hertz=2)) for k, ball in enumerate(balls)]
    for joint in joints[::3]:
        world.remove(joint)
    for _ in range(300):
        world.step()
    for k, ball in enumerate(balls):
        assert ball.position == pytest.approx([k, 0, 0] if k % 3 == 0 else [k, k % 7, 1], abs=1e-3)


@pytest.mark.parametrize("wrong", [{"hertz": -1}, {"damping_ratio": math.nan}, {"beta": 2}, {"max_force": -1}, {"anchor": (0, 0)},
                                   {"target": None}])
def test_joints_that_cannot_be(wrong):
    with pytest.raises(SettingError, match=next(iter(wrong))):
        held(**wrong)


@pytest.mark.parametrize("kind", ["static", "kinematic"])
def test_only_dynamic_bodies_are_pulled(kind):
    world = World()
    wall = world.add_body(shape=Sphere(radius=1), type=kind)
    with pytest.raises(SettingError, match=f"is {kind}"):
        world.add_joint(Mouse(a=wall, anchor=(0, 0, 0), target=(0, 0, 0)))
