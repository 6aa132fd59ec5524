"""The deepest points of two cores that overlap, along the normal of least depth: those that lie over each other.

Near that normal n the difference of the two cores is nearly flat, a face or a ridge, and the origin lies over one point of it.
Seen along n that point is found as the distance of two shapes is, see `separation`, with the support points along n, tilted by
FINE towards the origin:

    w = support of (n - FINE v / |v|) across n,      v the point of the simplex of the w that is nearest to the origin
"""
from __future__ import annotations

from physics.collision.solids.placed import tolerance_of
from physics.collision.solids.simplex import reduce_simplex, sum_of
from physics.collision.solids.support import put_support
from physics.compile.decorators import formula, routine
from physics.simd.functions import sqrt
from physics.simd.vec3 import add_scaled, dot

FINE = 1e-5                                      # tangent of the tilt: what is left of a face's height under its farthest point
MOST_STEPS = 32                                  # of the search; faces with corners need less than ten
CLOSE = 1e-6                                     # share of the squared distance across n by which it is known well enough
OVER = 1e-9                                      # of the sizes: points so near across n lie over each other
OF_A, OF_B = 3, 6                                # columns of the points of a and b in a simplex


@formula
def put_across(memory, k, pair, normal, d):
    """Write the support point along d to row k of the simplex, its part along the normal left out; returns it."""
    w = put_support(memory.simplex, k, pair, d)
    w = add_scaled(w, -dot(w, normal), normal)
    memory.simplex[k, 0], memory.simplex[k, 1], memory.simplex[k, 2] = w
    return w


@routine
def deepest_points(pair, memory, normal):
    """(point of a, point of b) of two cores with the least depth along `normal`, pair = (a, b, hulls); overwrites the simplex."""
    over = tolerance_of(pair, OVER)
    v, count = put_across(memory, 0, pair, normal, normal), 1
    memory.weights[0] = 1.0
    for _ in range(MOST_STEPS):
        square = dot(v, v)
        if square <= over * over:
            break
        w = put_across(memory, count, pair, normal, add_scaled(normal, -FINE / sqrt(square), v))
        if square - dot(v, w) <= CLOSE * square:
            break
        count = reduce_simplex(memory, count + 1)
        v = sum_of(memory, count, 0)
        if count > 2 or dot(v, v) >= square:
            break
    return sum_of(memory, count, OF_A), sum_of(memory, count, OF_B)
