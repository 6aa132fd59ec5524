"""Axis-aligned bounding boxes of bodies: tight ones, made in each step, and fat ones, kept until the body leaves its own.

A sphere extends by its radius in every direction, a box by sum_k |R_ik| h_k along axis i, a capsule by its radius and |R_iz|
times the half length of its axis, a cylinder by |R_iz| h and r times the rest of R's row; cones and hulls as the box that has
their size, parts of compounds as a box about them in the compound's axes.  Planes and rows without a body
have inverted boxes (low corner at FAR, high corner at -FAR), which overlap nothing and lie inside every box.

Bodies that look ahead have boxes that contain the motion of the step too.  Where they look ahead to bodies that are not dynamic
alone, the boxes of these are larger by `Margins.fixed`, and a dynamic body's contains only what it moves beyond that, along each
axis: so the boxes of most are no larger, and find no more dynamic neighbours, than without looking ahead.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR, aligned
from physics.collision.shape_kinds import CAPSULE, CYLINDER, PART, PLANE, SPHERE
from physics.compile.decorators import formula
from physics.definitions.body_types import DYNAMIC
from physics.simd.flags import flagged
from physics.simd.functions import absolute, any_lane, fma, full_like, lane_bits, maximum, minimum, select, sqrt, trailing_zeros
from physics.simd.mat33 import rotation_matrix, transform
from physics.simd.memory import load_integers, load_rows, store, store_rows
from physics.simd.value import W
from physics.simd.vec3 import absolute3, add, dot, select3, zero3

LEAST = 1e-30                                   # travel of a body that is not dynamic and does not move [m]
STEPS_AHEAD = 3.0                               # of its motion by which a fat box is extended
MOST_AHEAD = 0.5                                # at most so far, for things of 1 m [m]
BEND = 0.005                                    # share of the radii by which spheres may move in a step along one normal


@formula
def capsule_extent(row, size):
    """Half length of the box around a capsule along an axis, by that row of its rotation matrix."""
    return fma(absolute(row[2]), size[2] - size[0], size[0])


@formula
def cylinder_extent(row, size):
    """Half length of the box around a cylinder along an axis, by that row of its rotation matrix."""
    return fma(absolute(row[2]), size[2], size[0] * sqrt(maximum(fma(row[0], row[0], row[1] * row[1]), 0.0 * row[0])))


@formula
def half_extents(kind, pose, shape):
    """Half lengths of the box around a body along the world's axes [m]; kind as lanes, rows as 8 lanes."""
    rows = rotation_matrix((pose[3], pose[4], pose[5], pose[6]))
    size = (shape[0], shape[1], shape[2])
    round_shape = kind == SPHERE
    found = (select(round_shape, size[0], dot(absolute3(rows[0]), size)),
             select(round_shape, size[1], dot(absolute3(rows[1]), size)),
             select(round_shape, size[2], dot(absolute3(rows[2]), size)))
    if any_lane((kind == CAPSULE) | (kind == CYLINDER)):
        found = (select(kind == CAPSULE, capsule_extent(rows[0], size), select(kind == CYLINDER, cylinder_extent(rows[0], size),
                                                                              found[0])),
                 select(kind == CAPSULE, capsule_extent(rows[1], size), select(kind == CYLINDER, cylinder_extent(rows[1], size),
                                                                              found[1])),
                 select(kind == CAPSULE, capsule_extent(rows[2], size), select(kind == CYLINDER, cylinder_extent(rows[2], size),
                                                                              found[2])))
    return found


@formula
def part_boxes(bodies, row, parts, pose, extent):
    """Centres, as the first three of eight lanes, and half extents of the boxes around bodies of which some are `parts`."""
    box, rows = load_rows(bodies.part_box, row), rotation_matrix((pose[3], pose[4], pose[5], pose[6]))
    centre, half = add((pose[0], pose[1], pose[2]), transform(rows, (box[0], box[1], box[2]))), (box[3], box[4], box[5])
    x = select3(parts, centre, (pose[0], pose[1], pose[2]))
    reach = dot(absolute3(rows[0]), half), dot(absolute3(rows[1]), half), dot(absolute3(rows[2]), half)
    return (x[0], x[1], x[2], pose[3], pose[4], pose[5], pose[6], pose[7]), select3(parts, reach, extent)


@formula
def bit_count(bits):
    """How many bits of an integer are set."""
    count = 0
    while bits:
        count += 1
        bits &= bits - 1
    return count


class Margins(NamedTuple):
    """How boxes grow, and over which time bodies are followed."""

    contact: float                # a body leaves its fat box when its tight one, grown by this, is not inside [m]
    growth: float                 # of a new fat box, on every side [m]
    dt: float                     # step [s]
    ahead: float                  # > 0: boxes contain the motion of the step too, and bodies that move farther are counted [m]
    seam: float = 0.0             # what `travels` adds for boxes with flush neighbours [m]
    farthest: float = MOST_AHEAD  # a new fat box is extended along the motion by at most this [m]
    fixed: float = 0.0            # by which boxes of bodies that are not dynamic are larger on every side [m]


class Left(NamedTuple):
    """Bodies that left their fat boxes."""

    number: np.ndarray            # (1,) int64 how many
    rows: np.ndarray              # (rows,) int32 their rows, rising
    bits: np.ndarray              # (blocks,) int64 a bit for each of them in its block of rows
    fast: np.ndarray              # (2,) int64 how many bodies move so far in a step that a pair of them may be fast, and how many
                                  #            spheres do so for a pair of spheres
    reach: np.ndarray             # (6,) float64 low and high corner of a box that contains the fat boxes of all dynamic bodies


def new_left(rows: int) -> Left:
    """Room for `rows` body rows; what dynamic bodies reach is not known."""
    left = Left(aligned(1, np.int64), aligned(rows, np.int32), aligned(rows // W + 1, np.int64), aligned(2, np.int64),
                aligned(6, np.float64))
    forget_reach(left)
    return left


def forget_reach(left: Left) -> None:
    """Let `Left.reach` contain everything, until all fat boxes are made anew."""
    left.reach[:3], left.reach[3:] = -FAR, FAR


def begin_reach(left: Left) -> None:
    """Let `Left.reach` contain nothing, before all fat boxes are made anew."""
    left.reach[:3], left.reach[3:] = FAR, -FAR


@formula
def leaving(low_high, fat):
    """Mask of the boxes that are not inside the fat ones."""
    return ((low_high[0] < fat[0]) | (low_high[1] < fat[1]) | (low_high[2] < fat[2])
            | (low_high[3] > fat[3]) | (low_high[4] > fat[4]) | (low_high[5] > fat[5]))


@formula
def tight_boxes(block, bodies, pose):
    """Write the tight boxes of the bodies of a block in this pose (8 lanes); returns their six sides."""
    row = block * W
    kind = load_integers(bodies.kind, row, pose[0])
    extent = half_extents(kind, pose, load_rows(bodies.shape, row))
    zero, bounded = zero3(pose[0])[0], (kind != PLANE) & (kind <= PART)
    if any_lane(kind == PART):
        pose, extent = part_boxes(bodies, row, kind == PART, pose, extent)
    low = (select(bounded, pose[0] - extent[0], FAR), select(bounded, pose[1] - extent[1], FAR),
           select(bounded, pose[2] - extent[2], FAR))
    high = (select(bounded, pose[0] + extent[0], -FAR), select(bounded, pose[1] + extent[1], -FAR),
            select(bounded, pose[2] + extent[2], -FAR))
    store_rows(bodies.aabb, row, (low[0], low[1], low[2], high[0], high[1], high[2], zero, zero))
    return low[0], low[1], low[2], high[0], high[1], high[2]


@formula
def extension(motion, farthest):
    """By how much a fat box is extended along `motion` [m], so that a falling body does not leave its box in every step."""
    return maximum(minimum(STEPS_AHEAD * motion, farthest), -farthest)


@formula
def beyond(motion, most):
    """By how much a motion goes beyond `most` in its direction [m]."""
    return motion - maximum(minimum(motion, most), -most)


@formula
def travels(block, bodies, dynamic, way, seam):
    """Bodies.travel of a block's bodies that move by `way` in a step [m]: its sign tells who is not dynamic.

    The sum of two of them bounds by how much a pair moves.  Boxes with flush neighbours have `seam` more, so that pairs of them
    reach the margin when they move by the flush tolerance.
    """
    more = select(flagged(bodies.flush, block * W, bodies.pose), full_like(way, seam + LEAST), LEAST)
    return select(dynamic, way, -(way + more))


@formula
def fast_spheres(block, bodies, spheres, way, ahead):
    """How many `spheres` of a block move farther than `ahead` or BEND of their radius: of two, one does if their sum is more."""
    if not any_lane(spheres):
        return 0
    return bit_count(lane_bits(spheres & (way > minimum(BEND * load_rows(bodies.shape, block * W)[0], full_like(way, ahead)))))


@formula
def renew_boxes(block, bodies, placed, margins, left):
    """Tight boxes of a block's bodies, and new fat ones for those that left theirs, or will in this step; sets their bits.

    placed = (pose, velocity) of the block, 8 lanes each.  A new fat box is extended along the body's motion.  Returns how many
    bodies move so far in dt that pairs of them are followed, and how many spheres that pairs of spheres are, see
    `continuous.time_of_impact`; none unless boxes look ahead.
    """
    margin, growth, dt, row = margins.contact, margins.growth, margins.dt, block * W
    (pose, velocity), fat = placed, load_rows(bodies.fat_aabb, row)
    box = tight_boxes(block, bodies, pose)
    zero, grow = full_like(box[0], 0.0), full_like(box[0], growth)
    x, y, z = dt * velocity[0], dt * velocity[1], dt * velocity[2]
    dynamic, fixed = load_integers(bodies.type, row, zero) == DYNAMIC, full_like(zero, margins.fixed)
    fast, spheres, least, more = 0, 0, full_like(zero, margin), select(dynamic, 0.0, fixed)
    low, high = (zero, zero, zero), (zero, zero, zero)
    if margins.ahead > 0.0:
        way = sqrt(fma(x, x, fma(y, y, z * z)))
        fast = bit_count(lane_bits(way > full_like(zero, margins.ahead)))
        store(bodies.travel, row, travels(block, bodies, dynamic, way, margins.seam))
        sphere = load_integers(bodies.kind, row, zero) == SPHERE              # spheres look ahead to one another, too
        spheres = fast_spheres(block, bodies, sphere, way, margins.ahead)
        most = select(dynamic & ~sphere, fixed, 0.0)
        u, v, w = beyond(x, most), beyond(y, most), beyond(z, most)
        low, high = (minimum(u, zero), minimum(v, zero), minimum(w, zero)), (maximum(u, zero), maximum(v, zero), maximum(w, zero))
    box = (box[0] - more, box[1] - more, box[2] - more, box[3] + more, box[4] + more, box[5] + more)
    gone = leaving((box[0] + minimum(low[0], -least), box[1] + minimum(low[1], -least), box[2] + minimum(low[2], -least),
                    box[3] + maximum(high[0], least), box[4] + maximum(high[1], least), box[5] + maximum(high[2], least)), fat)
    bits = lane_bits(gone)
    if bits != 0:
        most = full_like(zero, margins.farthest)
        x, y, z = extension(x, most), extension(y, most), extension(z, most)
        low = (box[0] + low[0] + minimum(x, zero) - grow, box[1] + low[1] + minimum(y, zero) - grow,
               box[2] + low[2] + minimum(z, zero) - grow)
        high = (box[3] + high[0] + maximum(x, zero) + grow, box[4] + high[1] + maximum(y, zero) + grow,
                box[5] + high[2] + maximum(z, zero) + grow)
        store_rows(bodies.fat_aabb, row, (
            select(gone, low[0], fat[0]), select(gone, low[1], fat[1]), select(gone, low[2], fat[2]),
            select(gone, high[0], fat[3]), select(gone, high[1], fat[4]), select(gone, high[2], fat[5]), zero, zero))
    left.bits[block] = bits
    return fast, spheres


@formula
def include(bodies, row, reach):
    """Let a box contain the fat box of a dynamic body."""
    if bodies.type[row] == DYNAMIC:
        for k in range(3):
            reach[k] = min(reach[k], bodies.fat_aabb[row, k])
            reach[3 + k] = max(reach[3 + k], bodies.fat_aabb[row, 3 + k])


@formula
def list_left(begin, end, bodies, left):
    """List the bodies of blocks begin .. end - 1 that left their fat boxes, from their bits, and include their new ones in what
    is reached."""
    number = np.int64(0)
    for block in range(begin, end):
        bits = left.bits[block]
        while bits:
            row = block * W + trailing_zeros(bits)
            left.rows[number] = row
            include(bodies, row, left.reach)
            bits &= bits - 1
            number += 1
    left.number[0] = number
