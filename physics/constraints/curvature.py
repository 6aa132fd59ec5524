"""Curvature: the growth rate of a row's error in a substep at J V = 0, because bodies move on circles.

    C(t + h) = C + h J V + h^2/2 C'' + ...,        curvature = h/2 C'' at constant v and w

J V = 0 moves anchors along straight lines for a substep, so joints drift by h curvature, and correcting it costs pendulums
energy.  With J V + curvature = 0 there is no drift to second order in h: impulses act along the J of the present poses and the
constraint holds at the next ones, as in the symplectic method SHAKE (Ryckaert, Ciccotti, Berendsen, 1977).

Points are held to the end of the series, for h w x (w x r) / 2 grows without bound where the circle itself does not: links that
turn by a radian in a substep would be thrown into ever faster spins.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from physics.bodies.pair_motion import relative
from physics.compile.decorators import formula
from physics.simd.functions import any_lane, maximum, select, sqrt
from physics.simd.quat import sine_cosine
from physics.simd.vec3 import add_scaled, cross, dot, scale, sub

COSINE = 1 / 12, 1 / 360, 1 / 20160              # of 2 (1 - cos t) / t^2 = 1 - x / 12 + ..., x = t^2
SINE = 1 / 6, 1 / 120, 1 / 5040                  # of 1 - sin(t) / t = x / 6 - ...
TINY = 1e-16                                     # square of an arm that has no direction [m2]
FAST = 0.25                                      # turn in a substep up to which curvature holds whatever happens [rad]; more:
                                                 # what whirls in contact loses less, and gains more


class Line(NamedTuple):
    """The line from a fixed point of the world to an anchor."""

    direction: Any                 # unit vector, zero where the length is
    length: Any                    # [m]


@formula
def inward(w, r):
    """w x (w x r): the centripetal acceleration of a point at r from the axis."""
    return cross(w, cross(w, r))


@formula
def point_acceleration(motion, arms):
    """(3) second derivative of x_b + r_b - x_a - r_a [m/s2]; motion = (v_a, w_a, v_b, w_b)."""
    return sub(inward(motion[3], arms[1]), inward(motion[1], arms[0]))


@formula
def circle_series(x):
    """(2 (1 - cos t) / t^2, 1 - sin(t) / t) for x = t^2, up to a radian."""
    return 1.0 + x * (-COSINE[0] + x * (COSINE[1] - x * COSINE[2])), x * (SINE[0] + x * (-SINE[1] + x * SINE[2]))


@formula
def circle_factors(x):
    """As `circle_series`, of any turn.

    A ten-thousandth too much takes a whirling body off its circle by 0.1 mm in each substep; what puts it back there, beside its
    motion, changes its momentum about the anchor by more than a drive does."""
    centripetal, late = circle_series(x)
    far = x > 1.0
    if any_lane(far):
        square = select(far, x, 1.0)
        turn = sqrt(square)
        sine, cosine = sine_cosine(0.5 * turn)
        double = 2.0 * sine
        centripetal, late = select(far, double * double / square, centripetal), select(far, 1.0 - double * cosine / turn, late)
    return centripetal, late


@formula
def circles_of(motion, arms, h):
    """(w x r, t^2) of a's and of b's arm, see `point_curvature`."""
    along_a, along_b = cross(motion[1], arms[0]), cross(motion[3], arms[1])
    square_a, square_b = dot(arms[0], arms[0]) + TINY, dot(arms[1], arms[1]) + TINY
    inverse = h * h / (square_a * square_b)
    return (along_a, dot(along_a, along_a) * square_b * inverse), (along_b, dot(along_b, along_b) * square_a * inverse)


@formula
def curvature_by(motion, alongs, factors, h):
    """`point_curvature` by the factors of both arms; alongs are w x r."""
    (centripetal_a, late_a), (centripetal_b, late_b) = factors
    of_a = add_scaled(scale(-late_a, alongs[0]), 0.5 * h * centripetal_a, cross(motion[1], alongs[0]))
    of_b = add_scaled(scale(-late_b, alongs[1]), 0.5 * h * centripetal_b, cross(motion[3], alongs[1]))
    return sub(of_b, of_a)


@formula
def point_curvature(motion, arms, h):
    """(3) growth of x_b + r_b - x_a - r_a beyond J V at constant velocities, in the mean over h [m/s]: of each body

        ((1 - cos t) / t^2) h w x (w x r)  -  (1 - sin(t) / t) w x r,     t = h |w x r| / |r|

    t is the turn of the arm, not of the body: a wheel that spins about an axis near its arm precesses, its constant w does not.
    """
    (along_a, x_a), (along_b, x_b) = circles_of(motion, arms, h)
    return curvature_by(motion, (along_a, along_b), (circle_factors(x_a), circle_factors(x_b)), h)


@formula
def slow_curvature(motion, arms, h):
    """The same where no arm turns by more than a radian."""
    (along_a, x_a), (along_b, x_b) = circles_of(motion, arms, h)
    return curvature_by(motion, (along_a, along_b), (circle_series(x_a), circle_series(x_b)), h)


@formula
def turns_fast(motion, h):
    """Mask of where a body turns by more than FAST in h, as an arm does only then."""
    return h * h * maximum(dot(motion[1], motion[1]), dot(motion[3], motion[3])) > FAST * FAST


@formula
def arm_turns(motion, arms, h):
    """Squares of the turns t of a's and of b's arm in h, as in `point_curvature` [rad2]."""
    along_a, along_b = cross(motion[1], arms[0]), cross(motion[3], arms[1])
    square_a, square_b = dot(arms[0], arms[0]) + TINY, dot(arms[1], arms[1]) + TINY
    return h * h * dot(along_a, along_a) / square_a, h * h * dot(along_b, along_b) / square_b


@formula
def arm_turn(motion, arms, h):
    """Square of the larger one [rad2]."""
    a, b = arm_turns(motion, arms, h)
    return maximum(a, b)


@formula
def along_acceleration(motion, arms, u, apart):
    """Second derivative of u . d for an axis u fixed to a [m/s2]; apart is d."""
    w = motion[1]
    return (dot(inward(w, u), apart) + 2.0 * dot(cross(w, u), relative(motion, arms))
            + dot(u, point_acceleration(motion, arms)))


@formula
def distance_acceleration(motion, arms, n, size):
    """Second derivative of |d| for n = d / |d| and size = |d|, 0 where d has no direction [m/s2]."""
    speed = relative(motion, arms)
    along = dot(n, speed)
    known = dot(n, n) > 0.5
    return select(known, dot(n, point_acceleration(motion, arms))
                  + (dot(speed, speed) - along * along) / select(known, size, 1.0), 0.0)


@formula
def shared_spin(motion, masses):
    """The spin of both bodies across an axis about which alone they turn against each other.

    Where they differ in truth the lighter one gives way, by the traces of the inverse inertia.
    """
    _, (xa, _, _, ya, _, za), _, (xb, _, _, yb, _, zb) = masses
    ka, kb = xa + ya + za, xb + yb + zb
    both = ka + kb
    share = kb / select(both > 0.0, both, 0.0 * both + 1.0)
    return add_scaled(motion[3], share, sub(motion[1], motion[3]))


@formula
def axes_acceleration(motion, spin, t, axis):
    """Second derivative of t . x_b, t fixed to a and x_b to b, where w_b - w_a = s x_b; `spin` is w_a or w_b across x_b [1/s2].

        x_b' = w_a x x_b,     x_b'' = w_a x (w_a x x_b) + s x_b x (w_a x x_b),     C'' = s t . (w_a - (w_a . x_b) x_b)

    The bodies' own spins differ across the axis by what rounding and corrections have left of the last substep.  With them this
    would come back times s h / 2, and wheels that turn by more than a radian in a substep would burst.
    """
    turning = dot(sub(motion[3], motion[1]), axis)
    return turning * (dot(t, spin) - dot(spin, axis) * dot(t, axis))


@formula
def rope_acceleration(motion, arms, line_a, line_b):
    """(of a, of b) second derivatives of the lengths of two Lines to their anchors [m/s2]."""
    zero = 0.0 * motion[0][0]
    nothing = (zero, zero, zero)
    a = distance_acceleration((nothing, nothing, motion[0], motion[1]), (nothing, arms[0]), line_a.direction, line_a.length)
    b = distance_acceleration((nothing, nothing, motion[2], motion[3]), (nothing, arms[1]), line_b.direction, line_b.length)
    return a, b


@formula
def half_step(h, acceleration):
    """The curvature of three rows."""
    return scale(0.0 * acceleration[0] + 0.5 * h, acceleration)
