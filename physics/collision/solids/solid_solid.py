"""Any two finite shapes of which one is a capsule, a cylinder, a cone or a convex hull: one pair after the other.

Pairs of two boxes, parts of compounds, are left to `narrow_phase.part_boxes`, those with a tile to `tiles.solid_tile`.  Of others
normal and separation are those of
`solids.separation`, the points those of `solids.meeting_faces`, at most four of them.  Pairs whose boxes are apart by more than
points need are passed over, and so are those that are apart along the axis that separated them the last time, which the normal
of a manifold without points is.  `DISTANCE` of pairs without points is a lower bound of their separation.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import AHEAD_SLOTS, ANCHOR_SLOTS, COUNT, DISTANCE, FAR, FIRST, HULL, KEPT, MEETING, REACH
from physics.collision.narrow_phase.manifold import manifold_start
from physics.collision.narrow_phase.manifold_cache import all_kept
from physics.collision.narrow_phase.part_boxes import collide_part_boxes, is_box
from physics.collision.shape_kinds import PART, TILE
from physics.collision.solids.choice import choose
from physics.collision.solids.hulls import Hulls
from physics.collision.solids.lane_manifold import axis_before, put_apart, put_none, put_points
from physics.collision.solids.level_faces import choose_with_corners, may_be_level
from physics.collision.solids.meeting_faces import AS_DEEP, candidates, view_of
from physics.collision.solids.memory import Memory, memory_of
from physics.collision.solids.placed import double3, placed, tolerance_of
from physics.collision.solids.separation import bound_along, separation_beyond
from physics.compile.decorators import formula, kernel
from physics.simd.functions import maximum
from physics.simd.value import W
from physics.simd.vec3 import add_scaled, sub


class SolidRule(NamedTuple):
    """How solids are collided."""

    margin: float                 # points exist where the separation is less [m]
    member: int                   # of the team, whose memory is used
    hulls: Hulls
    memory: Memory


@formula
def is_due(pairs, block, lane):
    """Whether the manifold of a lane of a block has to be found."""
    return pairs.anchors[(block * ANCHOR_SLOTS + KEPT) * W + lane] < 0.5 and pairs.a[block * W + lane] >= FIRST


@formula
def ahead_of(pairs, block, lane, slot):
    """A number of `Pairs.ahead` of a lane of a block."""
    return np.float64(pairs.ahead[(block * AHEAD_SLOTS + slot) * W + lane])


@formula
def gap_of_boxes(bodies, one, two):
    """How far the boxes of two bodies are apart along the axis on which they are farthest apart [m], negative if they overlap."""
    gap = -FAR
    for k in range(3):
        gap = maximum(gap, np.float64(bodies.aabb[one, k]) - np.float64(bodies.aabb[two, k + 3]))
        gap = maximum(gap, np.float64(bodies.aabb[two, k]) - np.float64(bodies.aabb[one, k + 3]))
    return gap


@formula
def between_at(bodies, one, two, time):
    """From the centre of one body to that of another when they have moved for a time [s]; from both at 0."""
    between = sub(double3(bodies.pose, two, 0), double3(bodies.pose, one, 0))
    if time != 0.0:
        between = add_scaled(between, time, sub(double3(bodies.velocity, two, 0), double3(bodies.velocity, one, 0)))
    return between


@formula
def pair_at(bodies, hulls, one, two, between):
    """Two bodies as a pair of Placed shapes, the second `between` away from the first, and the hulls."""
    return placed(bodies, hulls, one, (0.0, 0.0, 0.0)), placed(bodies, hulls, two, between), hulls


@formula
def is_tile(bodies, hulls, row):
    """Whether a row is that of a triangle of a height field."""
    return bodies.kind[row] == PART and hulls.part_kind[np.int64(bodies.shape[row, HULL])] == TILE


@formula
def has_tile(bodies, pairs, hulls, entry):
    """Whether one body of an entry = (block, lane) is a tile."""
    at = entry[0] * W + entry[1]
    return is_tile(bodies, hulls, pairs.a[at]) or is_tile(bodies, hulls, pairs.b[at])


@formula
def collide_pair(bodies, pairs, entry, rule, memory):
    """The manifold of an entry = (block, lane); False if it is one of two boxes, which is still to be found."""
    block, lane = entry
    one, two, manifolds = np.int64(pairs.a[block * W + lane]), np.int64(pairs.b[block * W + lane]), pairs.manifolds
    at, time = manifold_start(block) + lane, ahead_of(pairs, block, lane, MEETING)
    near = maximum(ahead_of(pairs, block, lane, REACH), rule.margin)
    if time == 0.0:
        gap = gap_of_boxes(bodies, one, two)
        if gap >= near:
            put_none(manifolds, at, gap)
            return True
    if is_box(bodies, rule.hulls, one) and is_box(bodies, rule.hulls, two):
        return False
    pair = pair_at(bodies, rule.hulls, one, two, between_at(bodies, one, two, time))
    if manifolds[at + COUNT * W] == 0.0:                 # it was apart: along the same axis it may still be
        known = bound_along(pair, axis_before(manifolds, at))
        if known >= near:
            put_none(manifolds, at, known)
            return True
    separation = separation_beyond(pair, near, memory)
    if separation.distance >= near:
        put_apart(manifolds, at, separation.normal, separation.distance)
        return True
    manifolds[at + DISTANCE * W] = separation.distance
    view = view_of(pair, separation.normal, near)
    count = candidates(pair, separation, view, memory)
    if may_be_level(pair):
        count = choose_with_corners(pair, view, memory, count, separation)
    else:
        count = choose(memory.points, count, tolerance_of(pair, AS_DEEP))
    put_points(manifolds, at, view, memory.points, count)
    return True


@kernel
def collide_solids(begin, end, bodies, pairs, rule):
    """Manifolds of the pairs in blocks begin .. end - 1 that are not kept; `rule` is a SolidRule.

    Reads   bodies.pose bodies.velocity bodies.shape bodies.kind bodies.aabb pairs.a pairs.b pairs.anchors pairs.ahead rule
    Writes  pairs.manifolds pairs.found
    """
    memory, listed, tiled = memory_of(rule.memory, rule.member), 0, len(rule.hulls.tiles) > 0
    for block in range(begin, end):
        if all_kept(pairs.anchors, block):
            continue
        for lane in range(W):
            if not is_due(pairs, block, lane) or tiled and has_tile(bodies, pairs, rule.hulls, (block, lane)):
                continue
            if not collide_pair(bodies, pairs, (block, lane), rule, memory):
                memory.listed[listed] = block * W + lane
                listed += 1
                if listed == W:
                    collide_part_boxes(begin, listed, bodies, pairs, rule)
                    listed = 0
    if listed > 0:
        collide_part_boxes(begin, listed, bodies, pairs, rule)
