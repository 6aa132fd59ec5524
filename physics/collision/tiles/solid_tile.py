"""A finite shape and a tile, one pair after the other; a kernel of its own, which worlds without height fields do not compile.

Normal and points are those of any two shapes along the direction that `tiles.surface_contact` tells, where that is the tile's
normal those of `tiles.over_tile`.  Points that pass over a ridge are left out, see `tiles.over_ridge`.
"""
from __future__ import annotations

from typing import NamedTuple

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
from physics.collision.solids.separation import Separation, separation_beyond
from physics.collision.solids.solid_solid import SolidRule, ahead_of, between_at, gap_of_boxes, has_tile, is_due, pair_at
from physics.collision.tiles.over_ridge import leave_out_passing
from physics.collision.tiles.over_tile import candidates_over, height_over, highest_point, lowest_point, upward
from physics.collision.tiles.surface_contact import touched_along
from physics.compile.decorators import formula, kernel
from physics.simd.functions import maximum
from physics.simd.mat33 import transform
from physics.simd.value import W
from physics.simd.vec3 import dot, negate

SAME = 1.0 - 1e-12                               # cosine of two directions that are one
LEVEL = 1.0 - 1e-6                               # cosine of a tile's normal and a direction along which its corners are level


class TileRule(NamedTuple):
    """How bodies and tiles are collided."""

    flush: float                  # points no lower than this below a ridge pass over it [m]
    dt: float                     # the step [s]
    solids: SolidRule


@formula
def put_best(manifolds, at, pair, found, memory):
    """Write the manifold of a pair; found = (view, number of candidates), without one the separation is any from 0 on."""
    view, count = found
    count = choose(memory.points, count, tolerance_of(pair, AS_DEEP))
    manifolds[at + DISTANCE * W] = memory.points[0, 3] if count > 0 else 0.0
    put_points(manifolds, at, view, memory.points, count)


@formula
def candidates_along(pair, normal, separation, near, memory):
    """(the view along a normal, number of candidates); nearest points count along the normal of the Separation alone."""
    view = view_of(pair, normal, near)
    distance = separation.distance if dot(normal, separation.normal) > SAME else FAR
    return view, candidates(pair, Separation(normal, distance, separation.point_a, separation.point_b), view, memory)


@formula
def collide_with_tile(bodies, pairs, entry, rule, memory):
    """The manifold of an entry = (block, lane)."""
    (block, lane), hulls = entry, rule.solids.hulls
    one, two, manifolds = np.int64(pairs.a[block * W + lane]), np.int64(pairs.b[block * W + lane]), pairs.manifolds
    at, time = manifold_start(block) + lane, ahead_of(pairs, block, lane, MEETING)
    near = maximum(ahead_of(pairs, block, lane, REACH), rule.solids.margin)
    gap = gap_of_boxes(bodies, one, two) if time == 0.0 else -FAR
    if gap >= near:
        put_none(manifolds, at, gap)
        return
    between = between_at(bodies, one, two, time)
    pair = pair_at(bodies, hulls, one, two, between)
    first = pair[0].kind == TILE
    tile, other = (pair[0], pair[1]) if first else (pair[1], pair[0])
    up = upward(tile, hulls)
    normal, height = (up if first else negate(up)), height_over(tile, hulls, up, lowest_point(other, hulls, up))
    if height >= near:
        put_apart(manifolds, at, normal, height)
        return
    rows, limits = (one, two, between), (rule.dt, rule.flush)
    if height_over(tile, hulls, up, highest_point(other, hulls, up)) > 0.0:
        separation = separation_beyond(pair, near, memory)
        if separation.distance >= near:
            put_apart(manifolds, at, separation.normal, separation.distance)
            return
        own = touched_along(tile, hulls, separation.normal if first else negate(separation.normal))
        if dot(own, own) > 0.0:
            out = transform(tile.rows, own)
            view, count = candidates_along(pair, out if first else negate(out), separation, near, memory)
            if dot(out, up) > LEVEL:
                count = leave_out_passing(bodies, rows, pair, (view, count, memory.points), limits)
            put_best(manifolds, at, pair, (view, count), memory)
            return
    view = view_of(pair, normal, near)
    count = candidates_over(pair, view, memory)
    count = leave_out_passing(bodies, rows, pair, (view, count, memory.points), limits)
    put_best(manifolds, at, pair, (view, count), memory)


@kernel
def collide_tiles(begin, end, bodies, pairs, rule):
    """Manifolds of the pairs with a tile in blocks begin .. end - 1 that are not kept; `rule` is a TileRule.

    Reads   bodies.pose bodies.velocity bodies.shape bodies.kind bodies.aabb pairs.a pairs.b pairs.anchors pairs.ahead rule
    Writes  pairs.manifolds
    """
    solids = rule.solids
    memory = memory_of(solids.memory, solids.member)
    for block in range(begin, end):
        if all_kept(pairs.anchors, block):
            continue
        for lane in range(W):
            if is_due(pairs, block, lane) and has_tile(bodies, pairs, solids.hulls, (block, lane)):
                collide_with_tile(bodies, pairs, (block, lane), rule, memory)
