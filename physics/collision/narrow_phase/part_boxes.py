"""Pairs of boxes of which at least one is a part of a compound: sixteen at once, as pairs of two boxes are.

They are listed while pairs of solids are found one after the other, and found by `narrow_phase.box_box`.  Boxes are placed about
the centres of their bodies in double precision, and collide in the world's.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import AHEAD_SLOTS, DISTANCE, HULL, MEETING, POINT_SLOTS, POINTS, POSITION, REACH
from physics.collision.narrow_phase.box_box import all_faces, greatest_of, put_boxes
from physics.collision.narrow_phase.box_sat import best_edge, box_pair
from physics.collision.narrow_phase.listing import FOUND_SLOTS
from physics.collision.narrow_phase.manifold import manifold_start
from physics.collision.shape_kinds import BOX, PART
from physics.collision.solids.choice import FOUR
from physics.collision.solids.lane_manifold import put_none
from physics.collision.solids.memory import memory_of
from physics.collision.solids.placed import double3, rotation_of
from physics.compile.decorators import formula, kernel, routine
from physics.simd.functions import any_lane, lane_bits, maximum
from physics.simd.mat33 import transform
from physics.simd.memory import load, store
from physics.simd.quat import multiply
from physics.simd.slots import load3, load4
from physics.simd.value import W
from physics.simd.vec3 import add_scaled, sub, zero3

# a block of `Pairs.found` before its manifolds are: quaternions, from a's centre to b's [m], half lengths [m], and the separation
# below which there are points [m]
TURN_A, TURN_B, WAY, HALF_A, HALF_B, NEAR = 0, 4, 8, 11, 14, 17


@formula
def is_box(bodies, hulls, row):
    """Whether a body is a box, or a part of a compound that is one."""
    kind = bodies.kind[row]
    return kind == BOX or kind == PART and hulls.part_kind[np.int64(bodies.shape[row, HULL])] == BOX


@formula
def double4(rows, row, first):
    """Four numbers of a row from place `first` on, in double precision."""
    x, y, z = double3(rows, row, first)
    return x, y, z, np.float64(rows[row, first + 3])


@routine
def box_of(bodies, hulls, row):
    """(centre from that of the body, quaternion, half lengths) of a box along the world's axes, in double precision."""
    turn = double4(bodies.pose, row, 3)
    if bodies.kind[row] == PART:
        number = np.int64(bodies.shape[row, HULL])
        centre = transform(rotation_of(bodies.pose, row, 3), double3(hulls.part_place, number, 0))
        return centre, multiply(turn, double4(hulls.part_place, number, 3)), double3(hulls.part_size, number, 0)
    return (0.0, 0.0, 0.0), turn, double3(bodies.shape, row, 0)


@formula
def put_numbers(found, at, numbers):
    """Write one lane of neighbouring slots."""
    for slot in range(len(numbers)):
        found[at + slot * W] = numbers[slot]


@formula
def put_pair(bodies, pairs, rule, entry, lane):
    """Write the two boxes of an entry to a lane of the block; lane = (its first number, its place in `Memory.offsets`)."""
    (at, offset), hulls, found = lane, rule.hulls, pairs.found
    one, two, ahead = np.int64(pairs.a[entry]), np.int64(pairs.b[entry]), entry // W * (AHEAD_SLOTS * W) + entry % W
    (centre, turn_a, half_a), (other, turn_b, half_b) = box_of(bodies, hulls, one), box_of(bodies, hulls, two)
    between = sub(double3(bodies.pose, two, 0), double3(bodies.pose, one, 0))
    time = np.float64(pairs.ahead[ahead + MEETING * W])
    if time != 0.0:
        between = add_scaled(between, time, sub(double3(bodies.velocity, two, 0), double3(bodies.velocity, one, 0)))
    offset[0], offset[1], offset[2] = centre
    put_numbers(found, at + TURN_A * W, turn_a)
    put_numbers(found, at + TURN_B * W, turn_b)
    put_numbers(found, at + WAY * W, (between[0] + other[0] - centre[0], between[1] + other[1] - centre[1],
                                      between[2] + other[2] - centre[2]))
    put_numbers(found, at + HALF_A * W, half_a)
    put_numbers(found, at + HALF_B * W, half_b)
    found[at + NEAR * W] = maximum(np.float64(pairs.ahead[ahead + REACH * W]), rule.margin)


@formula
def take_pair(pairs, entry, lane):
    """Copy the manifold of an entry from a lane of the block; lane as in `put_pair`."""
    (at, offset), found, manifolds = lane, pairs.found, pairs.manifolds
    to = manifold_start(entry // W) + entry % W
    for slot in range(FOUND_SLOTS):
        manifolds[to + slot * W] = found[at + slot * W]
    manifolds[to + DISTANCE * W] = found[at + DISTANCE * W]
    for k in range(FOUR):
        for axis in range(3):
            manifolds[to + (POINTS + k * POINT_SLOTS + POSITION + axis) * W] += offset[axis]


@kernel
def collide_part_boxes(block, count, bodies, pairs, rule):
    """Manifolds of the first `count` pairs of `Memory.listed`, at most sixteen; `rule` is a SolidRule.

    block: of `Pairs.found`, which is used.

    Reads   bodies.pose bodies.velocity bodies.shape bodies.kind pairs.a pairs.b pairs.ahead rule
    Writes  pairs.manifolds pairs.found
    """
    memory, found, start = memory_of(rule.memory, rule.member), pairs.found, manifold_start(block)
    for lane in range(W):
        put_pair(bodies, pairs, rule, memory.listed[lane if lane < count else 0], (start + lane, memory.offsets[lane]))
    turn_a, turn_b, way = load4(found, start + TURN_A * W), load4(found, start + TURN_B * W), load3(found, start + WAY * W)
    half_a, half_b = load3(found, start + HALF_A * W), load3(found, start + HALF_B * W)
    boxes = box_pair((*zero3(way[0]), *turn_a), (*way, *turn_b), half_a, half_b)
    faces_a, faces_b, size = all_faces(boxes)
    edge, near = best_edge(boxes, size), load(found, start + NEAR * W)
    distance = maximum(greatest_of(faces_a, faces_b), edge.separation)
    touching = distance < near
    if any_lane(touching):
        put_boxes(found, start, boxes, edge, near)
    store(found, start + DISTANCE * W, distance)
    bits = lane_bits(touching)
    for lane in range(count):
        entry = memory.listed[lane]
        if bits >> lane & 1:
            take_pair(pairs, entry, (start + lane, memory.offsets[lane]))
        else:
            put_none(pairs.manifolds, manifold_start(entry // W) + entry % W, found[start + DISTANCE * W + lane])
