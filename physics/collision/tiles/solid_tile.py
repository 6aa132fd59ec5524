"""A finite shape and a tile, one pair after the other; a kernel of its own, which worlds without height fields do not compile.

Normal and points are those of any two shapes where `tiles.surface_contact` allows them, else those of `tiles.over_tile`.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import DISTANCE, FAR, MEETING, REACH
from physics.collision.narrow_phase.manifold import manifold_start
from physics.collision.narrow_phase.manifold_cache import all_kept
from physics.collision.shape_kinds import TILE
from physics.collision.solids.choice import choose
from physics.collision.solids.lane_manifold import put_apart, put_none, put_points
from physics.collision.solids.meeting_faces import AS_DEEP, candidates, view_of
from physics.collision.solids.memory import memory_of
from physics.collision.solids.placed import tolerance_of
from physics.collision.solids.separation import separation_beyond
from physics.collision.solids.solid_solid import ahead_of, between_at, gap_of_boxes, has_tile, is_due, pair_at
from physics.collision.tiles.over_tile import candidates_over, height_over, highest_point, lowest_point, upward
from physics.collision.tiles.surface_contact import may_touch
from physics.compile.decorators import formula, kernel
from physics.simd.functions import maximum
from physics.simd.value import W
from physics.simd.vec3 import negate


@formula
def put_best(manifolds, at, pair, found, memory):
    """Write the manifold of a pair; found = (view, number of candidates), without one the separation is any from 0 on."""
    view, count = found
    count = choose(memory.points, count, tolerance_of(pair, AS_DEEP))
    manifolds[at + DISTANCE * W] = memory.points[0, 3] if count > 0 else 0.0
    put_points(manifolds, at, view, memory.points, count)


@formula
def collide_with_tile(bodies, pairs, entry, rule, memory):
    """The manifold of an entry = (block, lane)."""
    block, lane = entry
    one, two, manifolds = np.int64(pairs.a[block * W + lane]), np.int64(pairs.b[block * W + lane]), pairs.manifolds
    at, time = manifold_start(block) + lane, ahead_of(pairs, block, lane, MEETING)
    near = maximum(ahead_of(pairs, block, lane, REACH), rule.margin)
    gap = gap_of_boxes(bodies, one, two) if time == 0.0 else -FAR
    if gap >= near:
        put_none(manifolds, at, gap)
        return
    pair = pair_at(bodies, rule.hulls, one, two, between_at(bodies, one, two, time))
    first = pair[0].kind == TILE
    tile, other = (pair[0], pair[1]) if first else (pair[1], pair[0])
    up = upward(tile, rule.hulls)
    normal, height = (up if first else negate(up)), height_over(tile, rule.hulls, up, lowest_point(other, rule.hulls, up))
    if height >= near:
        put_apart(manifolds, at, normal, height)
        return
    if height_over(tile, rule.hulls, up, highest_point(other, rule.hulls, up)) > 0.0:
        separation = separation_beyond(pair, near, memory)
        if separation.distance >= near:
            put_apart(manifolds, at, separation.normal, separation.distance)
            return
        if may_touch(tile, rule.hulls, separation.normal if first else negate(separation.normal)):
            view = view_of(pair, separation.normal, near)
            put_best(manifolds, at, pair, (view, candidates(pair, separation, view, memory)), memory)
            return
    view = view_of(pair, normal, near)
    put_best(manifolds, at, pair, (view, candidates_over(pair, view, memory)), memory)


@kernel
def collide_tiles(begin, end, bodies, pairs, rule):
    """Manifolds of the pairs with a tile in blocks begin .. end - 1 that are not kept; `rule` is a SolidRule.

    Reads   bodies.pose bodies.velocity bodies.shape bodies.kind bodies.aabb pairs.a pairs.b pairs.anchors pairs.ahead rule
    Writes  pairs.manifolds
    """
    memory = memory_of(rule.memory, rule.member)
    for block in range(begin, end):
        if all_kept(pairs.anchors, block):
            continue
        for lane in range(W):
            if is_due(pairs, block, lane) and has_tile(bodies, pairs, rule.hulls, (block, lane)):
                collide_with_tile(bodies, pairs, (block, lane), rule, memory)
