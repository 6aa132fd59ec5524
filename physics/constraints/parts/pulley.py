"""The pulley part: a rope from a's anchor over two fixed points to b's anchor.

    s = |p_a - g_a| + ratio |p_b - g_b|,    p = x + r
    J = [ n_a   r_a x n_a   ratio n_b   ratio r_b x n_b ],    n = (p - g) / |p - g|

As a limit from above it is a rope, which never pushes.  Source: Catto, Box2D pulley joint, for the constraint.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.curvature import rope_acceleration
from physics.constraints.parts.distance import direction
from physics.simd.vec3 import add, cross, scale, sub


@formula
def pulley_row(places, arms, fixed, motion):
    """(s [m], row, acceleration); fixed = (ground points of a and b, ratio)."""
    grounds, ratio = fixed
    size_a, n_a = direction(sub(add(places[0][0], arms[0]), grounds[0]))
    size_b, n_b = direction(sub(add(places[1][0], arms[1]), grounds[1]))
    pull_b = scale(ratio, n_b)
    turning_a, turning_b = rope_acceleration(motion, arms, ((n_a, size_a), (n_b, size_b)))
    return (size_a + ratio * size_b, (n_a, cross(arms[0], n_a), pull_b, cross(arms[1], pull_b)),
            turning_a + ratio * turning_b)
