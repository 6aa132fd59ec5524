"""The hash tells any two states apart, however little they differ."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Mouse, Plane, Sphere, World
from physics.constraints.part import CARRIED, PART_SLOTS
from physics.simd.value import W


def ball_on_floor(precision: str = "double") -> World:
    world = World(precision=precision)
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5))
    world.add_joint(Mouse(a=ball, anchor=(0, 0, 0.5), target=(0.1, 0, 0.5)))
    for _ in range(3):
        world.step()
    return world


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("name", ["position", "velocity", "angular_velocity"])
def test_the_last_bit_counts(precision, name):
    world = ball_on_floor(precision)
    before, ball = world.state_hash(), world.bodies[1]
    kind = np.float32 if precision == "single" else np.float64
    value = getattr(ball, name).astype(kind)
    value[1] = np.nextafter(value[1], kind(1))
    setattr(ball, name, value)
    assert world.state_hash() != before


def test_negative_zero_counts():
    world = World(precision="double")
    ball = world.add_body(shape=Sphere(radius=1))
    before = world.state_hash()
    ball.velocity = (-0.0, 0, 0)
    assert world.state_hash() != before


def test_impulses_count():
    """Two worlds with equal bodies differ when the impulses kept for the next step differ."""
    world = ball_on_floor()
    before = world.state_hash()
    world._contacts.pairs.impulses[:] *= 1.5
    with_contacts = world.state_hash()
    assert with_contacts != before
    world._joints.store.reshape(-1, PART_SLOTS, W)[:, CARRIED:CARRIED + 3] = 0
    assert world.state_hash() not in (before, with_contacts)


def test_more_bodies_count():
    world = ball_on_floor()
    before = world.state_hash()
    extra = world.add_body(shape=Sphere(radius=1), position=(9, 9, 9))
    assert world.state_hash() != before
    world.remove(extra)
    assert world.state_hash() == before
