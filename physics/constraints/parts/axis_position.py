"""The axis position part: the position of b's anchor relative to a's along an axis fixed to a.

    s = u . (x_b + r_b - x_a - r_a),   u fixed to a
    J = [ -u   -((r_a + d) x u)   u   r_b x u ],        d = x_b + r_b - x_a - r_a

The axis turns with a, so a's rotation acts at the arm r_a + d, not r_a; without d the row would be wrong by as much as |d|.
Source: derived here; Catto, GDC 2009, prismatic.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.curvature import along_acceleration
from physics.constraints.part import ALONG, PartKind
from physics.constraints.parts.point import point_error
from physics.constraints.placing import OneRow, arms_of, axes_of, two_sided
from physics.simd.vec3 import add, cross, dot

AXIS_POSITION = 4                                # position of b's anchor relative to a's along the x axis of a's frame [m]


@formula
def axis_position(places, arms, u):
    """(s [m], (n, u_a, u_b)) along the unit vector u, given in the world."""
    apart = point_error(places, arms)
    return dot(u, apart), (u, cross(add(arms[0], apart), u), cross(arms[1], u))


@formula
def place_axis_position(placing):
    """The row at the bodies' present poses."""
    arms, axis = arms_of(placing), axes_of(placing.frames)[0]
    along, across = axis_position(placing.places, arms, axis)
    acceleration = along_acceleration(placing.motion, arms, axis, point_error(placing.places, arms))
    return OneRow(along, two_sided(across), acceleration)


PART = PartKind(AXIS_POSITION, rows=1, place=place_axis_position, holds_moves=ALONG)
