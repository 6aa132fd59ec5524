"""The distance part: the distance between the anchors.

    s = |d|,   d = x_b + r_b - x_a - r_a
    J = [ -n   -(r_a x n)   n   r_b x n ],    n = d / |d|

Where the anchors coincide there is no direction and the row is zero.  Source: Catto, GDC 2009 (distance constraint).
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.curvature import distance_acceleration
from physics.constraints.part import PartKind
from physics.constraints.parts.point import point_error
from physics.constraints.placing import OneRow, arms_of, two_sided
from physics.simd.functions import select
from physics.simd.vec3 import cross, length, scale

DISTANCE = 7                                     # between the anchors [m]
LEAST_DISTANCE = 1e-6                            # below it there is no direction [m]


@formula
def direction(d):
    """(|d|, d / |d|); the direction of a zero vector is zero."""
    size = length(d)
    known = size > LEAST_DISTANCE
    return size, scale(select(known, 1.0 / select(known, size, 1.0), 0.0), d)


@formula
def place_distance(placing):
    """The row at the bodies' present poses."""
    arms = arms_of(placing)
    size, n = direction(point_error(placing.places, arms))
    row = two_sided((n, cross(arms[0], n), cross(arms[1], n)))
    return OneRow(size, row, distance_acceleration(placing.motion, arms, n, size))


PART = PartKind(DISTANCE, rows=1, place=place_distance)
