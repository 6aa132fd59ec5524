"""Boxes along the world's axes around bodies: tight ones each step, fat ones while a list of pairs lives.

A sphere reaches its radius in every direction, a box sum_k |R_ik| h_k along axis i.  Planes and rows without a body
have inverted boxes (low corner at FAR, high corner at -FAR), which overlap nothing and never leave another box.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import FAR, aligned
from physics.collision.shape_kinds import BOX, SPHERE
from physics.jit import formula, kernel
from physics.lanes.flags import any_flagged
from physics.lanes.functions import full_like, lane_bits, select, trailing_zeros
from physics.lanes.mat33 import rotation_matrix
from physics.lanes.memory import load_integers, load_rows, store_rows
from physics.lanes.value import W
from physics.lanes.vec3 import absolute3, dot, zero3


@formula
def half_extents(kind, pose, shape):
    """Half lengths of the box around a body along the world's axes [m]; kind as lanes, rows as 8 lanes."""
    rows = rotation_matrix((pose[3], pose[4], pose[5], pose[6]))
    size = (shape[0], shape[1], shape[2])
    round_shape = kind == SPHERE
    return (select(round_shape, size[0], dot(absolute3(rows[0]), size)),
            select(round_shape, size[1], dot(absolute3(rows[1]), size)),
            select(round_shape, size[2], dot(absolute3(rows[2]), size)))


@formula
def set_bits(bits):
    """How many bits of an integer are set."""
    count = 0
    while bits:
        count += 1
        bits &= bits - 1
    return count


class Left(NamedTuple):
    """Bodies that left their fat boxes."""

    number: np.ndarray            # (1,) int64 how many
    rows: np.ndarray              # (rows,) int32 which, rising


def new_left(rows: int) -> Left:
    """Room for so many rows."""
    return Left(aligned(1, np.int64), aligned(rows, np.int32))


@formula
def leaving(low_high, fat, reach):
    """Mask of tight boxes that, grown by `reach`, are no longer inside their fat ones."""
    return ((low_high[0] - reach < fat[0]) | (low_high[1] - reach < fat[1]) | (low_high[2] - reach < fat[2])
            | (low_high[3] + reach > fat[3]) | (low_high[4] + reach > fat[4]) | (low_high[5] + reach > fat[5]))


@kernel
def compute_aabbs(begin, end, bodies, margin=0.0):
    """Tight boxes of the rows of blocks begin .. end - 1 (block k: rows 16 k .. 16 k + 15).

    Returns how many of these bodies, grown by `margin` [m], are no longer inside their fat box.  With the contact margin
    for `margin`, a result of 0 means that no two bodies can be nearer than it without being a pair.  What sleeps has its box.

    Reads   bodies.pose, bodies.shape, bodies.kind, bodies.fat_aabb, bodies.awake
    Writes  bodies.aabb
    """
    outside = 0
    for block in range(begin, end):
        row = block * W
        if not any_flagged(bodies.awake, row, bodies.pose):
            continue
        pose = load_rows(bodies.pose, row)
        kind = load_integers(bodies.kind, row, pose[0])
        extent = half_extents(kind, pose, load_rows(bodies.shape, row))
        zero, bounded = zero3(pose[0])[0], kind <= BOX
        low = (select(bounded, pose[0] - extent[0], FAR), select(bounded, pose[1] - extent[1], FAR),
               select(bounded, pose[2] - extent[2], FAR))
        high = (select(bounded, pose[0] + extent[0], -FAR), select(bounded, pose[1] + extent[1], -FAR),
                select(bounded, pose[2] + extent[2], -FAR))
        store_rows(bodies.aabb, row, (low[0], low[1], low[2], high[0], high[1], high[2], zero, zero))
        tight = (low[0], low[1], low[2], high[0], high[1], high[2])
        outside += set_bits(lane_bits(leaving(tight, load_rows(bodies.fat_aabb, row), full_like(zero, margin))))
    return outside


@kernel
def fatten(begin, end, bodies, margin):
    """Fat boxes of the rows of blocks begin .. end - 1: the tight ones grown by `margin` [m] on every side.

    Reads   bodies.aabb
    Writes  bodies.fat_aabb
    """
    for block in range(begin, end):
        row = block * W
        box = load_rows(bodies.aabb, row)
        grow = full_like(box[0], margin)
        store_rows(bodies.fat_aabb, row, (box[0] - grow, box[1] - grow, box[2] - grow,
                                          box[3] + grow, box[4] + grow, box[5] + grow, box[6], box[7]))


@kernel
def fatten_left(begin, end, bodies, margins, left):
    """New fat boxes for the bodies of blocks begin .. end - 1 that left theirs, of which a list is made.

    margins = (contact margin, growth) as in `compute_aabbs` and `fatten`.

    Reads   bodies.aabb
    Writes  bodies.fat_aabb, left
    """
    margin, growth = margins
    number = np.int64(0)
    for block in range(begin, end):
        row = block * W
        box, fat = load_rows(bodies.aabb, row), load_rows(bodies.fat_aabb, row)
        gone, grow = leaving(box, fat, full_like(box[0], margin)), full_like(box[0], growth)
        bits = lane_bits(gone)
        if bits == 0:
            continue
        store_rows(bodies.fat_aabb, row, (
            select(gone, box[0] - grow, fat[0]), select(gone, box[1] - grow, fat[1]), select(gone, box[2] - grow, fat[2]),
            select(gone, box[3] + grow, fat[3]), select(gone, box[4] + grow, fat[4]), select(gone, box[5] + grow, fat[5]),
            box[6], box[7]))
        while bits:
            left.rows[number] = row + trailing_zeros(bits)
            bits &= bits - 1
            number += 1
    left.number[0] = number
