"""The swing part: the angle between the joint frames' x axes, for cones.

    s = atan2(|x_a x x_b|, x_a . x_b)                   0 to pi
    J = [ 0   -u   0   u ],    u = (x_a x x_b) / |x_a x x_b|

At s = 0 there is no direction and the row is zero; a limit is far away there.  Derived here.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.part import PartKind
from physics.constraints.placing import OneRow, relative_turn, still
from physics.simd.angle import arctan2
from physics.simd.functions import select
from physics.simd.quat import rotate
from physics.simd.vec3 import cross, dot, length, scale

SWING = 6                                        # angle between the frames' x axes [rad], never negative
LEAST_SINE = 1e-6                                # below it there is no direction


@formula
def place_swing(placing):
    """The row at the bodies' present poses."""
    frames = placing.frames
    zero = 0.0 * frames[0][0]
    x = (zero + 1.0, zero, zero)
    a, b = rotate(frames[0], x), rotate(frames[1], x)
    across = cross(a, b)
    sine = length(across)
    known = sine > LEAST_SINE
    u = scale(select(known, 1.0 / select(known, sine, 1.0), 0.0), across)
    return OneRow(arctan2(sine, dot(a, b)), relative_turn(u), still(placing))


PART = PartKind(SWING, rows=1, place=place_swing, turns_only=True)
