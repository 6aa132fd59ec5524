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
from physics.simd.functions import select
from physics.simd.vec3 import add_scaled, cross, dot, scale, sub

LATE = 0.0112244898                             # of 1 - sin(t) / t = t^2 (1 + c t^2) / (6 + (0.3 + 6 c) t^2 + c t^4): see on_circle


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
def on_circle(w, r, h):
    """What the circle of a point at r from its body's centre adds to w x r in the mean over h [m/s].

        ((1 - cos t) / t^2) h w x (w x r)  -  (1 - sin(t) / t) w x r,     t = h |w x r| / |r|

    t is the turn of the arm, not of the body: a wheel that spins about an axis near its arm precesses, its constant w does not.
    Both factors by Pade approximants, right to t^4 and t^6 and bounded.
    """
    along = cross(w, r)
    size = dot(r, r)
    t = h * h * dot(along, along) / select(size > 0.0, size, 0.0 * size + 1.0)
    middle = 1.0 / (1.0 + t * (1.0 / 12.0 + t * (1.0 / 240.0)))
    late = t * (1.0 + LATE * t) / (6.0 + t * (0.3 + 6.0 * LATE + LATE * t))
    return add_scaled(scale(-late, along), 0.5 * h * middle, cross(w, along))


@formula
def point_curvature(motion, arms, h):
    """(3) growth of x_b + r_b - x_a - r_a beyond J V at constant velocities, in the mean over h [m/s]."""
    return sub(on_circle(motion[3], arms[1], h), on_circle(motion[1], arms[0], h))


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
