"""Contacts with a tile, a triangle of a height field, as part of the whole surface: no body meets an edge inside it.

The separation of a tile and another shape X is found as that of any two.  Its direction n, out of the tile, counts only where it
separates X from the whole surface near the tile's farthest points along n, a corner, a side or all of the triangle:

    n . (p - corner) <= 0        for the points p of the grid that are neighbours of that corner, or lie beyond that side

So it is on a crest or a peak, where X meets an edge or a corner that sticks out.  Elsewhere, as in a valley, on flat ground, or
where X is below the surface, X meets the triangle's plane alone, with those of its points that are over the triangle:

    n = normal of the triangle,    separation = n . (lowest point of X - corner)

Then each neighbour has the part of X that is over it, and the normals of all of them are those of the surface.
That a mesh's contacts must have normals that its neighbours allow is known from Box2D's chains (Catto 2020) and Jolt's active
edges (Rouwe 2021); here the region of normals is exact, from the neighbours' places.
"""
from __future__ import annotations

from physics.bodies.arrays import FAR
from physics.collision.shape_kinds import TILE
from physics.collision.solids.faces import tile_normal
from physics.collision.solids.placed import TILE_POINTS, radius_of, tile_point, to_own, to_world
from physics.collision.solids.separation import Separation, separation_beyond, size_of
from physics.collision.solids.support import support
from physics.compile.decorators import formula, routine
from physics.simd.functions import maximum, sqrt
from physics.simd.mat33 import transform
from physics.simd.vec3 import add_scaled, cross, dot, negate, sub

CORNERS = 3                                      # of a tile: its first points; the ring follows
RING = TILE_POINTS - CORNERS
BENT = 1e-4                                      # of the tile's size: by so much a neighbour may stick out, and corners are level
OVER = 1e-9                                      # of the tile's size: points so far beside it are over it


@formula
def is_tile(solid):
    """Whether a shape is a triangle of a height field."""
    return solid.kind == TILE


@formula
def sticks_out(tile, hulls, d, k, top):
    """Whether point k of the ring around a tile lies farther along d than `top`; all in the tile's own axes."""
    return dot(tile_point(tile, hulls, CORNERS + k % RING), d) > top


@routine
def may_touch(tile, hulls, out):
    """Whether the surface near a tile can be touched along the world's direction `out` from it."""
    d, slack = to_own(tile, out), BENT * size_of(tile)
    if dot(tile_normal(tile, hulls), d) <= 0.0:
        return False
    along = (dot(tile_point(tile, hulls, 0), d), dot(tile_point(tile, hulls, 1), d), dot(tile_point(tile, hulls, 2), d))
    top = maximum(along[0], maximum(along[1], along[2]))
    level = (along[0] >= top - slack, along[1] >= top - slack, along[2] >= top - slack)
    if level[0] and level[1] and level[2]:
        return True
    for k in range(3):
        before, after = level[k - 1], level[(k + 1) % 3]
        if level[k] and before:                          # the side from corner k - 1 to k
            return not sticks_out(tile, hulls, d, 3 * k, top + slack)
        if level[k] and not after:                       # corner k alone
            return not (sticks_out(tile, hulls, d, 3 * k, top + slack) or sticks_out(tile, hulls, d, 3 * k + 1, top + slack)
                        or sticks_out(tile, hulls, d, 3 * k + 2, top + slack)
                        or sticks_out(tile, hulls, d, 3 * k + 3, top + slack))
    return False


@routine
def is_over(tile, hulls, n, p):
    """Whether a point of the world, from the centre of the pair's first body, is over a tile as seen along its normal n."""
    slack = OVER * size_of(tile)
    for k in range(3):
        corner = to_world(tile, tile_point(tile, hulls, k))
        side = sub(to_world(tile, tile_point(tile, hulls, (k + 1) % 3)), corner)
        if dot(cross(n, side), sub(p, corner)) < -slack * sqrt(dot(side, side)):
            return False
    return True


@routine
def over_plane(tile, other, hulls, n):
    """(height of the lowest point of the other shape over a tile's plane [m], that point, from the centre of the pair's first
    body); n: the tile's normal."""
    lowest = add_scaled(support(other, hulls, negate(n)), -radius_of(other), n)
    return dot(sub(lowest, to_world(tile, tile_point(tile, hulls, 0))), n), lowest


@routine
def tile_separation(pair, enough, memory):
    """The Separation of a tile and another shape along a normal that the surface has, pair = (a, b, hulls): beyond `enough` [m]
    of any of their points where these are apart, FAR where nothing is known but that the other's face may be over the triangle."""
    a, b, hulls = pair
    first = is_tile(a)
    tile, other = (a, b) if first else (b, a)
    n = transform(tile.rows, tile_normal(tile, hulls))
    height, lowest = over_plane(tile, other, hulls, n)
    normal, foot = (n if first else negate(n)), add_scaled(lowest, -height, n)
    point_a, point_b = (foot, lowest) if first else (lowest, foot)
    if height >= enough:
        return Separation(normal, height, point_a, point_b)
    if dot(sub(other.centre, foot), n) > 0.0:
        found = separation_beyond(pair, enough, memory)
        if found.distance >= enough or may_touch(tile, hulls, found.normal if first else negate(found.normal)):
            return found
    return Separation(normal, height if is_over(tile, hulls, n, foot) else FAR, point_a, point_b)
