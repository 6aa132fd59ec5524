"""Curvature: how fast a row's error grows in a substep although J V = 0, because bodies go on circles.

    C(t + h) = C + h J V + h^2/2 C'' + ...,        curvature = h/2 C'' at constant v and w

J V = 0 moves anchors along straight lines for a substep, so that joints drift by h curvature and pendulums lose energy when
that is corrected.  With J V + curvature = 0 they do not, to second order in h: the impulses act along the J of where the
bodies are and the constraint holds where they get to, as in the symplectic method SHAKE (Ryckaert, Ciccotti, Berendsen, 1977).
"""
from __future__ import annotations

from physics.bodies.pair_motion import relative
from physics.compile.decorators import formula
from physics.simd.functions import select
from physics.simd.vec3 import cross, dot, scale, sub


@formula
def inward(w, r):
    """w x (w x r): the acceleration of a point at r from the centre of a circle."""
    return cross(w, cross(w, r))


@formula
def point_acceleration(motion, arms):
    """(3) second derivative of x_b + r_b - x_a - r_a [m/s2]; motion = (v_a, w_a, v_b, w_b)."""
    return sub(inward(motion[3], arms[1]), inward(motion[1], arms[0]))


@formula
def along_acceleration(motion, arms, u, apart):
    """Second derivative of u . d for an axis u that a carries [m/s2]; apart = d."""
    w = motion[1]
    return (dot(inward(w, u), apart) + 2.0 * dot(cross(w, u), relative(motion, arms))
            + dot(u, point_acceleration(motion, arms)))


@formula
def distance_acceleration(motion, arms, n, size):
    """Second derivative of |d| along n = d / |d|, 0 where that has no direction [m/s2]."""
    speed = relative(motion, arms)
    along = dot(n, speed)
    known = dot(n, n) > 0.5
    return select(known, dot(n, point_acceleration(motion, arms))
                  + (dot(speed, speed) - along * along) / select(known, size, 1.0), 0.0)


@formula
def axes_acceleration(motion, t, axis):
    """Second derivative of t . x_b, t carried by a and x_b by b [1/s2]."""
    wa, wb = motion[1], motion[3]
    return (dot(inward(wa, t), axis) + 2.0 * dot(cross(wa, t), cross(wb, axis)) + dot(t, inward(wb, axis)))


@formula
def rope_acceleration(motion, arms, lines):
    """(of a's end, of b's end) second derivative of their distances from fixed points [m/s2]; lines = ((n, size) of a, of b)."""
    zero = 0.0 * motion[0][0]
    nothing = (zero, zero, zero)
    a = distance_acceleration((nothing, nothing, motion[0], motion[1]), (nothing, arms[0]), lines[0][0], lines[0][1])
    b = distance_acceleration((nothing, nothing, motion[2], motion[3]), (nothing, arms[1]), lines[1][0], lines[1][1])
    return a, b


@formula
def half_step(h, acceleration):
    """The curvature of three rows."""
    return scale(0.0 * acceleration[0] + 0.5 * h, acceleration)
