"""Contact points as kernels read them out against the same in numpy, to the last bit."""
from __future__ import annotations

import time

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, World
from physics.bodies.arrays import (
    FEATURE,
    MANIFOLD_SLOTS,
    NORMAL,
    NORMAL_IMPULSE,
    POINT_IMPULSES,
    POINT_SLOTS,
    POINTS,
    POSITION,
    SEPARATION,
    TANGENT_IMPULSE,
)
from physics.contacts.frame import axes_of, offsets_of
from physics.contacts.layout import ARM_A, ARM_B, FIRST_POINT, POINT, START, SUM
from physics.simd.value import W
from physics.storage.waking import touching_entries
from physics.views.contacts import ContactArrays
from tests.support.mixed_scene import Recipe, build, drag
from tests.support.sleeping_worlds import column, grounded, run_until_asleep


def held(world, entries: np.ndarray) -> ContactArrays:
    """Contact points of sleeping pairs: they push as in the last substep before, all through the step."""
    pairs, arrays, substeps = world._contacts.pairs, world._bodies.arrays, world.dt / world._last_h
    manifolds = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[entries // W, :, entries % W].astype(np.float64)
    impulses = pairs.impulses[entries, :4 * POINT_IMPULSES].reshape(-1, 4, POINT_IMPULSES).astype(np.float64) * substeps
    points = manifolds[:, POINTS:POINTS + 4 * POINT_SLOTS].reshape(-1, 4, POINT_SLOTS)
    pair, j = np.nonzero(points[:, :, FEATURE] >= 0)
    point, row_a, row_b = points[pair, j], pairs.a[entries[pair]], pairs.b[entries[pair]]
    impulse = impulses[pair, j]
    return ContactArrays(
        positions=arrays.pose[row_a, 0:3] + point[:, POSITION:POSITION + 3], normals=manifolds[pair, NORMAL:NORMAL + 3],
        separations=point[:, SEPARATION], normal_impulses=impulse[:, NORMAL_IMPULSE],
        tangent_impulses=impulse[:, TANGENT_IMPULSE:TANGENT_IMPULSE + 3],
        bodies=np.stack((arrays.uid[row_a], arrays.uid[row_b]), 1), features=point[:, FEATURE].astype(np.int64), manifolds=pair)


def solved(world) -> ContactArrays:
    """Contact points that were solved in the last step."""
    state, arrays = world._contacts, world._bodies.arrays
    blocks = state.block_view().astype(np.float64)
    order = np.lexsort((arrays.uid[state.contacts.b[:len(blocks) * W]], arrays.uid[state.contacts.a[:len(blocks) * W]]))
    lanes_ab = state.contacts.a[order], state.contacts.b[order]
    by_lane = blocks.swapaxes(1, 2).reshape(len(blocks) * W, blocks.shape[1])[order]
    pair = state.contacts.pair[order]
    manifolds = state.pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[pair // W, :, pair % W]
    features = np.stack([manifolds[:, POINTS + j * POINT_SLOTS + FEATURE] for j in range(4)], 1)
    lane, point = np.nonzero(features >= 0)
    slots = by_lane[lane][:, FIRST_POINT:].reshape(-1, 4, POINT)[np.arange(len(lane)), point]
    header, row_a, row_b = by_lane[lane], lanes_ab[0][lane], lanes_ab[1][lane]
    normal, t1, t2 = axes = axes_of(header)
    offset = offsets_of(axes, slots)
    arm, arm_b = header[:, ARM_A:ARM_A + 3] + offset, header[:, ARM_B:ARM_B + 3] + offset
    da, db = arrays.delta[row_a].astype(np.float64), arrays.delta[row_b].astype(np.float64)
    parted = db[:, 0:3] + np.cross(db[:, 3:6], arm_b) - da[:, 0:3] - np.cross(da[:, 3:6], arm)
    tangent = slots[:, SUM + 1, None] * t1 + slots[:, SUM + 2, None] * t2
    return ContactArrays(
        positions=arrays.pose[row_a, 0:3] + arm + np.cross(da[:, 3:6], arm), normals=normal,
        separations=slots[:, START] + (normal * parted).sum(1), normal_impulses=slots[:, SUM], tangent_impulses=tangent,
        bodies=np.stack((arrays.uid[row_a], arrays.uid[row_b]), 1), features=features[lane, point].astype(np.int64),
        manifolds=lane)


def reference(world) -> ContactArrays:
    """All contact points, those of sleeping bodies last."""
    found, entries = solved(world), touching_entries(world._contacts)
    entries = entries[world._contacts.pairs.due[entries] == 0]
    if not len(entries):
        return found
    resting = held(world, entries)
    resting = resting._replace(manifolds=resting.manifolds + 1 + int(found.manifolds.max(initial=-1)))
    return ContactArrays(*(np.concatenate(both) for both in zip(found, resting)))


def check(world) -> int:
    """Compare all that is read out with the reference; how many points there are."""
    found, halved, wanted = world.contact_arrays(), world.contact_arrays("single"), reference(world)
    for name in ContactArrays._fields:
        exact, got, single = (getattr(arrays, name) for arrays in (wanted, found, halved))
        assert got.dtype == exact.dtype and got.shape == exact.shape == single.shape, name
        assert (got == exact).all(), name
        assert single.dtype == (np.float32 if exact.dtype == np.float64 else exact.dtype)
        assert (single == exact.astype(single.dtype)).all(), name
    assert world.max_penetration() == max(0.0, -wanted.separations.min(initial=0.0))
    assert world.contact_count == len(wanted.separations)
    return len(wanted.separations)


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("solver", [{}, {"friction_model": "manifold_centre", "substeps": 4}], ids=["points", "centre"])
def test_points_of_all_pairs_of_shapes(precision, solver):
    world, joint = build(Recipe(precision=precision, solver=solver))
    most = 0
    for step in range(240):
        drag(world, joint)
        world.step()
        most = max(most, check(world) if step % 20 == 0 else 0)
    assert most > 30


@pytest.mark.parametrize("precision", ["single", "double"])
def test_points_of_sleeping_bodies_beside_awake_ones(precision):
    """They come behind the others, and their manifolds are numbered on."""
    world = grounded(precision=precision)
    column(world, 3)
    run_until_asleep(world)
    assert check(world) == 12
    column(world, 2, at=8.0)
    for _ in range(3):
        world.step()
        assert check(world) == 12 + 8


def test_a_large_still_body_that_comes_first():
    """It is the a of every pair, and their order is that of the others."""
    world = World(solver=SolverSettings(substeps=1))
    world.add_body(shape=Box(half=(30, 30, 0.5)), type="static", position=(0, 0, -0.5))
    for k in range(120):
        world.add_body(shape=Box(half=(0.4, 0.4, 0.4)), position=(2 * (k * 7 % 12) - 11, 2 * (k // 12) - 9, 0.4))
    for _ in range(3):
        world.step()
    assert check(world) == 480
    assert (np.diff(world.contact_arrays().bodies[:, 1]) >= 0).all()


def test_bodies_that_went():
    world = World()
    bodies = [world.add_body(shape=Box(half=(1, 1, 1)), position=(3 * k, 0, 0.99)) for k in range(4)]
    world.add_body(shape=Plane(), type="static")
    world.step()
    assert check(world) == 16
    world.remove(bodies[1])
    assert check(world) == 12 and world.max_penetration() > 0
    world.step()
    assert check(world) == 12


@pytest.mark.parametrize("precision", ["single", "double"])
def test_a_body_that_went_beside_sleeping_ones(precision):
    """Its column wakes, and is read as before until the next step; the other sleeps on."""
    world = grounded(precision=precision)
    column(world, 3), column(world, 2, at=8.0)
    run_until_asleep(world)
    assert check(world) == 20
    world.remove(world.bodies[2])
    assert 0 < world.asleep.sum() < 4 and check(world) == 12
    world.remove(world.bodies[-1])
    assert world.asleep.sum() == 0 and check(world) == 8


def seconds(work) -> float:
    """Of the fastest of several calls."""
    taken = []
    for _ in range(5):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return min(taken)


def test_many_are_read_out_in_a_fraction_of_the_time():
    """A window asks for them between two steps."""
    world = World(solver=SolverSettings(substeps=1))
    world.add_body(shape=Plane(), type="static")
    for k in range(1600):
        world.add_body(shape=Box(half=(0.4, 0.4, 0.4)), position=(k % 40, k // 40, 0.4))
    world.step()
    assert check(world) == 6400
    plain = seconds(lambda: reference(world))
    assert seconds(lambda: world.contact_arrays("single")) < plain / 3
    assert seconds(world.max_penetration) < plain / 6
