"""The fifteen axes that can separate two boxes: three face normals of each, nine cross products of their edges.

In A's frame, with C = R_a^T R_b (column j is B's axis j), |C| its absolute values, t = R_a^T (b - a), half lengths h_a, h_b:

    face i of A     |t_i| - h_a,i - (|C| h_b)_i
    face j of B     |(C^T t)_j| - h_b,j - (|C|^T h_a)_j
    edges i x j     (|t_i2 C_i1,j - t_i1 C_i2,j| - h_a,i1 |C|_i2,j - h_a,i2 |C|_i1,j
                                                 - h_b,j1 |C|_i,j2 - h_b,j2 |C|_i,j1) / sqrt(C_i1,j^2 + C_i2,j^2)

with i1, i2 the axes after i, cyclically.  The greatest is the separation [m]; a negative one is the least overlap.
Source: Gottschalk, Lin, Manocha, OBBTree, SIGGRAPH 1996.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FAR
from physics.compile.decorators import formula
from physics.simd.functions import absolute, fma, full_like, maximum, select, sqrt
from physics.simd.mat33 import column, rotation_matrix, transform_transposed
from physics.simd.vec3 import absolute3, cross, dot, scale, select3, sub

PARALLEL = 8.0                                  # edges are parallel where sin^2 of their angle is below this many epsilons
AXES = (0.0, 1.0, 2.0)                          # as floats: numba compiles a formula once more for each literal whole number
NOISE = 8.0                                     # rounding of a separation, in epsilons of the distance


class BoxPair(NamedTuple):
    """Sixteen pairs of boxes as lanes."""

    rows_a: tuple                 # R_a by rows
    rows_b: tuple                 # R_b by rows
    c: tuple                      # R_a^T R_b by rows
    d: tuple                      # from A's centre to B's in the world [m]
    t: tuple                      # the same in A's frame [m]
    half_a: tuple                 # half lengths of A [m]
    half_b: tuple                 # half lengths of B [m]
    noise: object                 # lengths below this are rounding [m]


class EdgeAxis(NamedTuple):
    """The cross product of an edge of A and one of B."""

    separation: object            # along it [m]
    code: object                  # 3 i + j


class EdgeReaches(NamedTuple):
    """Half lengths of two boxes, seen along the axes of A's edges with one edge j of B."""

    own: tuple                    # h_a [m]
    other: tuple                  # h_b,j1 |C|_:,j2 + h_b,j2 |C|_:,j1 [m]


@formula
def epsilon(like):
    """Machine epsilon of the type of `like`, as |3 (4/3 - 1) - 1|: 4/3 is no binary fraction."""
    third = full_like(like, 4.0 / 3.0)
    return absolute((third - 1.0) * 3.0 - 1.0)


@formula
def relative_rotation(rows_a, rows_b):
    """C = R_a^T R_b by rows."""
    a0, a1, a2 = column(rows_a, 0), column(rows_a, 1), column(rows_a, 2)
    b0, b1, b2 = column(rows_b, 0), column(rows_b, 1), column(rows_b, 2)
    return ((dot(a0, b0), dot(a0, b1), dot(a0, b2)),
            (dot(a1, b0), dot(a1, b1), dot(a1, b2)),
            (dot(a2, b0), dot(a2, b1), dot(a2, b2)))


@formula
def box_pair(pose_a, pose_b, half_a, half_b):
    """The BoxPair of two poses (8 lanes each) and half lengths."""
    rows_a = rotation_matrix((pose_a[3], pose_a[4], pose_a[5], pose_a[6]))
    rows_b = rotation_matrix((pose_b[3], pose_b[4], pose_b[5], pose_b[6]))
    d = (pose_b[0] - pose_a[0], pose_b[1] - pose_a[1], pose_b[2] - pose_a[2])
    t = transform_transposed(rows_a, d)
    noise = NOISE * epsilon(d[0]) * (absolute(d[0]) + absolute(d[1]) + absolute(d[2]))
    return BoxPair(rows_a, rows_b, relative_rotation(rows_a, rows_b), d, t, half_a, half_b, noise)


@formula
def face_separations(t, own, other, rows):
    """Separations along three face normals: t between the centres, half lengths, |C| with a row for each normal."""
    reach = (own[0] + dot(other, rows[0]), own[1] + dot(other, rows[1]), own[2] + dot(other, rows[2]))
    return sub(absolute3(t), reach)


@formula
def better_edge(best, code, c, t, reach):
    """The better of the EdgeAxis `best` and the axis i x j, from the components i1, i2 of C_j and t."""
    square = fma(c[0], c[0], c[1] * c[1])
    crossed = square > PARALLEL * epsilon(square)
    separation = (absolute(fma(t[1], c[0], -(t[0] * c[1]))) - reach) / sqrt(select(crossed, square, 1.0))
    better = crossed & (separation > best.separation)
    return EdgeAxis(select(better, separation, best.separation), select(better, code, best.code))


@formula
def better_edges(best, j, c, t, reaches):
    """The best of `best` and the three axes of A's edges with B's edge j, c = column j of C."""
    size = absolute3(c)
    h, other = reaches.own, reaches.other
    best = better_edge(best, j, (c[1], c[2]), (t[1], t[2]), fma(h[1], size[2], fma(h[2], size[1], other[0])))
    best = better_edge(best, 3 + j, (c[2], c[0]), (t[2], t[0]), fma(h[2], size[0], fma(h[0], size[2], other[1])))
    return better_edge(best, 6 + j, (c[0], c[1]), (t[0], t[1]), fma(h[0], size[1], fma(h[1], size[0], other[2])))


@formula
def both_reaches(first, h1, second, h2):
    """h1 second + h2 first, for two columns of |C| and the half lengths of B along the other two axes."""
    return fma(h1, second[0], h2 * first[0]), fma(h1, second[1], h2 * first[1]), fma(h1, second[2], h2 * first[2])


@formula
def best_edge(boxes, size):
    """The best of the nine edge axes of a BoxPair; size = |C|."""
    c, t, half_a, half_b = boxes.c, boxes.t, boxes.half_a, boxes.half_b
    s0, s1, s2 = column(size, 0), column(size, 1), column(size, 2)
    best = EdgeAxis(full_like(t[0], -FAR), full_like(t[0], 0.0))
    best = better_edges(best, AXES[0], column(c, 0), t, EdgeReaches(half_a, both_reaches(s1, half_b[1], s2, half_b[2])))
    best = better_edges(best, AXES[1], column(c, 1), t, EdgeReaches(half_a, both_reaches(s2, half_b[2], s0, half_b[0])))
    return better_edges(best, AXES[2], column(c, 2), t, EdgeReaches(half_a, both_reaches(s0, half_b[0], s1, half_b[1])))


@formula
def edge_directions(code, c):
    """Directions, in A's frame, of the two edges of an edge axis: A's axis i and B's axis j."""
    zero, one = full_like(code, 0.0), full_like(code, 1.0)
    first, second = code < 3.0, code < 6.0
    j = code - select(first, 0.0, select(second, 3.0, full_like(code, 6.0)))
    axis_a = select3(first, (one, zero, zero), select3(second, (zero, one, zero), (zero, zero, one)))
    axis_b = select3(j < 1.0, column(c, 0), select3(j < 2.0, column(c, 1), column(c, 2)))
    return axis_a, axis_b


@formula
def edge_normal(axis_a, axis_b, t):
    """Unit vector along axis_a x axis_b, from A to B."""
    n = cross(axis_a, axis_b)
    inverse = 1.0 / sqrt(maximum(dot(n, n), epsilon(t[0])))
    return scale(select(dot(n, t) < 0.0, -inverse, inverse), n)
