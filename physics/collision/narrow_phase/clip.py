"""Clipping one face of a box against one of another: the twelve candidates for contact points.

Coordinates are (u, v, height) of the reference face: u and v along its edges from its centre, height above it.  The
incident face is the parallelogram  centre +- a +- b.  Candidates, whose numbers become features:

              3 ------- 2                          v ^   11 ------ 10
        6   .           .   5                        |    |         |
          .   incident    .                          |    |reference|
        7   .           .   4                        |    |         |
              0 ------- 1                            |    8 ------- 9
                                                     +----------> u

    0, 1   where the edge from -a-b to +a-b enters the reference face and leaves it
    2, 3   the edge from +a+b to -a+b          4, 5   from +a-b to +a+b          6, 7   from -a+b to -a-b
    8-11   the reference face's corners that lie inside the parallelogram

An edge that begins inside enters at its beginning, so the even candidates are those corners of the incident face that lie
inside; an edge that ends inside has no leaving point, because the next edge begins there.  The reference face is grown by
a `slack` [m] and the parallelogram shrunk by it: boxes of one size that stand exactly on one another keep the incident
face's corners as their points, whatever the last bits of their positions are.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import absolute, fma, full_like, maximum, minimum, select
from physics.simd.vec3 import add, add_scaled, negate, sub

TINY = 1e-20                                    # [m] replaces 0 in a divisor; far below any length, with a finite inverse


@formula
def inverse_of(x):
    """1 / x, with TINY for a smaller |x|."""
    return 1.0 / select(absolute(x) < TINY, TINY, x)


@formula
def clip_edge(start, along, inverse, half):
    """Entering and leaving point of the edge start .. start + along in |u| <= half[0], |v| <= half[1], and whether they
    exist; inverse = 1 / along for u and v."""
    u0, u1 = (-half[0] - start[0]) * inverse[0], (half[0] - start[0]) * inverse[0]
    v0, v1 = (-half[1] - start[1]) * inverse[1], (half[1] - start[1]) * inverse[1]
    zero, one = full_like(u0, 0.0), full_like(u0, 1.0)
    enter = maximum(maximum(minimum(u0, u1), minimum(v0, v1)), zero)
    leave = minimum(minimum(maximum(u0, u1), maximum(v0, v1)), one)
    inside = enter <= leave
    return add_scaled(start, enter, along), inside, add_scaled(start, leave, along), inside & (leave < 1.0)


@formula
def clip_opposite_edges(centre, along, across, half):
    """Points of the edge centre - along - across .. centre + along - across and, in reverse direction, of the opposite one."""
    edge = add(along, along)
    inverse = (inverse_of(edge[0]), inverse_of(edge[1]))
    first = clip_edge(sub(sub(centre, along), across), edge, inverse, half)
    second = clip_edge(add(add(centre, along), across), negate(edge), negate2(inverse), half)
    return (first[0], first[2], second[0], second[2]), (first[1], first[3], second[1], second[3])


@formula
def negate2(a):
    """-a for two numbers."""
    return -a[0], -a[1]


@formula
def reference_corner(corner, centre, a, b, slack):
    """The point above the corner (u, v) on the incident face, and whether it lies inside by more than `slack`."""
    u, v = corner[0] - centre[0], corner[1] - centre[1]
    area = fma(a[0], b[1], -(a[1] * b[0]))
    along_a, along_b = fma(u, b[1], -(v * b[0])), fma(v, a[0], -(u * a[1]))       # shares of a and b, times the area
    inside = ((absolute(along_a) < absolute(area) - slack * maximum(absolute(b[0]), absolute(b[1])))
              & (absolute(along_b) < absolute(area) - slack * maximum(absolute(a[0]), absolute(a[1]))))
    height = centre[2] + fma(along_a, a[2], along_b * b[2]) * inverse_of(area)
    return (corner[0], corner[1], height), inside


@formula
def reference_corners(half, centre, a, b, slack):
    """The candidates 8 to 11 and whether they exist."""
    p0, e0 = reference_corner((-half[0], -half[1]), centre, a, b, slack)
    p1, e1 = reference_corner((half[0], -half[1]), centre, a, b, slack)
    p2, e2 = reference_corner((half[0], half[1]), centre, a, b, slack)
    p3, e3 = reference_corner((-half[0], half[1]), centre, a, b, slack)
    return (p0, p1, p2, p3), (e0, e1, e2, e3)


@formula
def clip_faces(half, centre, a, b, slack):
    """Three groups of four candidates, and whether they exist; `half` are the half lengths of the reference face."""
    grown = (half[0] + slack, half[1] + slack)
    points_a, exist_a = clip_opposite_edges(centre, a, b, grown)
    points_b, exist_b = clip_opposite_edges(centre, b, negate(a), grown)
    points_c, exist_c = reference_corners(half, centre, a, b, slack)
    return (points_a, points_b, points_c), (exist_a, exist_b, exist_c)
