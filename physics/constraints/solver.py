"""Part rows by sequential impulses: warm start, solve, push.

    change = over_relaxation (-mass_scale K^-1 (J V + bias) - impulse_scale impulse)
    bias = bias_rate error + curvature - target speed

The two or three rows of a part are solved together with the inverse of their K (`block` 1) or one after another; both end at
the same impulses.  A graph-coloured chain converges more slowly than one swept from end to end; successive over-relaxation
makes up for it.  A row with bounds is clamped to them, a spring of three rows to a length.  A limit that is not reached yet
lets its bound be reached and no more: bias = error / h, rigid.
"""
from __future__ import annotations

from physics.bodies.pair_motion import apply_impulse, load_motion, relative, store_motion
from physics.compile.decorators import formula, kernel
from physics.constraints.block import (
    ARM_A,
    ARM_B,
    BEARS,
    CURVATURE,
    ERROR,
    FORCE,
    IMPULSE,
    INVERSE_K,
    LEAST,
    MOST,
    OWN,
    PUSHED,
    SIDE,
    SLOTS,
    SPEED,
    SUM,
    TORQUE,
    answer,
    load_row,
    load_rows_of_three,
    masses_of,
)
from physics.constraints.limit import limiting
from physics.constraints.part import ANGLE, AXIS_PAIR, AXIS_POSITION, GEAR, POINT, SWING
from physics.constraints.parts.point import capped
from physics.constraints.row_motion import (
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
from physics.simd.vec3 import add, add_scaled, scale, select3, sub


@formula
def arms_in(data, base):
    """The arms of a point block."""
    return load3(data, base + ARM_A * W), load3(data, base + ARM_B * W)


@formula
def solved_together(data, base, speed, law):
    """Impulses of three rows by the inverse of their K, from their speeds."""
    rate, mass_scale, impulse_scale = answer(data, base, law)
    last = load3(data, base + IMPULSE * W)
    wanted = add_scaled(speed, rate, load3(data, base + ERROR * W))
    change = add_scaled(scale(mass_scale, symmetric_transform(load6(data, base + INVERSE_K * W), wanted)), impulse_scale, last)
    return sub(last, scale(over_relaxed(data, base, law), change))


@formula
def solved_in_order(data, base, moving, law):
    """(impulses, motion) of three rows one after another; moving = (motion, masses, rows, speed that they have besides)."""
    rate, mass_scale, impulse_scale = answer(data, base, law)
    bias = add_scaled(moving[3], rate, load3(data, base + ERROR * W))
    over = over_relaxed(data, base, law)
    wanted = (bias, load3(data, base + IMPULSE * W), over * mass_scale, over * impulse_scale)
    return one_after_another(moving[0], moving[1], moving[2], wanted)


@formula
def curved(data, base, law):
    """1 where rows follow their circles (see curvature), else 0: springs and textbook stabilizations do not."""
    return select(load(data, base + OWN * W) > 0.5, 0.0 * load(data, base + OWN * W), law.curvature)


@formula
def over_relaxed(data, base, law):
    """How much of a change is made: more than 1 for held rows where the law says so, else 1."""
    own = load(data, base + OWN * W)
    return select(own > 0.5, 0.0 * own + 1.0, law.over_relaxation)


@formula
def solve_point(data, base, motion, law):
    """The motion after a point's rows were solved once."""
    masses, arms, last = masses_of(data, base), arms_in(data, base), load3(data, base + IMPULSE * W)
    most = load(data, base + MOST * W)
    turning = scale(curved(data, base, law), load3(data, base + CURVATURE * W))
    if law.block == 1:
        impulse = capped(solved_together(data, base, add(relative(motion, arms), turning), law), most)
        motion = apply_impulse(motion, masses, sub(impulse, last), arms)
    else:
        free, motion = solved_in_order(data, base, (motion, masses, rows_of_point(arms), turning), law)
        impulse = capped(free, most)
        motion = apply_impulse(motion, masses, sub(impulse, free), arms)
    store3(data, base + IMPULSE * W, impulse)
    return motion


@formula
def solve_three(data, base, motion, law):
    """The motion after two or three rows were solved once."""
    masses, rows, last = masses_of(data, base), load_rows_of_three(data, base), load3(data, base + IMPULSE * W)
    turning = scale(curved(data, base, law), load3(data, base + CURVATURE * W))
    if law.block == 1:
        impulse = solved_together(data, base, add(speed_of_three(motion, rows), turning), law)
        motion = move_by_three(motion, masses, rows, sub(impulse, last))
    else:
        impulse, motion = solved_in_order(data, base, (motion, masses, rows, turning), law)
    store3(data, base + IMPULSE * W, impulse)
    return motion


@formula
def solve_one(data, base, motion, law):
    """The motion after one row was solved once."""
    rate, mass_scale, impulse_scale = answer(data, base, law)
    error, side = load(data, base + ERROR * W), load(data, base + SIDE * W)
    row, last = load_row(data, base), load(data, base + IMPULSE * W)
    apart = limiting(side) & (error > 0.0) & ~(law.bearing * load(data, base + BEARS * W) > 0.0)
    turning = curved(data, base, law) * load(data, base + CURVATURE * W)
    bias = select(apart, law.inverse_h, rate) * error + turning - load(data, base + SPEED * W)
    mass_scale, impulse_scale = select(apart, 1.0, mass_scale), select(apart, 0.0, impulse_scale)
    mass = load(data, base + INVERSE_K * W)
    change = mass_scale * mass * (speed_of_one(motion, row) + bias) + impulse_scale * last
    free = last - over_relaxed(data, base, law) * change
    impulse = maximum(minimum(free, load(data, base + MOST * W)), load(data, base + LEAST * W))
    store(data, base + IMPULSE * W, impulse)
    return move_by_one(motion, masses_of(data, base), row, impulse - last)


@kernel
def solve_parts(begin, end, bodies, parts, law):
    """One sweep over the part blocks begin .. end - 1.

    Reads bodies.velocity parts.a parts.b parts.kind parts.data
    Writes bodies.velocity parts.data
    """
    data = parts.data
    for block in range(begin, end):
        at, base, kind = block * W, block * SLOTS * W, parts.kind[block]
        motion = load_motion(bodies.velocity, parts, at)
        if kind == POINT:
            motion = solve_point(data, base, motion, law)
        elif kind < AXIS_POSITION:
            motion = solve_three(data, base, motion, law)
        else:
            motion = solve_one(data, base, motion, law)
        store_motion(bodies.velocity, parts, at, motion)


@formula
def apply_last(data, base, kind, motion):
    """The motion after the impulses that a block has."""
    masses = masses_of(data, base)
    impulse = load3(data, base + IMPULSE * W)
    if kind == POINT:
        motion = apply_impulse(motion, masses, impulse, arms_in(data, base))
    elif kind < AXIS_POSITION:
        motion = move_by_three(motion, masses, load_rows_of_three(data, base), impulse)
    else:
        motion = move_by_one(motion, masses, load_row(data, base), impulse[0])
    return motion


@kernel
def warm_start_parts(begin, end, bodies, parts, factor):
    """Apply `factor` of the last impulses of the part blocks begin .. end - 1; forget pseudo impulses.

    Reads bodies.velocity parts.a parts.b parts.kind parts.data
    Writes bodies.velocity parts.data
    """
    data = parts.data
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        motion = load_motion(bodies.velocity, parts, at)
        last = load3(data, base + IMPULSE * W)
        store3(data, base + IMPULSE * W, scale(full_like(last[0], factor), last))
        store3(data, base + PUSHED * W, scale(0.0 * last[0], last))
        store_motion(bodies.velocity, parts, at, apply_last(data, base, parts.kind[block], motion))


@kernel
def sum_parts(begin, end, parts):
    """Add the impulses of a substep to the sums of the step, in the part blocks begin .. end - 1.

    Reads parts.kind parts.data
    Writes parts.data
    """
    data = parts.data
    for block in range(begin, end):
        base, kind = block * SLOTS * W, parts.kind[block]
        impulse = load3(data, base + IMPULSE * W)
        store3(data, base + SUM * W, add(load3(data, base + SUM * W), impulse))
        if kind == POINT:
            continue
        nothing = scale(0.0 * impulse[0], impulse)
        force, torque = nothing, nothing
        if kind < AXIS_POSITION:
            rows = load_rows_of_three(data, base)
            if kind == AXIS_PAIR:
                force = sum_of_three(rows, 0, impulse)
            else:
                torque = sum_of_three(rows, 2, impulse)
        else:
            row = load_row(data, base)
            force = scale(impulse[0], row[2])
            if kind == ANGLE or kind == SWING or kind == GEAR:
                torque = scale(impulse[0], row[3])
        store3(data, base + FORCE * W, add(load3(data, base + FORCE * W), force))
        store3(data, base + TORQUE * W, add(load3(data, base + TORQUE * W), torque))


@formula
def held_error(data, base, one_sided):
    """Errors that pushing and correcting take away: those of held rows, and of one-sided ones where they are passed."""
    own = load(data, base + OWN * W) > 0.5
    error = load3(data, base + ERROR * W)
    zero = 0.0 * error[0]
    return select3(own, (zero, zero, zero), (select(one_sided, minimum(error[0], 0.0), error[0]), error[1], error[2]))
