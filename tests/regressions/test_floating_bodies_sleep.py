"""Bodies that float at rest.

Seen: without gravity none of 200 bodies at random rotations fell asleep; with the identity a body slept after 33 steps.
Expected: all sleep, and one that moves slowly does not.  Why: the rotation since a remembered pose was a product of two
quaternions, made of fused products, which of equal ones leaves rounding.  A quaternion whose length is kept at 1 may also change
by its last digits, to and fro for ever or on for hundreds of steps.
"""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Sphere, World

PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])


@PRECISIONS
@pytest.mark.parametrize("seed", range(3))
def test_all_rotations(precision, seed):
    rng = np.random.default_rng(seed)
    world = World(sleep=True, gravity=(0, 0, 0), precision=precision)
    for k in range(1500):
        shape = Box(half=tuple(rng.uniform(0.1, 3, 3))) if k % 2 else Sphere(radius=0.5)
        rotation = rng.normal(size=4)
        world.add_body(shape=shape, rotation=rotation / np.linalg.norm(rotation),
                       position=(10 * k - 7500.3, rng.uniform(-1, 1), 0.1))
    world.step(40)
    assert world.asleep.all()


@PRECISIONS
def test_motion_that_dies_away(precision):
    """MuJoCo's test of a free body: damped down to nothing it sleeps."""
    world = World(sleep=True, gravity=(0, 0, 0), precision=precision)
    body = world.add_body(shape=Box(half=(0.1, 0.2, 0.3)), rotation=(0.1, 0.2, 0.3, (1 - 0.14)**0.5), velocity=(0.3, 0, 0),
                          angular_velocity=(0, 0.2, 0.1), linear_damping=20, angular_damping=20)
    world.step(300)
    assert body.asleep


@PRECISIONS
@pytest.mark.parametrize(("velocity", "spin"), [((1e-4, 0, 0), (0, 0, 0)), ((0, 0, 0), (0, 0, 1e-4))], ids=["drifts", "spins"])
def test_slow_motion_stays_awake(precision, velocity, spin):
    world = World(sleep=True, gravity=(0, 0, 0), precision=precision)
    body = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), rotation=(0.1, 0.2, 0.3, (1 - 0.14)**0.5), velocity=velocity,
                          angular_velocity=spin)
    world.step(200)
    assert not body.asleep
