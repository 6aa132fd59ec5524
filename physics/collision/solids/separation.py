"""What separates two shapes: the unit normal from a to b, the distance of their surfaces, and the nearest points.

Cores apart: the distance by Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects,
1988, as told by van den Bergen, Collision Detection in Interactive 3D Environments, 2003.  A simplex of points of the difference
of the two cores comes nearer to the origin by one support point after the other, until no point lies farther that way.

Cores that overlap: see `overlap`; cores that are points or segments: see `rods`.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR
from physics.collision.solids.memory import memory_of
from physics.collision.solids.overlap import expand
from physics.collision.solids.placed import double3, placed, radius_of, size_of, tolerance_of
from physics.collision.solids.rods import between_rods, is_rod
from physics.collision.solids.simplex import point_of, reduce_simplex, sum_of
from physics.collision.solids.support import NOTHING, put_support, put_support_inside, support
from physics.compile.decorators import formula, kernel, routine
from physics.simd.functions import sqrt
from physics.simd.vec3 import add_scaled, dot, negate, scale, sub

MOST_STEPS = 64                                  # of the search; flat shapes need less than ten
CLOSE = 1e-12                                    # share of the squared distance by which it is known well enough
SURELY = 0.5                                     # share of the squared distance that a bound must have, where one is enough
NEARLY = 1e-3                                    # share of the squared distance by which it is known well enough to be kept
TOUCHING = 1e-8                                  # of the sizes: nearer cores overlap, for rounding is over 1e-6 of their distance
SAME = 1e-9                                      # of the sizes: nearer points are one; the distance is known as well


class Approach(NamedTuple):
    """How near two cores are."""

    count: int                    # points of the last simplex; 4: the origin is inside
    apart: float                  # by how far the plane square to v separates them, 0 if none was found that does [m]
    v: tuple                      # (3) square to that plane, from b to a; no unit vector
    point_a: tuple                # (3) nearest point of a's core
    point_b: tuple


class Separation(NamedTuple):
    """How two shapes lie to each other."""

    normal: tuple                 # (3) unit vector from a to b
    distance: float               # of the surfaces, negative for an overlap [m]
    point_a: tuple                # (3) nearest or deepest point of a's surface, from a's centre along the world's axes [m]
    point_b: tuple                # (3) likewise of b's surface, from a's centre too


@formula
def is_known(memory, count, w, same):
    """Whether a point is one of the simplex, to a distance `same`: a triangle of two such points has no direction."""
    for k in range(count):
        off = sub(point_of(memory, k), w)
        if dot(off, off) <= same * same:
            return True
    return False


@routine
def approach(pair, memory, enough):
    """The Approach of two cores; one that are farther apart than `enough` [m] may be known by a lower bound of their distance
    alone, its points then being any.

    Of the directions in which two round surfaces nearly touch, the search ends in ever thinner triangles, the last of which are
    rounding.  What counts is the direction whose plane separated the cores farthest, and the pair of points that came nearest:
    they need not be of one turn of the search.
    """
    a, b, _ = pair
    start = sub(a.centre, b.centre)
    if dot(start, start) == 0.0:
        start = (1.0, 0.0, 0.0)
    v = put_support(memory.simplex, 0, pair, negate(start))
    count, square, same = 1, dot(v, v), tolerance_of(pair, SAME)
    memory.weights[0] = 1.0
    apart, normal, point_a, point_b = 0.0, v, v, v
    for _ in range(MOST_STEPS):
        if square <= same * same:
            break
        w = put_support_inside(memory.simplex, count, pair, negate(v))
        along, length = dot(v, w), sqrt(square)
        if along > enough * length and along > SURELY * square:
            return Approach(count, along / length, v, w, w)
        if along > (1.0 - NEARLY) * square:
            point_a, point_b = sum_of(memory, count, 3), sum_of(memory, count, 6)
            if along > apart * length:
                apart, normal = along / length, v
        if square - along <= CLOSE * square or is_known(memory, count, w, same):
            break
        count = reduce_simplex(memory, count + 1)
        if count == 4:
            break
        v = sum_of(memory, count, 0)
        before, square = square, dot(v, v)
        if square >= before:
            break
    return Approach(count, apart, normal, point_a, point_b)


@formula
def surfaces(pair, normal, apart, points):
    """The Separation of two shapes from that of their cores and the points of these."""
    radius_a, radius_b = radius_of(pair[0]), radius_of(pair[1])
    return Separation(normal, apart - radius_a - radius_b, add_scaled(points[0], radius_a, normal),
                      add_scaled(points[1], -radius_b, normal))


@routine
def separation_beyond(pair, enough, memory):
    """The Separation of the shapes a and b; beyond `enough` [m] of a lower bound of the distance, and any points.

    pair = (a, b, hulls), working memory of one member.
    """
    a, b, _ = pair
    if is_rod(a) and is_rod(b):
        normal, apart, point_a, point_b = between_rods(a, b)
        return surfaces(pair, normal, apart, (point_a, point_b))
    near = approach(pair, memory, enough + radius_of(a) + radius_of(b))
    tiny = TOUCHING * (size_of(a) + size_of(b))
    if near.count < 4 and near.apart > tiny:
        normal = scale(-1.0 / sqrt(dot(near.v, near.v)), near.v)
        return surfaces(pair, normal, near.apart, (near.point_a, near.point_b))
    normal, apart, point_a, point_b = expand(pair, memory, near.count)
    return surfaces(pair, normal, apart, (point_a, point_b))


@formula
def separation_of(pair, memory):
    """The Separation of the shapes a and b, however far they are apart."""
    return separation_beyond(pair, FAR, memory)


@routine
def bound_along(pair, direction):
    """A lower bound of the distance of the shapes a and b: how far they are apart along a direction from a to b [m], -FAR where
    that has no length."""
    a, b, hulls = pair
    square = dot(direction, direction)
    if square < NOTHING:
        return -FAR
    back = negate(direction)
    apart = dot(support(b, hulls, back), direction) - dot(support(a, hulls, direction), direction)
    return apart / sqrt(square) - radius_of(a) - radius_of(b)


@kernel
def separations(bodies, hulls, memory, rows, found):
    """Write for each pair of body rows (n, 2) the normal from the first to the second, the distance of their surfaces [m], and
    the nearest points of either from the first's centre, to `found` (n, 10); no row is a plane's.

    Reads   bodies.pose bodies.kind bodies.shape hulls rows memory
    Writes  found
    """
    own = memory_of(memory, 0)
    for k in range(len(rows)):
        one, two = rows[k, 0], rows[k, 1]
        between = sub(double3(bodies.pose, two, 0), double3(bodies.pose, one, 0))
        pair = placed(bodies, hulls, one, (0.0, 0.0, 0.0)), placed(bodies, hulls, two, between), hulls
        result = separation_of(pair, own)
        found[k, 0], found[k, 1], found[k, 2] = result.normal
        found[k, 3] = result.distance
        found[k, 4], found[k, 5], found[k, 6] = result.point_a
        found[k, 7], found[k, 8], found[k, 9] = result.point_b


def pair_rows(*pairs: tuple[int, int]) -> np.ndarray:
    """Pairs of body rows as an array."""
    return np.array(pairs, np.int64).reshape(-1, 2)
