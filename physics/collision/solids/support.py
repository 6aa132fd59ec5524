"""Support points: the point of a shape's core that lies farthest in a direction.

    box         the corner with the signs of the direction
    capsule     the centre of a cap
    cylinder    on the rim of an end:  r (x, y) / |(x, y)|, and the half length with the sign of z
    cone        its tip, or on the rim of its base
    hull        the corner of the greatest product with the direction; of equal ones the first; a tile likewise

Corners of a hull are tried sixteen at a time, and so are the normals of its faces: they stand in blocks of sixteen x, sixteen y,
sixteen z, see `hulls.lanes_of`; those that fill up the last block equal the first one, which comes before them.
"""
from __future__ import annotations

from physics.collision.shape_kinds import BOX, CAPSULE, CONE, CONVEX, CYLINDER, TILE
from physics.collision.solids.placed import PARTS_OF_CONE, tile_point, to_own, to_world
from physics.compile.decorators import formula, routine
from physics.simd.functions import greatest_lane, lane_bits, maximum, sqrt, trailing_zeros
from physics.simd.memory import load
from physics.simd.value import W
from physics.simd.vec3 import dot, negate, sub


NOTHING = 1e-300                                 # lengths below this are 0


@formula
def along(lanes, block, d):
    """The products of a block's sixteen vectors with d."""
    at = block * (3 * W)
    return d[0] * load(lanes, at) + d[1] * load(lanes, at + W) + d[2] * load(lanes, at + 2 * W)


@formula
def farthest(lanes, begin, end, d):
    """The number, from 0, of the vector of blocks begin .. end - 1 of `lanes` that lies farthest along d; 0 if d is NaN."""
    one, two = along(lanes, begin, d), along(lanes, end - 1, d)
    most = maximum(one, two)
    for block in range(begin + 1, end - 1):
        most = maximum(most, along(lanes, block, d))
    greatest = greatest_lane(most)
    if end - begin <= 2:                                 # as most hulls: no branch that depends on where it is
        bits = lane_bits(one >= greatest) | lane_bits(two >= greatest) << W
        return trailing_zeros(bits) if bits != 0 else 0 * begin
    for block in range(begin, end):
        bits = lane_bits(along(lanes, block, d) >= greatest)
        if bits != 0:
            return (block - begin) * W + trailing_zeros(bits)
    return 0 * begin


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
def tile_corner(solid, hulls, d):
    """The corner of a tile that lies farthest along d, all in its own axes."""
    p, q, r = tile_point(solid, hulls, 0), tile_point(solid, hulls, 1), tile_point(solid, hulls, 2)
    one, two, three = dot(p, d), dot(q, d), dot(r, d)
    if one >= two and one >= three:
        return p
    return q if two >= three else r


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
    elif kind == TILE:
        x, y, z = tile_corner(solid, hulls, d)
    return x, y, z


@formula
def placed_support(solid, hulls, d):
    """The support point of a Placed shape's core along d, from the centre of the pair's first body, along the world's axes."""
    return to_world(solid, own_support(solid, hulls, to_own(solid, d)))


@routine
def support(solid, hulls, d):
    """`placed_support` as a called function."""
    return placed_support(solid, hulls, d)


@formula
def put_support_inside(rows, k, pair, d):
    """Write the point of the difference a - b farthest along d to row k: the difference, the point of a, that of b; returns the
    difference.  pair = (a, b, hulls).  For loops that do little else."""
    a, b, hulls = pair
    p, q = placed_support(a, hulls, d), placed_support(b, hulls, negate(d))
    w = sub(p, q)
    rows[k, 0], rows[k, 1], rows[k, 2] = w
    rows[k, 3], rows[k, 4], rows[k, 5] = p
    rows[k, 6], rows[k, 7], rows[k, 8] = q
    return w


@routine
def put_support(rows, k, pair, d):
    """`put_support_inside` as a called function."""
    return put_support_inside(rows, k, pair, d)
