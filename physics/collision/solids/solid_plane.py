"""Capsule, cylinder, cone or convex hull (a) against plane (b): the corners of what lies lowest.

With the plane n . x = offset, a corner p of the shape's lowest face, or any corner of a hull, and its core's radius r:

    separation = n . p - offset - r,   normal = -n,   point = p - n (separation / 2 + r)

A point's feature is the corner's number, so that corners which two faces of a hull share keep their impulses when it rolls.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import DISTANCE, MEETING, PLANE_OFFSET, REACH
from physics.collision.narrow_phase.manifold import manifold_start
from physics.collision.narrow_phase.manifold_cache import all_kept
from physics.collision.solids.lane_manifold import put_none, put_points
from physics.collision.solids.solid_solid import ahead_of, is_due
from physics.collision.shape_kinds import CONVEX
from physics.collision.solids.choice import choose
from physics.collision.solids.faces import face_along
from physics.collision.solids.meeting_faces import AS_DEEP, View, put_candidate
from physics.collision.solids.memory import memory_of
from physics.collision.solids.overlap import across
from physics.collision.solids.placed import double3, placed, radius_of, size_of, to_world
from physics.collision.solids.support import support
from physics.compile.decorators import formula, kernel
from physics.simd.functions import maximum
from physics.simd.value import W
from physics.simd.vec3 import add_scaled, cross, dot, negate


@formula
def lower_corners(solid, hulls, view, height, memory):
    """Candidates of the corners near a plane `height` above the solid's centre along view.n; returns how many."""
    face, count = memory.face_a, 0
    if solid.kind == CONVEX:
        first = hulls.first_vertex[solid.hull]
        corners = hulls.first_vertex[solid.hull + 1] - first
    else:
        first, corners = 0, face_along(solid, hulls, view.n, face).count
    for k in range(corners):
        if solid.kind == CONVEX:
            at = first + k
            p, number = to_world(solid, (hulls.vertices[at, 0], hulls.vertices[at, 1], hulls.vertices[at, 2])), 1.0 * k
        else:
            p, number = (face[k, 0], face[k, 1], face[k, 2]), face[k, 3]
        low = dot(p, view.n) + view.radius_a
        if height - low < view.near:
            count = put_candidate(memory.points, count, (dot(p, view.u), dot(p, view.v)), (low, height), number)
    return count


@formula
def collide_with_plane(bodies, pairs, entry, rule, memory):
    """The manifold of an entry = (block, lane)."""
    block, lane = entry
    one, two, manifolds = np.int64(pairs.a[block * W + lane]), np.int64(pairs.b[block * W + lane]), pairs.manifolds
    at, near = manifold_start(block) + lane, maximum(ahead_of(pairs, block, lane, REACH), rule.margin)
    up, place, time = double3(bodies.shape, two, 0), double3(bodies.pose, one, 0), ahead_of(pairs, block, lane, MEETING)
    if time != 0.0:
        place = add_scaled(place, time, double3(bodies.velocity, one, 0))
    solid, down = placed(bodies, rule.hulls, one, (0.0, 0.0, 0.0)), negate(up)
    height = dot(up, place) - np.float64(bodies.shape[two, PLANE_OFFSET])          # of the centre above the plane
    distance = height - dot(support(solid, rule.hulls, down), down) - radius_of(solid)
    if distance >= near:
        put_none(manifolds, at, distance)
        return
    manifolds[at + DISTANCE * W] = distance
    u = across(down)
    view = View(down, u, cross(down, u), radius_of(solid), 0.0, near)
    count = lower_corners(solid, rule.hulls, view, height, memory)
    put_points(manifolds, at, view, memory.points, choose(memory.points, count, AS_DEEP * size_of(solid)))


@kernel
def collide_solids_planes(begin, end, bodies, pairs, rule):
    """Manifolds of the pairs in blocks begin .. end - 1 that are not kept; `rule` is a SolidRule.

    Reads   bodies.pose bodies.velocity bodies.shape bodies.kind pairs.a pairs.b pairs.anchors pairs.ahead rule
    Writes  pairs.manifolds
    """
    memory = memory_of(rule.memory, rule.member)
    for block in range(begin, end):
        if all_kept(pairs.anchors, block):
            continue
        for lane in range(W):
            if is_due(pairs, block, lane):
                collide_with_plane(bodies, pairs, (block, lane), rule, memory)
