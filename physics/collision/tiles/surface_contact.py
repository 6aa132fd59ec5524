"""Contacts with a tile, a triangle of a height field, as part of the whole surface: no body meets an edge inside it.

The separation of a tile and another shape X is found as that of any two.  Its direction n, out of the tile, counts only where it
separates X from the whole surface near the tile's farthest points along n, a corner, a side or all of the triangle:

    n . (p - corner) <= 0        for the points p of the grid that are neighbours of that corner, or lie beyond that side

So it is on a crest or a peak, where X meets an edge or a corner that sticks out.  Where a neighbour of the corner sticks out, X
may lie across an edge there that goes on beyond the tile: of the directions square to an edge from which the surface falls on
both sides the nearest to n counts.  Elsewhere, as in a valley, on flat ground, or where X is below the surface, X meets the
triangle's plane alone, see `tiles.over_tile`.
That a mesh's contacts must have normals that its neighbours allow is known from Box2D's chains (Catto 2020) and Jolt's active
edges (Rouwe 2021); here the region of normals is exact, from the neighbours' places.
"""
from __future__ import annotations

from physics.collision.solids.faces import tile_normal
from physics.collision.solids.placed import size_of, tile_point, to_own
from physics.compile.decorators import formula, routine
from physics.simd.functions import maximum, sqrt
from physics.simd.vec3 import add_scaled, dot, scale, sub

CORNERS, RING = 3, 9                             # of a tile: its first points, and those around it, which follow
ASLANT = 0.7                                     # cosine of directions so far from that of an edge that they are along it rather
FAN = 6                                          # points around a corner
BENT = 1e-4                                      # of the tile's size: by so much a neighbour may stick out, and corners are level


@formula
def ring_point(tile, hulls, k, i):
    """Point i of the four in the ring around corner k, of which the first faces the side to corner k - 1; in the tile's axes."""
    return tile_point(tile, hulls, CORNERS + (3 * k + i) % RING)


@formula
def fan_point(tile, hulls, k, i):
    """Point i of the six around corner k, in order: corner k - 1, four of the ring, corner k + 1; in the tile's own axes."""
    place = i % FAN
    if place == 0 or place == FAN - 1:
        return tile_point(tile, hulls, (k + (2 if place == 0 else 1)) % 3)
    return ring_point(tile, hulls, k, place - 1)


@formula
def square_to_edge(tile, hulls, d, k, i):
    """The unit direction nearest to d among those square to the edge from corner k to point i around it."""
    along = sub(fan_point(tile, hulls, k, i), tile_point(tile, hulls, k))
    m = add_scaled(d, -dot(d, along) / dot(along, along), along)
    return scale(1.0 / sqrt(dot(m, m)), m)


@formula
def holds_edge(tile, hulls, m, k, i):
    """Whether along m, square to the edge from corner k to point i around it, the surface falls on both sides of it."""
    top = dot(tile_point(tile, hulls, k), m) + BENT * size_of(tile)
    return dot(fan_point(tile, hulls, k, i + 1), m) <= top and dot(fan_point(tile, hulls, k, i + FAN - 1), m) <= top


@routine
def nearest_on_edges(tile, hulls, d, k):
    """The direction nearest to d, within ASLANT, along which an edge at corner k is touched; 0 where all are flat or hollow."""
    best, most = scale(0.0, d), ASLANT
    for i in range(FAN):
        m = square_to_edge(tile, hulls, d, k, i)
        along = dot(m, d)
        if along > most and holds_edge(tile, hulls, m, k, i):
            best, most = m, along
    return best


@routine
def touched_along(tile, hulls, out):
    """The direction, in the tile's own axes, along which the surface near it is touched where `out`, in the world's, separates
    the tile alone; 0 where that is the tile's normal."""
    d, slack = to_own(tile, out), BENT * size_of(tile)
    nothing = scale(0.0, d)
    if dot(tile_normal(tile, hulls), d) <= 0.0:
        return nothing
    along = (dot(tile_point(tile, hulls, 0), d), dot(tile_point(tile, hulls, 1), d), dot(tile_point(tile, hulls, 2), d))
    top = maximum(along[0], maximum(along[1], along[2]))
    level = (along[0] >= top - slack, along[1] >= top - slack, along[2] >= top - slack)
    if level[0] and level[1] and level[2]:
        return d
    for k in range(3):
        before, after = level[k - 1], level[(k + 1) % 3]
        if level[k] and before:                          # the side from corner k - 1 to k
            return nothing if dot(ring_point(tile, hulls, k, 0), d) > top + slack else d
        if level[k] and not after:                       # corner k alone
            sticks = False
            for i in range(FAN - 2):
                sticks = sticks or dot(ring_point(tile, hulls, k, i), d) > top + slack
            return nearest_on_edges(tile, hulls, d, k) if sticks else d
    return nothing
