"""Support points: the point of a shape's core that lies farthest in a direction.

    box         the corner with the signs of the direction
    capsule     the centre of a cap
    cylinder    on the rim of an end:  r (x, y) / |(x, y)|, and the half length with the sign of z
    cone        its tip, or on the rim of its base
    hull        the corner of the greatest product with the direction; of equal ones the first
"""
from __future__ import annotations

from physics.collision.shape_kinds import BOX, CAPSULE, CONE, CONVEX, CYLINDER
from physics.collision.solids.farthest import farthest
from physics.collision.solids.placed import PARTS_OF_CONE, to_own, to_world
from physics.compile.decorators import formula, routine
from physics.simd.functions import sqrt
from physics.simd.vec3 import negate, sub


NOTHING = 1e-300                                 # lengths below this are 0


@formula
def signed(length, direction):
    """`length` with the sign of `direction`."""
    return length if direction >= 0.0 else -length


@formula
def on_rim(radius, x, y):
    """The point of a circle about z that lies farthest along (x, y)."""
    across = sqrt(x * x + y * y)
    return (radius * x / across, radius * y / across) if across > NOTHING else (radius, 0.0 * radius)


@formula
def own_support(solid, hulls, d):
    """The support point along d, both in the solid's own axes."""
    kind, size = solid.kind, solid.size
    x, y, z = 0.0, 0.0, 0.0
    if kind == CONVEX:
        k = hulls.first_vertex[solid.hull] + farthest(hulls.vertex_lanes, hulls.first_vertex_block[solid.hull],
                                                      hulls.first_vertex_block[solid.hull + 1], d)
        x, y, z = hulls.vertices[k, 0], hulls.vertices[k, 1], hulls.vertices[k, 2]
    elif kind == BOX:
        x, y, z = signed(size[0], d[0]), signed(size[1], d[1]), signed(size[2], d[2])
    elif kind == CAPSULE:
        z = signed(size[2] - size[0], d[2])
    elif kind == CYLINDER:
        (x, y), z = on_rim(size[0], d[0], d[1]), signed(size[2], d[2])
    elif kind == CONE:
        (x, y), z = on_rim(size[0], d[0], d[1]), -size[2] / PARTS_OF_CONE
        if d[0] * x + d[1] * y + d[2] * z < d[2] * size[2]:
            x, y, z = 0.0, 0.0, size[2]
    return x, y, z


@formula
def placed_support(solid, hulls, d):
    """The support point of a Placed shape's core along d, from the centre of the pair's first body, along the world's axes."""
    return to_world(solid, own_support(solid, hulls, to_own(solid, d)))


@routine
def support(solid, hulls, d):
    """`placed_support` as a called function."""
    return placed_support(solid, hulls, d)


@routine
def put_support(rows, k, pair, d):
    """Write the point of the difference a - b farthest along d to row k: the difference, the point of a, that of b; returns the
    difference.  pair = (a, b, hulls)."""
    a, b, hulls = pair
    p, q = placed_support(a, hulls, d), placed_support(b, hulls, negate(d))
    w = sub(p, q)
    rows[k, 0], rows[k, 1], rows[k, 2] = w
    rows[k, 3], rows[k, 4], rows[k, 5] = p
    rows[k, 6], rows[k, 7], rows[k, 8] = q
    return w
