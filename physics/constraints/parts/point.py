"""The point part: a point of a and a point of b coincide.

    C = x_b + r_b - x_a - r_a                                      (3, along the axes of the world)
    J = [ -1   [r_a]x   1   -[r_b]x ]                              J V = v_b + w_b x r_b - v_a - w_a x r_a
    K = (1/m_a + 1/m_b) 1 + [r_a]x I_a^-1 [r_a]x^T + [r_b]x I_b^-1 [r_b]x^T

r_a and r_b are the arms of the anchors from the centres of mass.  Held, it is a ball socket; as a spring with bounded force from
a to a target in the world, it is the mouse joint.  Source: Catto, "Modeling and Solving Constraints", GDC 2009.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.part import EVERY_AXIS, PartKind
from physics.simd.functions import maximum, minimum
from physics.simd.mat33 import symmetric_transform
from physics.simd.vec3 import add, add_scaled, cross, length, scale, sub

POINT = 0                                        # 3 rows
TINY = 1e-30                                      # keeps 0 / 0 out of the cap


@formula
def point_error(places, arms):
    """C from ((x_a, q_a), (x_b, q_b)) and the arms in the world [m]."""
    return add(sub(places[1][0], places[0][0]), sub(arms[1], arms[0]))


@formula
def point_response(masses, arms, impulse):
    """K impulse: the relative velocity of the points after an impulse on b and its opposite on a."""
    a = cross(symmetric_transform(masses[1], cross(arms[0], impulse)), arms[0])
    b = cross(symmetric_transform(masses[3], cross(arms[1], impulse)), arms[1])
    return add_scaled(add(a, b), masses[0] + masses[2], impulse)


@formula
def point_matrix(masses, arms):
    """K as a symmetric matrix."""
    zero = 0.0 * masses[0]
    one = zero + 1.0
    x = point_response(masses, arms, (one, zero, zero))
    y = point_response(masses, arms, (zero, one, zero))
    z = point_response(masses, arms, (zero, zero, one))
    return x[0], x[1], x[2], y[1], y[2], z[2]


@formula
def capped(impulse, most):
    """The impulse, no longer than `most`: the bound of a spring's force."""
    return scale(minimum(1.0, most / maximum(length(impulse), TINY)), impulse)


PART = PartKind(POINT, rows=3, holds_moves=EVERY_AXIS)
