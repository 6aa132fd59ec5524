"""What a shape X has over or under a tile, and how far from its plane: candidates for the points of a manifold.

X's face towards the tile is cut by upright planes through the tile's sides.  Of its corners q and of X's lowest point, those
that are left have

    separation = n . (q - corner) - radius about X's core,        n: the tile's normal

So every point below the surface is under one tile, and each tile has the part of X that is over it: on flat ground all of them
together make the manifold of X and a plane.
"""
from __future__ import annotations

from physics.bodies.arrays import FAR
from physics.collision.shape_kinds import TILE
from physics.collision.solids.faces import face_along, tile_normal
from physics.collision.solids.meeting_faces import AS_DEEP, CUT, beyond, cut_by_side, put_candidate, take_over
from physics.collision.solids.placed import radius_of, tile_point, to_own, to_world, tolerance_of
from physics.collision.solids.support import support
from physics.compile.decorators import formula, routine
from physics.simd.functions import minimum
from physics.simd.mat33 import transform
from physics.simd.vec3 import add_scaled, dot, negate, sub

GROWN = 1e-9                                     # of a side: how far it is moved out, so that no point falls between two tiles
LOWEST = 2.0 * CUT * (CUT + 1.0)                 # number of X's lowest point


@formula
def upward(tile, hulls):
    """The normal of a tile in the world."""
    return transform(tile.rows, tile_normal(tile, hulls))


@formula
def height_over(tile, hulls, n, point):
    """How far a point, from the centre of the pair's first body, is over a tile's plane along its normal n [m]."""
    return dot(sub(point, to_world(tile, tile_point(tile, hulls, 0))), n)


@formula
def lowest_point(other, hulls, n):
    """The point of a shape's surface that lies farthest against n, from the centre of the pair's first body."""
    return add_scaled(support(other, hulls, negate(n)), -radius_of(other), n)


@formula
def highest_point(other, hulls, n):
    """The point of a shape's surface that lies farthest along n, from the centre of the pair's first body."""
    return add_scaled(support(other, hulls, n), radius_of(other), n)


@formula
def side_from_above(tile, hulls, k):
    """Side k of a tile as seen from above, in its own axes: (x, y, outward x, outward y), as long as the side."""
    p, q = tile_point(tile, hulls, k), tile_point(tile, hulls, (k + 1) % 3)
    x, y = q[1] - p[1], p[0] - q[0]
    return p[0] + GROWN * x, p[1] + GROWN * y, x, y


@formula
def seen_from_above(tile, hulls, point):
    """(x, y) in the tile's own axes of a point, from the centre of the pair's first body, and its height over the plane [m]."""
    own = to_own(tile, sub(point, tile.centre))
    return own[0], own[1], dot(sub(own, tile_point(tile, hulls, 0)), tile_normal(tile, hulls))


@formula
def point_over(tile, hulls, x, y, height):
    """The point of the world that is seen from above at a place of the tile's own axes, at a height over its plane."""
    n, p = tile_normal(tile, hulls), tile_point(tile, hulls, 0)
    z = p[2] + (height - n[0] * (x - p[0]) - n[1] * (y - p[1])) / n[2]
    return to_world(tile, (x, y, z))


@formula
def put_over(memory, view, count, sides, corner):
    """Write the candidate for a corner (x, y, height over the plane, number); returns how many there are.

    sides = (tile, hulls, whether the tile is the pair's first shape)."""
    (tile, hulls, first), (x, y, height, number) = sides, corner
    if height >= view.near:
        return count
    point = point_over(tile, hulls, x, y, height)
    of_tile, of_other = dot(point, view.n) - (height if first else -height), dot(point, view.n)
    heights = (of_tile, of_other) if first else (of_other, of_tile)
    return put_candidate(memory.points, count, (dot(point, view.u), dot(point, view.v)), heights, number)


@formula
def is_over(tile, hulls, x, y):
    """Whether a place of a tile's own axes is in it as seen from above."""
    inside = True
    for k in range(3):
        inside = inside and beyond(x, y, side_from_above(tile, hulls, k)) <= 0.0
    return inside


@routine
def candidates_over(pair, view, memory):
    """Write the candidates of a tile and another shape to `Memory.points`; pair = (a, b, hulls), the view is along the tile's
    normal.  Returns how many there are."""
    a, b, hulls = pair
    first = a.kind == TILE
    tile, other = (a, b) if first else (b, a)
    up, radius, corners, cut = upward(tile, hulls), radius_of(other), memory.face_b, memory.cut
    face = face_along(other, hulls, negate(up), corners)
    for k in range(face.count):
        point = add_scaled((corners[k, 0], corners[k, 1], corners[k, 2]), -radius, up)
        take_over(cut[0], k, seen_from_above(tile, hulls, point), (corners[k, 3], corners[k, 3]))
    left, now = face.count, 0
    for k in range(3):
        left = cut_by_side(cut[now], cut[1 - now], left, side_from_above(tile, hulls, k), 1.0 * k)
        now = 1 - now
    sides, count, least = (tile, hulls, first), 0, FAR
    for k in range(left):
        count = put_over(memory, view, count, sides, (cut[now, k, 0], cut[now, k, 1], cut[now, k, 2], cut[now, k, 3]))
        least = minimum(least, cut[now, k, 2])
    x, y, height = seen_from_above(tile, hulls, lowest_point(other, hulls, up))
    if height < least - tolerance_of(pair, AS_DEEP) and is_over(tile, hulls, x, y):
        count = put_over(memory, view, count, sides, (x, y, height, LOWEST))
    return count
