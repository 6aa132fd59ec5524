"""Points of contact that roll: a cylinder or a cone touches with a point or a line that is none of its material.

It stays where the rim or the side lies lowest, so its arm changes within the step.  With the axis a of the body, the direction d
from the body towards the other one, a point at z a + R u has

    u = (d - (d . a) a) / |...|,      a' = w x a,      e = z a' + R u'

as its velocity against the centre, and so has every difference l of two points of the line, with z = l . a and R = l . u; d turns
with the face that the body touches, see `turning.normal_rate`, and that one's arm follows: its e is that of the point.  Over
the time t of the step arms become p + t e, and the relative velocity at the point gains t (w_b x e_b - w_a x e_a), t times its
gradient along the line.  Impulses act with the arms of the beginning of a substep, while velocities hold at the arms of its
middle: so the kick lies between the motions before and after it, and neither energy nor direction are lost to first order, as
with the curvature of joints, see `constraints.curvature`.  Separations gain t^2 / 2 times the same.  Rows hold for the mean spin
of a substep, see `bodies.tumbling`, and are placed anew in each, see `contacts.rolling_substep`.

Otherwise the torque of a coin's weight lags behind its point of contact by half a step: its rate of precession was 0.2 to 0.8 of
the exact one at 1/60 s.  A face of three points or more goes with the material, see `contacts.turning`.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import RIM_ROUND
from physics.bodies.pair_motion import load_motion
from physics.bodies.tumbling import LARGEST_MEAN
from physics.compile.decorators import formula
from physics.contacts.frame import ContactFrame, in_axes
from physics.contacts.layout import (
    FIRST_POINT,
    FLAGS,
    LINE,
    LINE_RATE,
    LINE_TURN,
    ORIGIN_RATE_A,
    ORIGIN_RATE_B,
    PLACE_1,
    PLACE_2,
    POINT,
    ROLLING_SLOTS,
    ROLLS,
    SLOTS,
    SPEED_RATE,
)
from physics.simd.functions import any_lane, full_like, maximum, select, sqrt
from physics.simd.memory import gather_rows, load, store
from physics.simd.quat import rotate
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, dot, length, scale, select3, sub, zero3

FACE = 2.5                                       # points: more belong to a face
LONE = 1.5                                       # points: more make a line
UPRIGHT = 0.01                                   # sine of axis and normal below which the lowest point of a rim is not followed


class Rolling(NamedTuple):
    """How a body's points go on."""

    axis: tuple                   # (3) of the body
    axis_rate: tuple              # (3) a'
    out: tuple                    # (3) u
    out_rate: tuple               # (3) u'
    follows: object               # mask: not upright


@formula
def rolling_of(pose, spin, towards, turning):
    """The Rolling of bodies with these poses (8 lanes) and spins; towards: the direction d, turning: its rate."""
    zero = 0.0 * spin[0]
    axis = rotate((pose[3], pose[4], pose[5], pose[6]), (zero, zero, zero + 1.0))
    turned, along = cross(spin, axis), dot(towards, axis)
    across = add_scaled(towards, -along, axis)
    sine = length(across)
    inverse = 1.0 / maximum(sine, full_like(sine, UPRIGHT))
    out = scale(inverse, across)
    change = sub(add_scaled(turning, -(dot(turning, axis) + dot(towards, turned)), axis), scale(along, turned))
    return Rolling(axis, turned, out, scale(inverse, add_scaled(change, -dot(out, change), out)), sine > full_like(sine, UPRIGHT))


@formula
def rate_of(rolling, way):
    """Velocity of a point at `way` from the centre, or of the difference `way` of two points."""
    return add_scaled(scale(dot(way, rolling.axis), rolling.axis_rate), dot(way, rolling.out), rolling.out_rate)


@formula
def slow_enough(rolling, w, most):
    """Mask of where the point may be followed: neither the body nor u turns faster, squared, than `most`."""
    return rolling.follows & (dot(w, w) < most) & (dot(rolling.out_rate, rolling.out_rate) < most)


@formula
def line_of(data, base, frame, count):
    """The unit vector along the line from the first point of blocks to the second, zero for those of one point."""
    first, second = base + FIRST_POINT * W, base + (FIRST_POINT + POINT) * W
    x = load(data, second + PLACE_1 * W) - load(data, first + PLACE_1 * W)
    y = load(data, second + PLACE_2 * W) - load(data, first + PLACE_2 * W)
    square = x * x + y * y
    two = (count > LONE) & (square > 0.0)
    inverse = select(two, 1.0 / sqrt(select(two, square, 1.0)), 0.0)
    return add_scaled(scale(inverse * x, frame.t1), inverse * y, frame.t2)


@formula
def rolling_lanes(rounds, count, turns):
    """Masks of the bodies a and b of a block that roll: they turn on a point or a line of a rim or a side."""
    on_line = turns & (count < full_like(count, FACE))
    return on_line & (rounds[0] == full_like(count, RIM_ROUND)), on_line & (rounds[1] == full_like(count, RIM_ROUND))


@formula
def roll(bodies, contacts, block, frame, how):
    """(e_a, e_b, mask of what rolls) of a block, `rates` where nothing rolls; how = (masks of a and b, numbers of points,
    substep [s], n', masks of those of a and b that are flat, rates, follow).

    Where substeps `follow`, see `rolling_substep`, rates of those that roll are written, and 0 is returned for them.  In worlds
    where they do not, nothing that moves on its own rim tumbles.  Bodies without a mean spin, see `bodies.tumbling`, go on as
    their material does: the two belong together.  So do those that are nearly upright and whose lowest point runs around the rim
    faster than a substep can follow: t e would be hundreds of metres a second.
    """
    (rolls_a, rolls_b), count, h, turning, (flat_a, flat_b), rates, follow = how
    at, base, slots = block * W, block * SLOTS * W, block * ROLLING_SLOTS * W
    va, wa, vb, wb = load_motion(bodies.velocity, contacts, at)
    a = rolling_of(gather_rows(bodies.pose, contacts.a, at), wa, frame.n, turning)
    b = rolling_of(gather_rows(bodies.pose, contacts.b, at), wb, scale(-1.0, frame.n), scale(-1.0, turning))
    nothing, fastest = zero3(count), LARGEST_MEAN / h
    most = full_like(count, fastest * fastest)
    rolls_a, rolls_b = rolls_a & slow_enough(a, wa, most), rolls_b & slow_enough(b, wb, most)
    either, passing = rolls_a | rolls_b, sub(vb, va)
    own_a, own_b = rate_of(a, frame.arm_a), rate_of(b, frame.arm_b)
    rate_a = select3(rolls_a, own_a, select3(flat_a, add(own_b, passing), rates[0]))
    rate_b = select3(rolls_b, own_b, select3(flat_b, sub(own_a, passing), rates[1]))
    if follow == 0:
        return select3(either, rate_a, rates[0]), select3(either, rate_b, rates[1]), either
    rate_a, rate_b = select3(either, rate_a, nothing), select3(either, rate_b, nothing)
    line = select3(count > LONE, line_of(contacts.data, base, frame, count), nothing)
    own_a, own_b = select3(rolls_a, rate_of(a, line), nothing), select3(rolls_b, rate_of(b, line), nothing)
    line_a, line_b = select3(rolls_a, own_a, own_b), select3(rolls_b, own_b, own_a)
    along_n, along_1, along_2 = in_axes(frame, sub(cross(wb, line_b), cross(wa, line_a)))
    l1, l2 = dot(line, frame.t1), dot(line, frame.t2)
    store3(contacts.rolling, slots + ORIGIN_RATE_A * W, rate_a)
    store3(contacts.rolling, slots + ORIGIN_RATE_B * W, rate_b)
    store3(contacts.rolling, slots + SPEED_RATE * W, in_axes(frame, sub(cross(wb, rate_b), cross(wa, rate_a))))
    store3(contacts.rolling, slots + LINE_RATE * W, (l2 * along_n, -(l1 * along_n), l1 * along_2 - l2 * along_1))
    turn = in_axes(frame, line_b)
    for k in range(2):
        store(contacts.rolling, slots + (LINE + k) * W, (l1, l2)[k])
        store(contacts.rolling, slots + (LINE_TURN + k) * W, turn[1 + k])
    contacts.data[base + FLAGS * W + ROLLS] = int(any_lane(either))
    return select3(either, nothing, rates[0]), select3(either, nothing, rates[1]), either


@formula
def moved_frame(contacts, block, frame, time):
    """The contact frame with its arms as they are after `time` [s] of the step."""
    slots = block * ROLLING_SLOTS * W
    return ContactFrame(frame.n, frame.t1, frame.t2,
                        add_scaled(frame.arm_a, time, load3(contacts.rolling, slots + ORIGIN_RATE_A * W)),
                        add_scaled(frame.arm_b, time, load3(contacts.rolling, slots + ORIGIN_RATE_B * W)))


@formula
def line_rates(contacts, block):
    """(rate of the line's direction along t1, along t2 [1/s], direction along t1, along t2)."""
    slots, rolling = block * ROLLING_SLOTS * W, contacts.rolling
    return (load(rolling, slots + LINE_TURN * W), load(rolling, slots + (LINE_TURN + 1) * W),
            load(rolling, slots + LINE * W), load(rolling, slots + (LINE + 1) * W))


@formula
def lanes_that_roll(contacts, block):
    """Mask of the contacts of a block whose points go on."""
    slots, rolling = block * ROLLING_SLOTS * W, contacts.rolling
    at_a, at_b = load3(rolling, slots + ORIGIN_RATE_A * W), load3(rolling, slots + ORIGIN_RATE_B * W)
    turn_1, turn_2 = load(rolling, slots + LINE_TURN * W), load(rolling, slots + (LINE_TURN + 1) * W)
    return dot(at_a, at_a) + dot(at_b, at_b) + turn_1 * turn_1 + turn_2 * turn_2 > 0.0


@formula
def rolling_gain(contacts, block, times):
    """What rolling adds to (normal velocity, tangent velocity) of a block; times = (at the origin, along the line) [s]."""
    slots = block * ROLLING_SLOTS * W
    n, t1, t2 = load3(contacts.rolling, slots + SPEED_RATE * W)
    m1, m2, twist = load3(contacts.rolling, slots + LINE_RATE * W)
    own, line = times
    return (own * n, line * m1, line * m2), (own * t1, own * t2, line * twist)


@formula
def bend(sweep):
    """The time squared [s2] by which rates add to separations in a Sweep: t^2 / 2, less what arms of a later time count twice."""
    begun = sweep.middle - 0.5 / sweep.params.inverse_h
    return sweep.stands * (0.5 * sweep.stands - begun)


@formula
def with_rolling(contacts, block, velocity, times):
    """(normal velocity, tangent velocity) with `rolling_gain`."""
    normal, tangent = rolling_gain(contacts, block, times)
    return add(velocity[0], normal), add(velocity[1], tangent)
