"""The pulley part: a rope from a's anchor over two fixed points to b's anchor.

    s = |p_a - g_a| + ratio |p_b - g_b|,    p = x + r
    J = [ n_a   r_a x n_a   ratio n_b   ratio r_b x n_b ],    n = (p - g) / |p - g|

With an upper limit it is a rope, which never pushes.  Source: Catto, Box2D pulley joint, for the constraint.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints import part
from physics.constraints.block import kept, kept3
from physics.constraints.curvature import Line, rope_acceleration
from physics.constraints.part import PartKind
from physics.constraints.parts.distance import direction
from physics.constraints.placing import OneRow, arms_of
from physics.simd.vec3 import add, cross, scale, sub

PULLEY = 10                                      # anchor a to its ground point + ratio times anchor b to its ground point [m]


@formula
def place_pulley(placing):
    """The row at the bodies' present poses."""
    parts, at, (place_a, place_b), arms = placing.parts, placing.at, placing.places, arms_of(placing)
    ratio = kept(parts, at, part.RATIO)
    size_a, n_a = direction(sub(add(place_a[0], arms[0]), kept3(parts, at, part.GROUND_A)))
    size_b, n_b = direction(sub(add(place_b[0], arms[1]), kept3(parts, at, part.GROUND_B)))
    pull_b = scale(ratio, n_b)
    turning_a, turning_b = rope_acceleration(placing.motion, arms, Line(n_a, size_a), Line(n_b, size_b))
    return OneRow(size_a + ratio * size_b, (n_a, cross(arms[0], n_a), pull_b, cross(arms[1], pull_b)),
                  turning_a + ratio * turning_b)


PART = PartKind(PULLEY, rows=1, place=place_pulley, opposed=False)
