"""The point part: a point of a and a point of b coincide.

    C = x_b + r_b - x_a - r_a                                      (3, along the axes of the world)
    J = [ -1   [r_a]x   1   -[r_b]x ]                              J V = v_b + w_b x r_b - v_a - w_a x r_a
    K = (1/m_a + 1/m_b) 1 + [r_a]x I_a^-1 [r_a]x^T + [r_b]x I_b^-1 [r_b]x^T

r_a and r_b are the arms of the anchors from the centres of mass.  Held, it is a ball socket; as a spring with bounded force from
a to a target in the world, it is the mouse joint.  Source: Catto, "Modeling and Solving Constraints", GDC 2009.
"""
from __future__ import annotations

from physics.bodies.pose_shift import LARGEST_TURN
from physics.compile.decorators import formula
from physics.constraints.part import EVERY_AXIS, PartKind
from physics.constraints.row_motion import positive
from physics.simd.functions import any_lane, maximum, minimum, sqrt
from physics.simd.mat33 import symmetric_inverse, symmetric_transform
from physics.simd.vec3 import add, add_scaled, cross, dot, length, scale, sub

POINT = 0                                        # 3 rows
TINY = 1e-30                                      # keeps 0 / 0 out of the cap
SHRUNK = 2.0 ** -30                              # factor on impulses whose squares are added


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
def inverse_of_point(masses, arms):
    """K^-1, of two immovable bodies the unit matrix."""
    k = point_matrix(masses, arms)
    return symmetric_inverse((positive(k[0]), k[1], k[2], positive(k[3]), k[4], positive(k[5])))


@formula
def within_reach(error, masses, arms, inverse):
    """The share of C that rows may remove: what as a whole turns no body by more than LARGEST_TURN; `inverse` is K^-1.

    J holds for small turns.  A light body at the end of a long arm, driven away by a blow, would have to turn by radians to close
    the gap; sent there at once it flies past, ever farther.

        turn = |I^-1 (r x K^-1 C)|  <=  |C| sqrt(m tr(I^-1)) / 2
    """
    mass_a, inertia_a, mass_b, inertia_b = masses
    square = dot(error, error)
    wide = 4.0 * LARGEST_TURN * LARGEST_TURN
    far = ((square * (inertia_a[0] + inertia_a[3] + inertia_a[5]) > wide * mass_a)
           | (square * (inertia_b[0] + inertia_b[3] + inertia_b[5]) > wide * mass_b))
    share = 0.0 * square + 1.0
    if any_lane(far):
        impulse = symmetric_transform(inverse, error)
        a, b = symmetric_transform(inertia_a, cross(arms[0], impulse)), symmetric_transform(inertia_b, cross(arms[1], impulse))
        share = minimum(share, LARGEST_TURN / sqrt(maximum(maximum(dot(a, a), dot(b, b)), LARGEST_TURN * LARGEST_TURN)))
    return share


@formula
def capped(impulse, most):
    """The impulse, no longer than `most`: the bound of a spring's force.

    Squares of more than 1e19 N s, between bodies of kilometres, are beyond single precision.
    """
    size = length(scale(0.0 * most + SHRUNK, impulse))
    return scale(minimum(1.0, SHRUNK * most / maximum(size, TINY)), impulse)


PART = PartKind(POINT, rows=3, holds_moves=EVERY_AXIS)
