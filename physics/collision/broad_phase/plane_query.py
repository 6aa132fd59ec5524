"""Finding the pairs of planes with bodies, each plane with each body, and sorting all found pairs.

Planes have no boxes, so they are not in the tree; there are few of them.  Pairs that may not collide, see `pair_key`, are left
out.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST, aligned
from physics.collision.broad_phase.pair_key import NEVER, accept, filter_of, key_of, may_collide, tag_of
from physics.collision.broad_phase.pair_merge import pair_kind
from physics.collision.broad_phase.pair_sort import BUCKETS, PASSES, sort_pairs
from physics.collision.shape_kinds import PLANE
from physics.compile.decorators import formula, kernel
from physics.simd.flags import any_flagged
from physics.simd.functions import absolute, fma, lane_bits, trailing_zeros
from physics.simd.memory import as_lanes, load_integers, load_rows
from physics.simd.value import W


class Found(NamedTuple):
    """Found pairs, and the memory that sorts them."""

    number: np.ndarray            # (1,) int64 how many, those without room included
    keys: np.ndarray              # (capacity,) int64
    other: np.ndarray             # (capacity,) int64 the other buffer of the sorting passes, then entries of new pairs
    places: np.ndarray            # (capacity,) int64 places in the list at which new pairs are inserted
    counts: np.ndarray            # (PASSES * BUCKETS,) int64 of digits
    again: np.ndarray             # (rows,) uint8 1: a body whose pairs are searched for
    apart: np.ndarray             # (pairs / 16,) int64 bits of the pairs of the list that are removed unless they are found again


def new_found(rows: int, capacity: int, groups: int = 0) -> Found:
    """Room for `capacity` pairs of `rows` body rows, and for the bits of `groups` times sixteen pairs of the list."""
    return Found(number=aligned(1, np.int64), keys=aligned(capacity, np.int64), other=aligned(capacity, np.int64),
                 places=aligned(capacity, np.int64), counts=aligned(PASSES * BUCKETS, np.int64), again=aligned(rows, np.uint8),
                 apart=aligned(groups, np.int64))


@formula
def add_pair(key, number, found):
    """Store a pair as number `number`; returns the next number.  Beyond the capacity it is only counted."""
    if number < len(found.keys):
        found.keys[number] = key
    return number + 1


@formula
def search_plane(plane, bodies, count, found, fixed):
    """Find the pairs of a plane with those bodies of rows FIRST .. FIRST + count - 1 that are searched for and reach below it, or
    less than `fixed` above it [m]: see `aabb.Margins`.

    With centre c and half lengths e, a box's lowest point above the plane n . x = offset is at n . c - |n| . e - offset.
    In a pair of bodies both boxes are fat.  A plane is not, so here the body's box is fattened twice: e = 2 e_fat - e_tight.
    """
    x, y, z, offset = bodies.shape[plane, 0], bodies.shape[plane, 1], bodies.shape[plane, 2], bodies.shape[plane, 3]
    for start in range(FIRST, FIRST + count, W):
        if not any_flagged(found.again, start, bodies.pose):
            continue
        fat, tight = load_rows(bodies.fat_aabb, start), load_rows(bodies.aabb, start)
        middle = fma(fat[0] + fat[3], x, fma(fat[1] + fat[4], y, (fat[2] + fat[5]) * z))
        size = (2.0 * (fat[3] - fat[0]) - (tight[3] - tight[0]), 2.0 * (fat[4] - fat[1]) - (tight[4] - tight[1]),
                2.0 * (fat[5] - fat[2]) - (tight[5] - tight[2]))
        reach = fma(size[0], absolute(x), fma(size[1], absolute(y), size[2] * absolute(z)))
        number, tag, accepted = found.number[0], tag_of(bodies, plane), filter_of(bodies, plane)
        bits = lane_bits(0.5 * (middle - reach) <= offset + fixed)
        while bits:
            row = start + trailing_zeros(bits)
            bits &= bits - 1
            other = tag_of(bodies, row)
            if found.again[row] != 0 and may_collide(tag, other) and accept(accepted, filter_of(bodies, row)):
                number = add_pair(key_of(pair_kind(tag, other), np.int64(plane), row), number, found)
        found.number[0] = number


@formula
def search_planes(bodies, count, found, fixed):
    """`search_plane` for all planes."""
    for start in range(FIRST, FIRST + count, W):
        bits = lane_bits(load_integers(bodies.kind, start, as_lanes(bodies.pose, 0.0)) == PLANE)
        while bits:
            plane = start + trailing_zeros(bits)
            bits &= bits - 1
            if plane < FIRST + count:
                search_plane(plane, bodies, count, found, fixed)


@formula
def sort_found(rows, found):
    """Sort the found pairs of `rows` rows, unless there was no room for all of them: then another search follows."""
    if found.number[0] <= len(found.keys):
        bits = 0
        while rows >> bits:
            bits += 1
        sort_pairs(found, bits)


@kernel
def finish_search(bodies, count, found, fixed):
    """After a search of the tree: add the pairs with planes, `fixed` [m] above them too, and sort.

    Reads   bodies.shape, bodies.aabb, bodies.fat_aabb, bodies.type, bodies.group, bodies.owner, bodies.kind,
            bodies.category, bodies.mask bodies.sensor, found.again
    Writes  found.number, found.keys, found.other, found.counts
    """
    if found.number[0] <= len(found.keys):
        number = np.int64(0)
        for k in range(found.number[0]):
            key = found.keys[k]
            found.keys[number] = key
            number += key != NEVER
        found.number[0] = number
    search_planes(bodies, count, found, fixed)
    sort_found(len(bodies.kind), found)
