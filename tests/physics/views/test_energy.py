"""Mechanical energy, beside the same sums by numpy."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, Sphere, World
from physics.bodies.rotation import rotate_back
from tests.support.constraint_worlds import random_rotation


def scattered(precision: str, count: int = 700) -> World:
    """Moving bodies of all kinds, some removed: more than one tile of them."""
    rng = np.random.default_rng(4)
    world = World(precision=precision, gravity=(0.5, -1.5, -9.81))
    world.add_body(shape=Plane(), type="static")
    for k in range(count):
        shape = Sphere(radius=0.3) if k % 3 else Box(half=tuple(rng.uniform(0.1, 1, 3)))
        world.add_body(shape=shape, type="kinematic" if k % 7 == 0 else "dynamic", position=rng.uniform(-50, 50, 3),
                       rotation=random_rotation(rng), velocity=rng.normal(size=3), angular_velocity=rng.normal(size=3),
                       density=float(rng.uniform(1, 1000)))
    for body in world.bodies[5:50:9]:
        world.remove(body)
    return world


@pytest.mark.parametrize("precision", ["single", "double"])
def test_energy_is_the_sum_over_the_bodies(precision):
    """Of dynamic bodies alone: 1/2 m v.v + 1/2 w.I w and -m g.x."""
    world = scattered(precision)
    kinetic = potential = 0.0
    for body in world.bodies:
        if body.type == "dynamic":
            spin = rotate_back(body.rotation, body.angular_velocity)
            kinetic += 0.5 * (body.mass * body.velocity @ body.velocity + (body.inertia * spin ** 2).sum())
            potential -= body.mass * body.position @ np.array(world.gravity)
    found = world.energy()
    close = 1e-12 if precision == "double" else 1e-6
    assert found.kinetic == pytest.approx(kinetic, rel=close) and found.potential == pytest.approx(potential, rel=close)
    assert found.total == found.kinetic + found.potential


def test_a_world_without_bodies_has_none():
    assert World().energy() == (0.0, 0.0, 0.0)
