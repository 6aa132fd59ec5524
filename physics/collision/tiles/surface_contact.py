"""Contacts with a tile, a triangle of a height field, as part of the whole surface: no body meets an edge inside it.

The separation of a tile and another shape X is found as that of any two.  Its direction n, out of the tile, counts only where it
separates X from the whole surface near the tile's farthest points along n, a corner, a side or all of the triangle:

    n . (p - corner) <= 0        for the points p of the grid that are neighbours of that corner, or lie beyond that side

So it is on a crest or a peak, where X meets an edge or a corner that sticks out.  Elsewhere, as in a valley, on flat ground, or
where X is below the surface, X meets the triangle's plane alone, see `tiles.over_tile`.
That a mesh's contacts must have normals that its neighbours allow is known from Box2D's chains (Catto 2020) and Jolt's active
edges (Rouwe 2021); here the region of normals is exact, from the neighbours' places.
"""
from __future__ import annotations

from physics.collision.solids.faces import tile_normal
from physics.collision.solids.placed import size_of, tile_point, to_own
from physics.compile.decorators import formula, routine
from physics.simd.functions import maximum
from physics.simd.vec3 import dot

CORNERS, RING = 3, 9                             # of a tile: its first points, and those around it, which follow
BENT = 1e-4                                      # of the tile's size: by so much a neighbour may stick out, and corners are level


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
