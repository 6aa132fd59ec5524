"""Arrays and the pool of bodies: rows in order of creation, grown, closed up, never mixed up."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, Sphere, World
from physics.bodies.arrays import (
    BODY_CAPACITY,
    DUMMY_A,
    DUMMY_B,
    FAR,
    FIRST,
    NO_SHAPE,
    PAIR_KINDS,
    WORLD,
    aligned,
    grown,
    new_bodies,
    new_pairs,
    reset_rows,
)
from physics.definitions.body_types import STATIC
from physics.simd.value import W


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.uint8])
@pytest.mark.parametrize("shape", [1, 7, (3, 8), (0, 8)])
def test_aligned_arrays(shape, dtype):
    for _ in range(5):
        array = aligned(shape, dtype, 3)
        assert array.size == 0 or array.ctypes.data % 64 == 0
        assert array.shape == ((shape,) if isinstance(shape, int) else shape) and array.dtype == dtype
        assert (array == 3).all() and array.flags.c_contiguous and array.flags.writeable


def test_grown_keeps_what_was_there():
    array = aligned((4, 8), np.float32)
    array[:] = np.arange(32).reshape(4, 8)
    larger = grown(array, 9)
    assert (larger[:4] == array).all() and (larger[4:] == 0).all()
    larger[0] = -1
    assert array[0, 0] == 0


@pytest.mark.parametrize("precision", ["single", "double"])
def test_new_rows_are_dummies(precision):
    bodies = new_bodies(20, precision)
    assert len(bodies.uid) == FIRST + 2 * W and DUMMY_A < DUMMY_B < WORLD < FIRST
    assert bodies.pose.dtype == (np.float32 if precision == "single" else np.float64)
    assert (bodies.pose[:, 6] == 1).all() and (bodies.inverse_inertia == 0).all() and (bodies.local == 0).all()
    assert (bodies.type == STATIC).all() and (bodies.kind == NO_SHAPE).all()
    assert np.allclose(bodies.aabb[:, 0:3], FAR) and np.allclose(bodies.fat_aabb[:, 3:6], -FAR)
    bodies.pose[5] = bodies.velocity[5] = 7
    reset_rows(bodies, 5, 6)
    assert (bodies.pose[5] == bodies.pose[4]).all() and (bodies.velocity[5] == 0).all()


def test_new_pairs_are_padding():
    pairs = new_pairs(3, "single")
    assert (pairs.a == np.tile(np.arange(W), 3)).all() and (pairs.b == np.tile(np.arange(W, 2 * W), 3)).all()
    assert len(pairs.kind_start) == len(PAIR_KINDS) + 1 and not pairs.kind_start.any()


def test_rows_grow_and_keep_their_bodies():
    world = World()
    count = 3 * BODY_CAPACITY + 5
    for k in range(count):
        world.add_body(shape=Sphere(radius=0.5), position=(3 * k, 0, 1), velocity=(k, 0, 0), friction=k / count)
    assert world.positions[:, 0].tolist() == [3 * k for k in range(count)]
    assert [body.friction for body in world.bodies] == pytest.approx([k / count for k in range(count)])
    world.step()
    assert world.velocities[:, 0].tolist() == list(range(count))


def test_removed_rows_close_up():
    world = World(precision="double")
    bodies = [world.add_body(shape=Box(half=(0.1 + k, 1, 1)), position=(100 * k, 0, 0)) for k in range(40)]
    gone = [0, 3, 4, 17, 39]
    for k in gone:
        world.remove(bodies[k])
    left = [k for k in range(40) if k not in gone]
    assert [body.uid for body in world.bodies] == [bodies[k].uid for k in left] == world.uids.tolist()
    assert world.positions[:, 0].tolist() == [100 * k for k in left]
    world.step()
    for k in left:
        assert bodies[k].position[0] == 100 * k and bodies[k].shape.half[0] == 0.1 + k
    for k in gone:
        with pytest.raises(ReferenceError, match="removed"):
            bodies[k].position
        with pytest.raises(ReferenceError, match="removed"):
            world.remove(bodies[k])
        assert "removed" in repr(bodies[k])


def test_uids_are_never_given_twice():
    world, seen = World(), set()
    for _ in range(50):
        body = world.add_body(shape=Sphere(radius=1))
        assert body.uid not in seen
        seen.add(body.uid)
        saved = world.snapshot()
        world.remove(body)
        if len(seen) % 3 == 0:
            world.restore(saved)
    assert world.add_body(shape=Plane(), type="static").uid not in seen


def test_many_removed_at_once_and_added_again():
    """Rows that were closed up are clean for those who come next."""
    world = World(precision="double")
    for body in [world.add_body(shape=Sphere(radius=2), position=(0, 0, 5 * k), velocity=(0, 0, -9), group=3, friction=0.9)
                 for k in range(100)]:
        world.remove(body)
    assert world.bodies == [] and world.positions.shape == (0, 3)
    world.step()
    fresh = world.add_body(shape=Box(half=(1, 1, 1)), mass=1)
    assert fresh.velocity.tolist() == [0, 0, 0] and fresh.group == 0 and fresh.friction == 0.5
    world.step()
    assert fresh.velocity == pytest.approx([0, 0, -9.81 / 60])
