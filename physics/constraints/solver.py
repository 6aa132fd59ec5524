"""Part rows by sequential impulses: warm start, solve, sum.

    change = over_relaxation (-mass_scale K^-1 (J V + bias) - impulse_scale impulse)
    bias = bias_rate error + curvature - target speed,     of soft rows (1 + 2 impulse_scale / mass_scale) curvature

A soft row gives way to what it carries.  It does not to what the circles of its bodies ask for: from one substep to the next
J V grows by 2 curvature = h J' V, and -K^-1 times that is the impulse that bends their ways.  Given back like a load, it would
leave the joints of whirling bodies open, behind the bodies, and these would turn ever faster.

The two or three rows of a part are solved together with the inverse of their K (`block` 1) or one after another; both end at
the same impulses.  A graph-coloured chain converges more slowly than one swept from end to end; successive over-relaxation
makes up for it.  A row with bounds is clamped to them, a spring of three rows to a length.  A limit that is not reached has
the rigid bias error / h, which allows motion up to the bound.

Motor, spring and stop of one axis are the same row, so each would push against the others: a motor that is strong enough shifts
a soft stop, and winds itself up against a rigid one by a speed's worth a sweep.  Of the many ways in which they can share the one
impulse that moves the axis, drives take the least: a motor asks for no more speed than leads to the stop, and a spring pushes no
farther.  What moves is the same as if they pressed.
"""
from __future__ import annotations

from physics.bodies.pair_motion import apply_impulse, load_motion, relative, store_motion
from physics.compile.decorators import formula, kernel
from physics.constraints import block
from physics.constraints.block import load_row, load_rows_of_three, masses_of, softness_of
from physics.constraints.limit import limiting
from physics.constraints.part import ONE_ROW
from physics.constraints.parts import turns_only
from physics.constraints.parts.point import POINT, capped
from physics.constraints.row_motion import (
    RowTargets,
    move_by_one,
    move_by_three,
    one_after_another,
    rows_of_point,
    speed_of_one,
    speed_of_three,
    sum_of_three,
)
from physics.simd.functions import full_like, maximum, minimum, select
from physics.simd.mat33 import symmetric_transform
from physics.simd.memory import load, store
from physics.simd.slots import load3, load6, store3
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, scale, select3, sub, within


@formula
def arms_in(data, base):
    """The arms of a point block."""
    return load3(data, base + block.ARM_A * W), load3(data, base + block.ARM_B * W)


@formula
def wanted_of_three(data, base, speed, error, params):
    """J V + bias of three rows, from J V and what they are to remove."""
    turning = scale(full_like(speed[0], params.turning), load3(data, base + block.CURVATURE * W))
    rate = softness_of(data, base, params).bias_rate
    return add_scaled(add(speed, turning), rate, error)


@formula
def error_of_point(data, base):
    """What the rows of a point are to remove."""
    return load3(data, base + block.ERROR * W)


@formula
def error_of_three(data, base):
    """What other rows, of a part of two or three, are to remove: without what the moves of their joint do, see `reaction`."""
    return sub(load3(data, base + block.ERROR * W), load3(data, base + block.STRAIN * W))


@formula
def solved_together(data, base, speed, error, params):
    """Impulses of three rows by the inverse of their K, from J V and what they are to remove."""
    _, mass_scale, impulse_scale = softness_of(data, base, params)
    last = load3(data, base + block.IMPULSE * W)
    wanted = wanted_of_three(data, base, speed, error, params)
    rigid = symmetric_transform(load6(data, base + block.INVERSE_K * W), wanted)
    change = add_scaled(scale(mass_scale, rigid), impulse_scale, last)
    return sub(last, scale(over_relaxed(data, base, params), change))


@formula
def targets_of(data, base, speed, error, params):
    """The RowTargets of three rows that are solved one after another; `speed` is added to J V."""
    rate, mass_scale, impulse_scale = softness_of(data, base, params)
    bias = add_scaled(speed, rate, error)
    over = over_relaxed(data, base, params)
    return RowTargets(bias, load3(data, base + block.IMPULSE * W), over * mass_scale, over * impulse_scale)


@formula
def over_relaxed(data, base, params):
    """The relaxation of a block's rows: `params.over_relaxation`, but 1 for springs and motors."""
    own = load(data, base + block.OWN * W)
    return select(own > 0.5, 0.0 * own + 1.0, params.over_relaxation)


@formula
def solve_point(data, base, motion, params):
    """The motion after one solution of a point's rows."""
    masses, arms, last = masses_of(data, base), arms_in(data, base), load3(data, base + block.IMPULSE * W)
    most, error = load(data, base + block.MOST * W), error_of_point(data, base)
    if params.block == 1:
        impulse = capped(solved_together(data, base, relative(motion, arms), error, params), most)
        motion = apply_impulse(motion, masses, sub(impulse, last), arms)
    else:
        turning = scale(full_like(last[0], params.turning), load3(data, base + block.CURVATURE * W))
        free, motion = one_after_another(motion, masses, rows_of_point(arms), targets_of(data, base, turning, error, params))
        impulse = capped(free, most)
        motion = apply_impulse(motion, masses, sub(impulse, free), arms)
    store3(data, base + block.IMPULSE * W, impulse)
    return motion


@formula
def solve_three(data, base, motion, params):
    """The motion after one solution of two or three rows."""
    masses, rows, last = masses_of(data, base), load_rows_of_three(data, base), load3(data, base + block.IMPULSE * W)
    error = error_of_three(data, base)
    if params.block == 1:
        impulse = solved_together(data, base, speed_of_three(motion, rows), error, params)
        motion = move_by_three(motion, masses, rows, sub(impulse, last))
    else:
        turning = scale(full_like(last[0], params.turning), load3(data, base + block.CURVATURE * W))
        impulse, motion = one_after_another(motion, masses, rows, targets_of(data, base, turning, error, params))
    store3(data, base + block.IMPULSE * W, impulse)
    return motion


@formula
def speeds_to_stops(data, base, params):
    """J V with which a driven row comes to the lower and to the upper stop of its axis: in this substep, and from beyond, where
    the gap has the other sign, as fast as the stop asks for."""
    lower, upper = load(data, base + block.TO_LOWER * W), load(data, base + block.TO_UPPER * W)
    return (select(lower < 0.0, params.inverse_h * lower, params.bias_rate * lower),
            select(upper > 0.0, params.inverse_h * upper, params.bias_rate * upper))


@formula
def target_of_one(data, base, params):
    """(bias, mass_scale, impulse_scale) of one row."""
    rate, mass_scale, impulse_scale = softness_of(data, base, params)
    (low, high), speed = speeds_to_stops(data, base, params), load(data, base + block.SPEED * W)
    error, side = load(data, base + block.ERROR * W), load(data, base + block.SIDE * W)
    apart = limiting(side) & (error > 0.0) & ~(params.hold_active_limits * load(data, base + block.ACTIVE * W) > 0.0)
    own = load(data, base + block.OWN * W) > 0.5
    turning = (select(own | apart, 0.0 * error + params.curvature, params.turning) * load(data, base + block.CURVATURE * W)
               - select(own | limiting(side), params.held_rate, rate) * load(data, base + block.STRAIN * W))
    motor = own & ~(rate > 0.0)
    bias = (select(apart, params.inverse_h, rate) * error + turning
            - select(motor, maximum(minimum(speed, high), low), speed))
    return bias, select(apart, 1.0, mass_scale), select(apart, 0.0, impulse_scale)


@formula
def solve_one(data, base, motion, params):
    """The motion after one solution of one row."""
    bias, mass_scale, impulse_scale = target_of_one(data, base, params)
    row, last = load_row(data, base), load(data, base + block.IMPULSE * W)
    mass, speed = load(data, base + block.INVERSE_K * W), speed_of_one(motion, row)
    change = mass_scale * mass * (speed + bias) + impulse_scale * last
    free = last - over_relaxed(data, base, params) * change
    impulse = maximum(minimum(free, load(data, base + block.MOST * W)), load(data, base + block.LEAST * W))
    (low, high), own = speeds_to_stops(data, base, params), load(data, base + block.OWN * W) > 0.5
    to_low, to_high = last + mass * (low - speed), last + mass * (high - speed)
    zero = 0.0 * impulse
    yielding = maximum(minimum(maximum(minimum(impulse, to_high), to_low), maximum(impulse, zero)), minimum(impulse, zero))
    impulse = select(own, yielding, impulse)
    store(data, base + block.IMPULSE * W, impulse)
    return move_by_one(motion, masses_of(data, base), row, impulse - last)


@kernel
def solve_parts(begin, end, bodies, parts, params):
    """One sweep over the part blocks begin .. end - 1.

    Reads bodies.velocity parts.a parts.b parts.kind parts.data
    Writes bodies.velocity parts.data
    """
    data = parts.data
    for number in range(begin, end):
        at, base, kind = number * W, number * block.SLOTS * W, parts.kind[number]
        motion = load_motion(bodies.velocity, parts, at)
        if kind == POINT:
            motion = solve_point(data, base, motion, params)
        elif kind < ONE_ROW:
            motion = solve_three(data, base, motion, params)
        else:
            motion = solve_one(data, base, motion, params)
        store_motion(bodies.velocity, parts, at, motion)


@formula
def apply_last(data, base, kind, motion):
    """The motion after the block's present impulses."""
    masses = masses_of(data, base)
    impulse = load3(data, base + block.IMPULSE * W)
    if kind == POINT:
        motion = apply_impulse(motion, masses, impulse, arms_in(data, base))
    elif kind < ONE_ROW:
        motion = move_by_three(motion, masses, load_rows_of_three(data, base), impulse)
    else:
        motion = move_by_one(motion, masses, load_row(data, base), impulse[0])
    return motion


@kernel
def warm_start_parts(begin, end, bodies, parts, start):
    """Apply the last impulses of the part blocks begin .. end - 1; reset pseudo impulses.

    start = (factor, most): a share of each impulse, of which no more than `most` counts; what more would be is no force that
    bodies carry, and grows by itself from substep to substep where joints contradict each other.

    Reads bodies.velocity parts.a parts.b parts.kind parts.data
    Writes bodies.velocity parts.data
    """
    data, (factor, most) = parts.data, start
    for number in range(begin, end):
        at, base = number * W, number * block.SLOTS * W
        motion = load_motion(bodies.velocity, parts, at)
        last = load3(data, base + block.IMPULSE * W)
        last = within(last, full_like(last[0], most))
        store3(data, base + block.IMPULSE * W, scale(full_like(last[0], factor), last))
        store3(data, base + block.PUSHED * W, scale(0.0 * last[0], last))
        store_motion(bodies.velocity, parts, at, apply_last(data, base, parts.kind[number], motion))


@kernel
def sum_parts(begin, end, parts):
    """Add the impulses of a substep to the sums of the step, in the part blocks begin .. end - 1.

    Reads parts.kind parts.data
    Writes parts.data
    """
    data = parts.data
    for number in range(begin, end):
        base, kind = number * block.SLOTS * W, parts.kind[number]
        impulse = load3(data, base + block.IMPULSE * W)
        store3(data, base + block.SUM * W, add(load3(data, base + block.SUM * W), impulse))
        if kind == POINT:
            continue
        nothing = scale(0.0 * impulse[0], impulse)
        force, torque = nothing, nothing
        if kind < ONE_ROW:
            rows = load_rows_of_three(data, base)
            force = sum_of_three(rows, 0, impulse)
            if turns_only(kind):
                torque = sub(sum_of_three(rows, 2, impulse), cross(load3(data, base + block.FELT_ARM * W), force))
        else:
            force = scale(impulse[0], load3(data, base + block.LINEAR_B * W))
            torque = scale(impulse[0], load3(data, base + block.TWIST * W))
        store3(data, base + block.FORCE * W, add(load3(data, base + block.FORCE * W), force))
        store3(data, base + block.TORQUE * W, add(load3(data, base + block.TORQUE * W), torque))


@formula
def held_error(data, base, one_sided):
    """Errors of held rows, and of one-sided rows beyond their bounds; 0 of springs and motors."""
    own = load(data, base + block.OWN * W) > 0.5
    error = load3(data, base + block.ERROR * W)
    zero = 0.0 * error[0]
    return select3(own, (zero, zero, zero), (select(one_sided, minimum(error[0], 0.0), error[0]), error[1], error[2]))


@formula
def error_to_correct(data, base, kind, one_sided):
    """What a correction is to remove: `held_error`, of held rows without what the moves of their joint do, see `reaction`."""
    error = held_error(data, base, one_sided)
    if kind != POINT:
        alone = (load(data, base + block.OWN * W) > 0.5) | limiting(load(data, base + block.SIDE * W))
        error = select3(alone, error, sub(error, load3(data, base + block.STRAIN * W)))
    return error
