"""The reference solver: it solves what it is given, so that its time is the time of real work."""
from __future__ import annotations

import numpy as np
import pytest

from app.studies.bench import reference_solver as reference
from app.studies.bench.pits import pit
from app.studies.engines.impulse import world as world_of
from physics.pipeline.advance import kernel_state
from physics.simd.value import W


@pytest.fixture(scope="module")
def prepared():
    """Bodies and the reference's blocks of a small pit in which everything touches."""
    world = world_of(pit(60), "single")
    for _ in range(120):
        world.step()
    state, extent = kernel_state(world)
    state.bodies.delta[:] = 0
    return state.bodies, reference.blocks_of(state.contacts, extent.contacts), extent.contacts


def _swept(prepared, at_centre: int, sweeps: int):
    """Velocities and block data after sweeps with rigid rows, from velocities that press everything down and aside."""
    bodies, blocks, used = prepared
    velocity = bodies.velocity.copy()
    velocity[:, 0], velocity[:, 2] = 0.4, -0.3
    velocity[bodies.type != 0] = 0
    made = blocks._replace(data=blocks.data.copy())
    points = made.data.reshape(used, reference.SLOTS, W)
    for j in range(4):
        first = reference.FIRST_POINT + j * reference.POINT
        points[:, first + reference.IMPULSE] = points[:, first + reference.FRICTION_IMPULSE] = 0
        points[:, first + reference.START] = 0
    law = reference.Law(0.0, 1.0, 0.0, 3.0, 240.0, at_centre)
    for _ in range(sweeps):
        reference.reference_sweep(0, used, bodies._replace(velocity=velocity), made, law)
    return velocity, points


def _normal_speeds(prepared, velocity, points) -> np.ndarray:
    """How fast each point that pushes still closes (negative) or opens [m/s]."""
    _, blocks, used = prepared
    found = []
    for j in range(4):
        first = reference.FIRST_POINT + j * reference.POINT
        pushing = points[:, first + reference.IMPULSE] > 1e-4
        ends = []
        for rows, arm in ((blocks.a, reference.ARM_A), (blocks.b, reference.ARM_B)):
            v = velocity[rows].reshape(used, W, 8).swapaxes(1, 2)
            ends.append(v[:, 0:3] + np.cross(v[:, 3:6], points[:, first + arm:first + arm + 3], axis=1))
        speed = (points[:, reference.NORMAL:reference.NORMAL + 3] * (ends[1] - ends[0])).sum(1)
        found.append(speed[pushing])
    return np.concatenate(found)


@pytest.mark.parametrize("at_centre", [0, 1])
def test_it_converges(prepared, at_centre):
    few = _normal_speeds(prepared, *_swept(prepared, at_centre, 1))
    many = _normal_speeds(prepared, *_swept(prepared, at_centre, 2000))
    assert len(many) > 100
    assert np.abs(many).mean() < 0.1 * np.abs(few).mean() and np.abs(many).max() < 0.2 * np.abs(few).max()


def test_friction_stays_in_its_cone(prepared):
    _, points = _swept(prepared, 0, 50)
    slid = 0
    for j in range(4):
        first = reference.FIRST_POINT + j * reference.POINT
        friction = np.hypot(points[:, first + reference.FRICTION_IMPULSE], points[:, first + reference.FRICTION_IMPULSE + 1])
        most = points[:, reference.FRICTION] * points[:, first + reference.IMPULSE]
        assert (friction <= 1.001 * most + 1e-3).all()
        slid += int((friction > 1e-3).sum())
    assert slid > 50
