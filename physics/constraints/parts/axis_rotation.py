"""The axis rotation part: an axis of b stays parallel to an axis of a, so that b only rotates about it.

    C_i = t_i . x_b         t_1, t_2 the y and z axes of a's joint frame, x_b the x axis of b's
    J_i = [ 0   -u_i   0   u_i ],     u_i = x_b x t_i

With a point part it makes a hinge.  Source: two tangent rows as in Catto, GDC 2009 (revolute joint); the signs here.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.block import masses_of
from physics.constraints.curvature import axes_acceleration, shared_spin
from physics.constraints.part import ACROSS, PartKind
from physics.constraints.placing import ThreeRows
from physics.simd.quat import rotate
from physics.simd.vec3 import cross, dot

AXIS_ROTATION = 3                                # 2 rows


@formula
def place_axis_rotation(placing):
    """The rows at the bodies' present poses; the third is zero."""
    frames, motion = placing.frames, placing.motion
    zero = 0.0 * frames[0][0]
    one, nothing = zero + 1.0, (zero, zero, zero)
    axis = rotate(frames[1], (one, zero, zero))
    t1, t2 = rotate(frames[0], (zero, one, zero)), rotate(frames[0], (zero, zero, one))
    u1, u2, spin = cross(axis, t1), cross(axis, t2), shared_spin(motion, masses_of(placing.parts.data, placing.base))
    return ThreeRows((dot(t1, axis), dot(t2, axis), zero),
                     ((nothing, u1, u1), (nothing, u2, u2), (nothing, nothing, nothing)),
                     (axes_acceleration(motion, spin, t1, axis), axes_acceleration(motion, spin, t2, axis), zero))


PART = PartKind(AXIS_ROTATION, rows=2, place=place_axis_rotation, turns_only=True, holds_turns=ACROSS)
