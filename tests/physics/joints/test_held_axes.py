"""What a driven part of a joint knows of the parts that hold, and the turns that an axis rotation counts for it."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Axis, BallSocket, Box, Distance, Hinge, SixDof, Slider, Sphere, World
from physics.constraints.part import HOLD
from physics.joints.placement import Placement, turned
from physics.joints.recipe import recipe

UNITS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@pytest.fixture
def pair():
    world = World()
    return [world.add_body(shape=Sphere(radius=0.5), position=(2 * k, 0, 0)) for k in range(2)]


@pytest.mark.parametrize("free", range(1, 64))
def test_six_degrees_of_freedom(pair, free):
    """Each axis that is free knows the fixed ones, by the axes of its own frame."""
    fixed = [not free >> k & 1 for k in range(6)]
    axes = {name: Axis() if is_fixed else Axis(mode="free", hertz=1) for name, is_fixed in zip(SixDof.live, fixed)}
    definition = SixDof(a=pair[0], b=pair[1], anchor=(1, 2, 3), frame=(0.1, 0.2, 0.3, 0.9), **axes)
    driven = [p for p in recipe(definition, Placement()) if p.use != HOLD]
    assert len(driven) == 6 - sum(fixed)
    for p in driven:
        for j, unit in enumerate(UNITS):
            k = int(np.argmax([np.dot(turned(p.frame_a, unit), turned(definition.frame, other)) for other in UNITS]))
            assert (p.held_moves[j], p.held_turns[j]) == (fixed[k], fixed[3 + k])


def test_other_joints(pair):
    """A hinge holds its place and two turns, a slider two moves and all turns, a ball its place; rods and ropes nothing else."""
    a, b = pair
    at, both = Placement(), {"a": a, "b": b, "anchor": (0, 0, 0)}
    for definition, moves, turns in (
            (Hinge(**both, axis=(0, 0, 1), hertz=1, upper=1, motor_torque=2), (1, 1, 1), (0, 1, 1)),
            (Slider(**both, axis=(0, 1, 1), hertz=1, upper=1, motor_force=2), (0, 1, 1), (1, 1, 1)),
            (BallSocket(**both, cone=1, twist_upper=1), (1, 1, 1), (0, 0, 0)),
            (Distance(a=a, b=b, anchor_a=(0, 0, 0), anchor_b=(1, 0, 0), hertz=1, lower=0.5), (0, 0, 0), (0, 0, 0))):
        driven = [p for p in recipe(definition, at) if p.use != HOLD]
        assert len(driven) >= 2 and all((p.held_moves, p.held_turns) == (moves, turns) for p in driven)


def test_equal_stops(pair):
    """Stops at 0 hold the axis of a spring, which acts on what the rest leaves; stops elsewhere hold nothing for others."""
    both = {"a": pair[0], "b": pair[1], "anchor": (0, 0, 0)}
    spring, held, *_ = recipe(Hinge(**both, axis=(0, 0, 1), hertz=1, lower=0, upper=0), Placement())
    assert held.use == HOLD and spring.held_turns == (0, 1, 1)
    for place, expected in ((0.0, 1), (0.2, 0)):
        x = Axis(mode="limit", lower=place, upper=place)
        driven = recipe(SixDof(**both, x=x, y=Axis(mode="free", hertz=1)), Placement())
        [spring] = [p for p in driven if p.use != HOLD]
        assert sorted(spring.held_moves) == [0, expected, 1] or expected == 0 and sorted(spring.held_moves) == [0, 0, 1]


@pytest.mark.parametrize("precision", ["single", "double"])
def test_turns_are_kept_from_part_to_part(precision):
    """A drive that comes begins with the turns that were counted, one that goes leaves them; so of six degrees of freedom."""
    world = World(gravity=(0, 0, 0), precision=precision)
    wheels = [world.add_body(shape=Box(half=(0.3, 0.3, 0.1)), position=(x, 0, 0), angular_velocity=(0, 0, 10)) for x in (0, 2)]
    hinge = world.add_joint(Hinge(a=None, b=wheels[0], anchor=(0, 0, 0), axis=(0, 0, 1)))
    six = world.add_joint(SixDof(a=None, b=wheels[1], anchor=(2, 0, 0), rz=Axis(mode="free")))
    for n in range(120):
        world.step()
        if n == 40:
            hinge.set(hertz=1e-6)
        if n == 80:
            hinge.set(hertz=0)
    assert hinge.measure == pytest.approx(20, rel=1e-3)
    six.set(rz=Axis(mode="limit", lower=-100, upper=21))
    hinge.set(upper=21)
    for _ in range(60):
        world.step()
    assert hinge.measure == pytest.approx(21, abs=2e-3)
    assert np.abs(world.velocities).max() < 1e-3
    angle = [2 * np.arctan2(wheel.rotation[2], wheel.rotation[3]) for wheel in wheels]
    assert np.cos(np.array(angle) - 21) == pytest.approx(1, abs=1e-5)
