"""The axis position part: where b's anchor is from a's along an axis that a carries.

    s = u . (x_b + r_b - x_a - r_a),   u fixed to a
    J = [ -u   -((r_a + d) x u)   u   r_b x u ],        d = x_b + r_b - x_a - r_a

The axis turns with a, so b's anchor is moved by a's turn at the arm r_a + d, not r_a: left out, d makes the row wrong by as
much as |d|.  Two such rows across a line let b's anchor only slide along it.  Source: derived here; Catto, GDC 2009, prismatic.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.curvature import along_acceleration
from physics.constraints.parts.point import point_error
from physics.simd.quat import rotate
from physics.simd.vec3 import add, cross, dot


@formula
def axis_position(places, arms, u):
    """(s [m], (n, u_a, u_b)) along the unit vector u, given in the world."""
    apart = point_error(places, arms)
    return dot(u, apart), (u, cross(add(arms[0], apart), u), cross(arms[1], u))


@formula
def axis_pair(places, arms, frame, motion):
    """(errors [m], rows, accelerations) across the x axis of `frame`, a's joint frame in the world; the third is nothing."""
    zero = 0.0 * places[0][0][0]
    one, nothing = zero + 1.0, (zero, zero, zero)
    y_axis, z_axis = rotate(frame, (zero, one, zero)), rotate(frame, (zero, zero, one))
    apart = point_error(places, arms)
    y, row_y = axis_position(places, arms, y_axis)
    z, row_z = axis_position(places, arms, z_axis)
    turning = (along_acceleration(motion, arms, y_axis, apart), along_acceleration(motion, arms, z_axis, apart), zero)
    return (y, z, zero), (row_y, row_z, (nothing, nothing, nothing)), turning
