"""What separates two shapes: the unit normal from a to b, the distance of their surfaces, and the nearest points.

Cores apart: the distance by Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects,
1988, as told by van den Bergen, Collision Detection in Interactive 3D Environments, 2003.  A simplex of points of the difference
of the two cores comes nearer to the origin by one support point after the other, until no point lies farther that way.

Cores that overlap: see `overlap`.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.collision.solids.overlap import expand
from physics.collision.solids.placed import radius_of
from physics.collision.solids.simplex import reduce_simplex, sum_of
from physics.collision.solids.support import support
from physics.compile.decorators import formula, routine
from physics.simd.functions import sqrt
from physics.simd.vec3 import add_scaled, dot, negate, scale, sub

MOST_STEPS = 64                                  # of the search; flat shapes need less than ten
CLOSE = 1e-12                                    # share of the squared distance by which it is known well enough
TOUCHING = 1e-8                                  # of the sizes: cores nearer than this overlap, for their normal is rounding


class Separation(NamedTuple):
    """How two shapes lie to each other."""

    normal: tuple                 # (3) unit vector from a to b
    distance: float               # of the surfaces, negative for an overlap [m]
    point_a: tuple                # (3) nearest or deepest point of a's surface, from a's centre along the world's axes [m]
    point_b: tuple                # (3) likewise of b's surface, from a's centre too


@formula
def put_support(memory, k, pair, d):
    """Write the point of the difference a - b farthest along d to row k of the simplex; pair = (a, b, hulls)."""
    a, b, hulls = pair
    p, q = support(a, hulls, d), support(b, hulls, negate(d))
    w = sub(p, q)
    memory.simplex[k, 0], memory.simplex[k, 1], memory.simplex[k, 2] = w
    memory.simplex[k, 3], memory.simplex[k, 4], memory.simplex[k, 5] = p
    memory.simplex[k, 6], memory.simplex[k, 7], memory.simplex[k, 8] = q
    return w


@formula
def is_known(memory, count, w):
    """Whether a point is among those of the simplex."""
    for k in range(count):
        if memory.simplex[k, 0] == w[0] and memory.simplex[k, 1] == w[1] and memory.simplex[k, 2] == w[2]:
            return True
    return False


@formula
def size_of(solid):
    """Sum of the half extents [m]."""
    return solid.size[0] + solid.size[1] + solid.size[2]


@routine
def approach(pair, memory):
    """(points of the last simplex, the core's nearest point v to the origin, its squared length); 4 points: it is inside."""
    a, b, _ = pair
    start = sub(a.centre, b.centre)
    if dot(start, start) == 0.0:
        start = (1.0, 0.0, 0.0)
    v = put_support(memory, 0, pair, negate(start))
    count, square = 1, dot(v, v)
    memory.weights[0] = 1.0
    for _ in range(MOST_STEPS):
        w = put_support(memory, count, pair, negate(v))
        if square - dot(v, w) <= CLOSE * square or is_known(memory, count, w):
            break
        count = reduce_simplex(memory, count + 1)
        if count == 4:
            break
        nearer = sum_of(memory, count, 0)
        before, square, v = square, dot(nearer, nearer), nearer
        if square >= before:
            break
        if square == 0.0:
            break
    return count, v, square


@routine
def separation_of(pair, memory):
    """The Separation of the shapes a and b; pair = (a, b, hulls), working memory of one member."""
    a, b, _ = pair
    count, v, square = approach(pair, memory)
    tiny = TOUCHING * (size_of(a) + size_of(b))
    radius_a, radius_b = radius_of(a), radius_of(b)
    if count < 4 and square > tiny * tiny:
        far = sqrt(square)
        normal = scale(-1.0 / far, v)
        point_a, point_b = sum_of(memory, count, 3), sum_of(memory, count, 6)
        apart = far
    else:
        normal, apart, point_a, point_b = expand(pair, memory, count)
    return Separation(normal, apart - radius_a - radius_b, add_scaled(point_a, radius_a, normal),
                      add_scaled(point_b, -radius_b, normal))
