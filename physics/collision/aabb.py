"""Boxes along the world's axes around bodies: tight ones each step, fat ones while a list of pairs lives.

A sphere reaches its radius in every direction, a box sum_k |R_ik| h_k along axis i.  Planes and rows without a body
have inverted boxes (low corner at FAR, high corner at -FAR), which overlap nothing and never leave another box.
"""
from __future__ import annotations

from physics.arrays import FAR
from physics.collision.shape_kinds import BOX, SPHERE
from physics.jit import formula, kernel
from physics.lanes.functions import full_like, lane_bits, select
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


@kernel
def compute_aabbs(begin, end, bodies, margin=0.0):
    """Tight boxes of the rows of blocks begin .. end - 1 (block k: rows 16 k .. 16 k + 15).

    Returns how many of these bodies, grown by `margin` [m], are no longer inside their fat box.  With the contact margin
    for `margin`, a result of 0 means that no two bodies can be nearer than it without being a pair.

    Reads   bodies.pose, bodies.shape, bodies.kind, bodies.fat_aabb
    Writes  bodies.aabb
    """
    outside = 0
    for block in range(begin, end):
        row = block * W
        pose = load_rows(bodies.pose, row)
        kind = load_integers(bodies.kind, row, pose[0])
        extent = half_extents(kind, pose, load_rows(bodies.shape, row))
        zero, bounded = zero3(pose[0])[0], kind <= BOX
        low = (select(bounded, pose[0] - extent[0], FAR), select(bounded, pose[1] - extent[1], FAR),
               select(bounded, pose[2] - extent[2], FAR))
        high = (select(bounded, pose[0] + extent[0], -FAR), select(bounded, pose[1] + extent[1], -FAR),
                select(bounded, pose[2] + extent[2], -FAR))
        store_rows(bodies.aabb, row, (low[0], low[1], low[2], high[0], high[1], high[2], zero, zero))
        fat, reach = load_rows(bodies.fat_aabb, row), full_like(zero, margin)
        left = ((low[0] - reach < fat[0]) | (low[1] - reach < fat[1]) | (low[2] - reach < fat[2])
                | (high[0] + reach > fat[3]) | (high[1] + reach > fat[4]) | (high[2] + reach > fat[5]))
        outside += set_bits(lane_bits(left))
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
