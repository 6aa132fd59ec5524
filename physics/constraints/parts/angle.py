"""The angle part: the rotation of b against a about the x axis of a's joint frame.

    q = (x, y, z, w) = conj(q_a f_a) (q_b f_b)
    s = 2 atan2(x, w)                                   the twist of q; continuous past half a turn
    J = [ 0   -u   0   u ],    u = (1, (w z + x y) / (x^2 + w^2), (x z - w y) / (x^2 + w^2)) in a's joint frame

Where b is aligned with a (y = z = 0) u is the axis.  At a swing of half a turn the twist is undefined; x^2 + w^2 has a lower
bound there.  atan2 of x is exact at all angles; asin, or a component along a world axis, is not.
Source: swing and twist of a quaternion; the gradient derived here from q' = 1/2 omega q.
"""
from __future__ import annotations

import math

from physics.compile.decorators import formula
from physics.constraints import block
from physics.constraints.part import ALONG, PartKind
from physics.constraints.parts.rotation import relative_rotation
from physics.constraints.placing import OneRow, axes_of, moved_of, relative_turn, still
from physics.simd.angle import arctan2
from physics.simd.functions import floor, maximum
from physics.simd.memory import load, store
from physics.simd.quat import rotate
from physics.simd.value import W
from physics.simd.vec3 import dot, sub

ANGLE = 5                                        # turn of b's frame against a's about their x axis [rad]
LEAST_TWIST = 1e-3                               # of x^2 + w^2 in J
WHOLE_TURN = 2 * math.pi


@formula
def nearest_turn(angle, last):
    """The angle plus the number of whole turns that brings it nearest to `last`."""
    return angle + WHOLE_TURN * floor((last - angle) * (1.0 / WHOLE_TURN) + 0.5)


@formula
def angle_row(frames, last):
    """(s [rad], u); `last` is the previous angle."""
    x, y, z, w = relative_rotation(frames)
    inverse = 1.0 / maximum(x * x + w * w, LEAST_TWIST)
    half = arctan2(x, w)
    gradient = (0.0 * x + 1.0, (w * z + x * y) * inverse, (x * z - w * y) * inverse)
    return nearest_turn(half + half, last), rotate(frames[0], gradient)


@formula
def turned_about(placing):
    """How far b has turned against a in this step, about the x axis of a's frame, by its motion [rad]."""
    (_, turned_a), (_, turned_b) = moved_of(placing)
    return dot(axes_of(placing.frames)[0], sub(turned_b, turned_a))


@formula
def place_angle(placing):
    """The row at the bodies' present poses; the last angle, and how far they have turned since, say which turn it is."""
    data, base, turned = placing.parts.data, placing.base, turned_about(placing)
    since = turned - load(data, base + block.TURNED * W)
    angle, about = angle_row(placing.frames, load(data, base + block.MEASURE * W) + since)
    store(data, base + block.TURNED * W, turned)
    return OneRow(angle, relative_turn(about), still(placing))


PART = PartKind(ANGLE, rows=1, place=place_angle, turns_only=True, holds_turns=ALONG)
