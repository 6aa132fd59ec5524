"""The slip that turning adds, from the velocities of the step's beginning, and worlds in which nothing turns have none."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, Sphere, World
from physics.bodies.inertia import TURNING
from physics.contacts.frame import axes_of
from physics.contacts.layout import ARM_A, ARM_B, FLAGS, SLOTS, TURNING_RATE, TURNS
from physics.pipeline.advance import kernel_state
from physics.simd.value import W


def spun(spin: float) -> World:
    """A box and a ball on a table that turns, and a box that turns on a plane."""
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static")
    table = dict(shape=Box(half=(3, 3, 0.1)), position=(0, 0, 1), type="kinematic", angular_velocity=(0, 0, 2 * spin))
    world.add_body(**table)
    world.add_body(shape=Box(half=(0.2, 0.3, 0.1)), position=(1, 0.5, 1.2), angular_velocity=(0, 0, spin), velocity=(0, spin, 0))
    world.add_body(shape=Sphere(radius=0.2), position=(-1, 0.5, 1.3), velocity=(0.3 * spin, 0, 0))
    world.add_body(shape=Box(half=(0.2, 0.3, 0.1)), position=(9, 0, 0.1), angular_velocity=(0.1 * spin, 0.2 * spin, spin))
    return world


@pytest.mark.parametrize("spin", [1.0, 0.4 * TURNING])
def test_the_slip_is_that_of_the_formula(spin):
    world = spun(spin)
    world.step(stop=(5, 0, 0))
    state, extent = kernel_state(world)
    bodies, contacts, found = state.bodies, state.contacts, 0
    data = contacts.data.reshape(-1, SLOTS, W)
    for block in range(extent.contacts):
        turns = data[block, FLAGS, TURNS] > 0
        assert turns == (spin > TURNING)
        for lane in np.flatnonzero(bodies.uid[contacts.b[block * W:(block + 1) * W]] * turns):
            head, rows = data[block, :, lane], (contacts.a[block * W + lane], contacts.b[block * W + lane])
            _, *tangents = (axis[0] for axis in axes_of(head[None]))
            v, w = ([bodies.velocity[row, k:k + 3] for row in rows] for k in (0, 3))
            arms, ball = (head[ARM_A:][:3], head[ARM_B:][:3]), [bodies.kind[row] == Sphere.kind for row in rows]
            ends = []
            for own, other in ((0, 1), (1, 0)):
                moves = v[other] - v[own] if ball[other] else np.cross(w[own], arms[own])
                ends.append(np.cross(w[own], 0 * moves if ball[own] else moves))
            expected = [axis @ (ends[1] - ends[0]) for axis in tangents]
            assert data[block, TURNING_RATE:TURNING_RATE + 2, lane] == pytest.approx(expected, abs=1e-12)
            found += max(map(abs, expected)) > 0.1
    assert found == (2 if spin > TURNING else 0)
