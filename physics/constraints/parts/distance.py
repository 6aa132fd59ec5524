"""The distance part: how far the anchors are apart.

    s = |d|,   d = x_b + r_b - x_a - r_a
    J = [ -n   -(r_a x n)   n   r_b x n ],    n = d / |d|

Where the anchors coincide there is no direction; the row is then nothing.  Source: Catto, GDC 2009 (distance constraint).
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.curvature import distance_acceleration
from physics.constraints.parts.point import point_error
from physics.simd.functions import select
from physics.simd.vec3 import cross, length, scale

LEAST_DISTANCE = 1e-6                            # below it there is no direction [m]


@formula
def direction(d):
    """(|d|, d / |d|), the direction zero where d is."""
    size = length(d)
    known = size > LEAST_DISTANCE
    return size, scale(select(known, 1.0 / select(known, size, 1.0), 0.0), d)


@formula
def distance_row(places, arms, motion):
    """(s [m], (n, u_a, u_b), acceleration)."""
    size, n = direction(point_error(places, arms))
    return size, (n, cross(arms[0], n), cross(arms[1], n)), distance_acceleration(motion, arms, n, size)
