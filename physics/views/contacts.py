"""Contacts of the last step for people and panels: arrays of points, or a list of manifolds."""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from physics.bodies.arrays import (
    COUNT,
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

if TYPE_CHECKING:
    from physics.body import Body


class ContactArrays(NamedTuple):
    """k contact points; separations are those at the end of the step."""

    positions: np.ndarray          # (k, 3) world [m]
    normals: np.ndarray            # (k, 3) from a to b
    separations: np.ndarray        # (k,) [m], negative when overlapping
    normal_impulses: np.ndarray    # (k,) [N s], summed over the substeps
    tangent_impulses: np.ndarray   # (k, 3) on b, world [N s]
    bodies: np.ndarray             # (k, 2) uids of a and b
    features: np.ndarray           # (k,) int, same while the point is the same
    manifolds: np.ndarray          # (k,) int, points of one manifold have one number, rising


class ContactPoint(NamedTuple):
    """One point of a manifold."""

    position: np.ndarray           # (3,) world [m]
    separation: float              # [m]
    normal_impulse: float          # [N s] in the whole step
    tangent_impulse: np.ndarray    # (3,) on b, world [N s]
    feature: int


class Manifold(NamedTuple):
    """The contact of two bodies."""

    a: "Body"
    b: "Body"
    normal: np.ndarray             # (3,) from a to b
    points: tuple[ContactPoint, ...]


def count(world) -> int:
    """Contact points of the last step."""
    state = world._contact_state
    used = np.concatenate((state.touching.index[:state.touching_count], _asleep(world)))
    counts = state.pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[used // W, COUNT, used % W]
    return int(counts.sum())


def contact_arrays(world) -> ContactArrays:
    """All contact points, manifold by manifold in the order of their bodies' uids, those of sleeping bodies last."""
    found, asleep = _solved(world), _asleep(world)
    if not len(asleep):
        return found
    held = _held(world, asleep)
    held = held._replace(manifolds=held.manifolds + 1 + int(found.manifolds.max(initial=-1)))
    return ContactArrays(*(np.concatenate(both) for both in zip(found, held)))


def _asleep(world) -> np.ndarray:
    """Entries of the pairs that touch and sleep."""
    if not world._pool.sleepers:
        return np.empty(0, np.int64)
    entries = touching_entries(world._contact_state)
    return entries[world._contact_state.pairs.due[entries] == 0]


def _held(world, entries: np.ndarray) -> ContactArrays:
    """Contact points of sleeping pairs: they push as in the last substep before, all through the step."""
    pairs, arrays, substeps = world._contact_state.pairs, world._pool.arrays, world.dt / world._last_h
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


def _solved(world) -> ContactArrays:
    """Contact points that were solved in the last step."""
    state, arrays = world._contact_state, world._pool.arrays
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


def manifolds(world) -> list[Manifold]:
    """The same as a list of manifolds."""
    arrays = contact_arrays(world)
    made = []
    starts = np.flatnonzero(np.diff(arrays.manifolds, prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(arrays.manifolds)]):
        points = tuple(ContactPoint(arrays.positions[k], float(arrays.separations[k]), float(arrays.normal_impulses[k]),
                                    arrays.tangent_impulses[k], int(arrays.features[k])) for k in range(start, end))
        a, b = (world.body(int(uid)) for uid in arrays.bodies[start])
        made.append(Manifold(a, b, arrays.normals[start], points))
    return made
