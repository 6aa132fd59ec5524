"""The point of a simplex that lies nearest to the origin.

A simplex is one to four points of the difference of two solids, a - b, in the first rows of `Memory.simplex`.  The nearest point
lies on one of its features, a point, an edge, a triangle or the inside; only the points of that feature are kept, with the
barycentric coordinates of the nearest point in `Memory.weights`.
Source: Ericson, Real-Time Collision Detection, 2005, 5.1.2, 5.1.5, 5.1.6 and 9.5.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FAR
from physics.collision.solids.memory import NUMBERS
from physics.compile.decorators import formula, routine
from physics.simd.vec3 import cross, dot, sub

FLAT = 1e-12                                     # volume of a tetrahedron, over the product of its edges, that is rounding


class Nearest(NamedTuple):
    """Which of three points span the feature nearest to the origin, and with which weights; 0 for the others."""

    u: float
    v: float
    w: float


@formula
def point_of(memory, k):
    """The difference in row k of a simplex."""
    return memory.simplex[k, 0], memory.simplex[k, 1], memory.simplex[k, 2]


@formula
def nearest_of_edge(a, b):
    """Weights of a and b."""
    ab = sub(b, a)
    along, square = -dot(a, ab), dot(ab, ab)
    if along <= 0.0 or square <= 0.0:
        return 1.0, 0.0
    if along >= square:
        return 0.0, 1.0
    return 1.0 - along / square, along / square


@routine
def nearest_of_triangle(a, b, c):
    """The Nearest of a triangle, by the Voronoi regions of its corners and edges."""
    ab, ac = sub(b, a), sub(c, a)
    d1, d2 = -dot(ab, a), -dot(ac, a)
    if d1 <= 0.0 and d2 <= 0.0:
        return Nearest(1.0, 0.0, 0.0)
    d3, d4 = -dot(ab, b), -dot(ac, b)
    if d3 >= 0.0 and d4 <= d3:
        return Nearest(0.0, 1.0, 0.0)
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        t = d1 / (d1 - d3) if d1 > d3 else 0.0
        return Nearest(1.0 - t, t, 0.0)
    d5, d6 = -dot(ab, c), -dot(ac, c)
    if d6 >= 0.0 and d5 <= d6:
        return Nearest(0.0, 0.0, 1.0)
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        t = d2 / (d2 - d6) if d2 > d6 else 0.0
        return Nearest(1.0 - t, 0.0, t)
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 >= d3 and d5 >= d6:
        across = (d4 - d3) + (d5 - d6)
        t = (d4 - d3) / across if across > 0.0 else 0.0
        return Nearest(0.0, 1.0 - t, t)
    whole = va + vb + vc
    return Nearest(va / whole, vb / whole, vc / whole)


@formula
def place_at(weights, points):
    """(nearest point, its squared distance)."""
    a, b, c = points
    p = (weights.u * a[0] + weights.v * b[0] + weights.w * c[0], weights.u * a[1] + weights.v * b[1] + weights.w * c[1],
         weights.u * a[2] + weights.v * b[2] + weights.w * c[2])
    return p, dot(p, p)


@formula
def beyond(a, b, c, d):
    """Whether the origin lies on the other side of triangle a b c than d, or the tetrahedron is flat."""
    ab, ac, ad = sub(b, a), sub(c, a), sub(d, a)
    normal = cross(ab, ac)
    inside, outside = dot(normal, ad), -dot(normal, a)
    flat = FLAT * (dot(normal, normal) * dot(ad, ad))
    return inside * outside < 0.0 or inside * inside <= flat


@formula
def keep(memory, numbers, weights):
    """Move the points of positive weight among `numbers` to the front; returns how many there are."""
    count = 0
    for k, weight in zip(numbers, (weights.u, weights.v, weights.w)):
        if weight > 0.0:
            memory.weights[count] = weight
            for slot in range(NUMBERS):
                memory.simplex[count, slot] = memory.simplex[k, slot]
            count += 1
    return count


@formula
def reduce_simplex(memory, count):
    """Keep the points of the feature nearest to the origin; returns how many, 4 if the origin is inside."""
    a = point_of(memory, 0)
    if count == 1:
        memory.weights[0] = 1.0
        return 1
    b = point_of(memory, 1)
    if count == 2:
        u, v = nearest_of_edge(a, b)
        return keep(memory, (0, 1, 1), Nearest(u, v, 0.0))
    c = point_of(memory, 2)
    if count == 3:
        return keep(memory, (0, 1, 2), nearest_of_triangle(a, b, c))
    d = point_of(memory, 3)
    best, chosen, weights = FAR, 0, Nearest(0.0, 0.0, 0.0)
    if beyond(a, b, c, d):
        found = nearest_of_triangle(a, b, c)
        _, square = place_at(found, (a, b, c))
        best, chosen, weights = square, 1, found
    if beyond(a, c, d, b):
        found = nearest_of_triangle(a, c, d)
        _, square = place_at(found, (a, c, d))
        if square < best:
            best, chosen, weights = square, 2, found
    if beyond(a, d, b, c):
        found = nearest_of_triangle(a, d, b)
        _, square = place_at(found, (a, d, b))
        if square < best:
            best, chosen, weights = square, 3, found
    if beyond(b, d, c, a):
        found = nearest_of_triangle(b, d, c)
        _, square = place_at(found, (b, d, c))
        if square < best:
            best, chosen, weights = square, 4, found
    if chosen == 0:
        return 4
    if chosen == 1:
        return keep(memory, (0, 1, 2), weights)
    if chosen == 2:
        return keep(memory, (0, 2, 3), weights)
    if chosen == 3:
        return keep_turned(memory, weights)
    return keep_last(memory, weights)


@formula
def keep_turned(memory, weights):
    """Keep of the triangle a d b, in the order a b d, so that no point is overwritten before it is moved."""
    return keep(memory, (0, 1, 3), Nearest(weights.u, weights.w, weights.v))


@formula
def keep_last(memory, weights):
    """Keep of the triangle b d c, in the order b c d."""
    return keep(memory, (1, 2, 3), Nearest(weights.u, weights.w, weights.v))


@formula
def sum_of(memory, count, first):
    """The weighted sum of three columns of the kept points: 0 of the difference, 3 of the point of a, 6 of that of b."""
    x, y, z = 0.0, 0.0, 0.0
    for k in range(count):
        weight = memory.weights[k]
        x += weight * memory.simplex[k, first]
        y += weight * memory.simplex[k, first + 1]
        z += weight * memory.simplex[k, first + 2]
    return x, y, z
