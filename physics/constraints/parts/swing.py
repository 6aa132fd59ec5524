"""The swing part: the angle between the joint frames' x axes, for cones.

    s = atan2(|x_a x x_b|, x_a . x_b)                   0 to pi
    J = [ 0   -u   0   u ],    u = (x_a x x_b) / |x_a x x_b|

At s = 0 there is no direction; the row is then nothing, which harms no limit, for it is far from it.  Derived here.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.angle import arctan2
from physics.simd.functions import select
from physics.simd.quat import rotate
from physics.simd.vec3 import cross, dot, length, scale

LEAST_SINE = 1e-6                                # below it there is no direction


@formula
def swing_row(frames):
    """(s [rad], u)."""
    zero = 0.0 * frames[0][0]
    x = (zero + 1.0, zero, zero)
    a, b = rotate(frames[0], x), rotate(frames[1], x)
    across = cross(a, b)
    sine = length(across)
    known = sine > LEAST_SINE
    return arctan2(sine, dot(a, b)), scale(select(known, 1.0 / select(known, sine, 1.0), 0.0), across)
