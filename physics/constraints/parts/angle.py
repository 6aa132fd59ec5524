"""The angle part: the rotation of b against a about the x axis of a's joint frame.

    q = (x, y, z, w) = conj(q_a f_a) (q_b f_b)
    s = 2 atan2(x, w)                                   the twist of q; continuous past half a turn
    J = [ 0   -u   0   u ],    u = (1, (w z + x y) / (x^2 + w^2), (x z - w y) / (x^2 + w^2)) in a's joint frame

Where b is aligned with a (y = z = 0) u is the axis.  At a swing of half a turn the twist is undefined; x^2 + w^2 has a lower
bound there.  atan2 of x is exact at all angles; asin, or a component along a world axis, is not.

An angle that is held at t = `target` is regular at any swing.  Its error e is the smallest turn that brings b back, about u:

    p = conj(r) q,   r = (s, 0, 0, c),   s, c = sin t/2, cos t/2                        q without the turn by t
      = (x c - w s, y c + z s, z c - y s, w c + x s),   p_w >= 0
    sin e/2 = p_x                                       s - t where y = z = 0; with them still 0 where s = t, p_x = 0
    J = [ 0   -u   0   u ],    u = (p_w, z c + y s, z s - y c) / sqrt(1 - p_x^2) in a's joint frame,   |u| = 1
    e'' = -u . (w_a x w_b)                              for constant w and e = 0

From q' = 1/2 omega q follows 2 p_x' = (p_w, z c + y s, z s - y c) . omega = e' cos e/2, and p'' = -1/4 |omega|^2 p for omega
constant in a's frame; that of constant w turns against a, omega' = -w_a x (w_b - w_a).  Without e'' bodies that tumble lose
energy; where one turns by more than `curvature.FAST` in a substep, e'' is another at its end, and is left out.

The twist's gradient on the constraint is u / cos of half the swing: bodies that swing past half a turn would gain energy.  u
changes its sign with p_w there, which the impulse of the substep before does not.

Turns count where the joint holds the axis, too (`part.COUNTED`): more than `FAR` from its target such an angle is the twist,
which is the same but for what the axes are askew.  Where the axis may swing there are no turns to count, and the shortest way is
taken.  A spring about an axis that may swing draws e to 0, so that its energy is one of the poses; else it draws the twist.

A limit is the twist where turns count.  Where the axis may swing, its row is that of an angle held at the nearer bound t:

    s       the twist, of the turn nearest to the last angle within the bounds
    C       +-e beyond the bound, 0 where s = t;  inside  +-(s - t) cos(swing / 2),  as e' = s' cos(swing / 2) at s = t
    J       +-u of t at any s

All bounds meet at a swing of half a turn, and bodies that swing straight through it pass none: a row that kept them from the
plane e = 0 within the substep would stop them.  Where cos is less than `UPRIGHT`, so that they may get there within a substep, C
is all of +-(s - t); by what the bound is passed for that in one substep, the next one takes back.
Beyond a swing of half a turn p_w has changed its sign, and u with it: the bound pushes to the other side, where the range is now.
Bodies that come past it meet a bound before and are led along that.  The nearer bound changes in the middle of what is beyond the
range; where bodies can get there, next to half a turn of swing, e of both is small.
s is the turn nearest to the last angle, brought within the bounds: past a bound by more than half a turn, another way is the way
back.  Limits beyond half a turn, or turns apart, are limits also of axes that may swing, until they swing round: the poses do not
say then how often the bodies have turned.  An impulse is dropped as the nearer bound changes, not as u changes its sign; the next
sweep corrects that, as impulses are sums with bounds.
Source: swing and twist of a quaternion; the gradients derived here.
"""
from __future__ import annotations

import math
from typing import Any, NamedTuple

from physics.compile.decorators import formula
from physics.constraints import block, part
from physics.constraints.block import kept
from physics.constraints.curvature import turns_fast
from physics.constraints.limit import nearest_side
from physics.constraints.part import ALONG, HOLD, LIMIT, SPRING, PartKind
from physics.constraints.parts.rotation import relative_rotation
from physics.constraints.placing import OneRow, axes_of, moved_of, relative_turn, still
from physics.simd.angle import arctan2
from physics.simd.functions import absolute, any_lane, floor, maximum, minimum, select, sqrt
from physics.simd.memory import load, store
from physics.simd.quat import rotate, sine_cosine
from physics.simd.value import W
from physics.simd.vec3 import cross, dot, scale, select3, sub

ANGLE = 5                                        # turn of b's frame against a's about their x axis [rad]
LEAST_TWIST = 1e-3                               # of x^2 + w^2 in J
LEAST_LENGTH = 1e-3                              # of u before it is made a unit vector; shorter: half a turn from the target
FAR = math.pi / 2                                # from the target: a held angle that counts turns [rad]
UPRIGHT = 0.5                                    # cos of half the swing of axes that may be opposite within a substep: less
WHOLE_TURN = 2 * math.pi


class HeldAngle(NamedTuple):
    """The row of a held angle."""

    error: Any                     # e [rad]
    about: Any                     # u in the world


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
def held_angle(frames, target):
    """The HeldAngle of this target [rad]; half a turn from it, where any way is as short, back about the axis."""
    x, y, z, w = relative_rotation(frames)
    s, c = sine_cosine(0.5 * target)
    back = w * c + x * s < 0.0
    s, c = select(back, -s, s), select(back, -c, c)
    turn = w * c + x * s
    length = sqrt(turn * turn + y * y + z * z)
    known = length > LEAST_LENGTH
    inverse, zero = 1.0 / select(known, length, 1.0), 0.0 * x
    about = select3(known, scale(inverse, (turn, z * c + y * s, z * s - y * c)), (zero + 1.0, zero, zero))
    half = arctan2(x * c - w * s, length)
    return HeldAngle(half + half, rotate(frames[0], about))


@formula
def limited_angle(frames, last, bounds):
    """(measure [rad], u) of a limit of an axis that may swing: s within the bounds, beyond one this and e."""
    lower, upper = bounds
    angle, _ = angle_row(frames, minimum(maximum(last, lower), upper))
    side, gap = nearest_side(angle, lower, upper)
    bound = select(side > 0.0, lower, upper)
    back = held_angle(frames, bound)
    return select(gap > 0.0, angle, bound + back.error), back.about


@formula
def of_swinging_limits(placing):
    """Mask of the limits of axes that may swing."""
    return (kept(placing.parts, placing.at, part.USE) == LIMIT) & (kept(placing.parts, placing.at, part.COUNTED) < 0.5)


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
    last = load(data, base + block.MEASURE * W) + since
    angle, about = angle_row(placing.frames, last)
    store(data, base + block.TURNED * W, turned)
    use = kept(placing.parts, placing.at, part.USE)
    held, sprung = use == HOLD, use == SPRING
    if any_lane(held | sprung):
        target = kept(placing.parts, placing.at, part.TARGET)
        back = held_angle(placing.frames, target)
        counted = kept(placing.parts, placing.at, part.COUNTED) > 0.5
        shortest = (held & (~counted | (absolute(last - target) < FAR))) | (sprung & ~counted)
        angle, about = select(shortest, target + back.error, angle), select3(shortest, back.about, about)
    swings = of_swinging_limits(placing)
    if any_lane(swings):
        bounds = kept(placing.parts, placing.at, part.LOWER), kept(placing.parts, placing.at, part.UPPER)
        limited, back = limited_angle(placing.frames, last, bounds)
        angle, about = select(swings, limited, angle), select3(swings, back, about)
    acceleration = still(placing)
    if any_lane(held | swings):
        acceleration = select(held | swings, -dot(about, cross(placing.motion[1], placing.motion[3])), acceleration)
    return OneRow(angle, relative_turn(about), acceleration)


@formula
def drop_fast_curvature(placing, h):
    """Store no curvature where a body turns by more than `curvature.FAST` in a substep of h."""
    data, at = placing.parts.data, placing.base + block.CURVATURE * W
    store(data, at, select(turns_fast(placing.motion, h), 0.0 * h, load(data, at)))


@formula
def shorten_gaps(placing):
    """Store C of limits of axes that may swing, inside their bounds, times cos of half the swing."""
    swings = of_swinging_limits(placing)
    if any_lane(swings):
        data, at = placing.parts.data, placing.base + block.ERROR * W
        gap, (x, _, _, w) = load(data, at), relative_rotation(placing.frames)
        share = sqrt(x * x + w * w)
        store(data, at, select(swings & (gap > 0.0) & (share > UPRIGHT), share * gap, gap))


PART = PartKind(ANGLE, rows=1, place=place_angle, turns_only=True, holds_turns=ALONG)
