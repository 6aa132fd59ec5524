"""The axis pair part: b's anchor stays on a line fixed to a.

    C_i = t_i . (x_b + r_b - x_a - r_a)         t_1, t_2 the y and z axes of a's joint frame, the line its x axis

Two rows of the axis position part, across the line; b's anchor slides along it.  Source: Catto, GDC 2009, prismatic.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.curvature import along_acceleration
from physics.constraints.part import ACROSS, PartKind
from physics.constraints.parts.axis_position import axis_position
from physics.constraints.parts.point import point_error
from physics.constraints.placing import ThreeRows, arms_of
from physics.simd.quat import rotate

AXIS_PAIR = 1                                    # 2 rows


@formula
def place_axis_pair(placing):
    """The rows at the bodies' present poses; the third is zero."""
    places, motion, arms = placing.places, placing.motion, arms_of(placing)
    zero = 0.0 * places[0][0][0]
    one, nothing = zero + 1.0, (zero, zero, zero)
    y_axis, z_axis = rotate(placing.frames[0], (zero, one, zero)), rotate(placing.frames[0], (zero, zero, one))
    apart = point_error(places, arms)
    y, row_y = axis_position(places, arms, y_axis)
    z, row_z = axis_position(places, arms, z_axis)
    accelerations = (along_acceleration(motion, arms, y_axis, apart), along_acceleration(motion, arms, z_axis, apart), zero)
    return ThreeRows((y, z, zero), (row_y, row_z, (nothing, nothing, nothing)), accelerations)


PART = PartKind(AXIS_PAIR, rows=2, place=place_axis_pair, holds_moves=ACROSS)
