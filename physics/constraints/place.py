"""Placing: inertias, arms, axes, errors and effective masses of the part blocks at the bodies' present poses, and the impulses
with which a substep begins.

It happens in every substep, so that rows turn with the bodies: a pendulum keeps its energy, and errors are exact.  The impulse of
a point, which is a vector of the world, turns then by h w, once a substep; where parts are placed AGAIN before the substep ends,
for a pass over positions or for results, it has turned already.

Two kinds of impulses are not carried on as they are:

    a spring's                                  share 1 / (1 + h bias_rate)
    of turns whose error is beyond FAR          nothing

Of what a row asks for sweeps find the share e, and the rest is carried on.  For a spring that is an integral of its position,
beside that of the motion: with b = h bias_rate the impulse a, the speed v in units of it, and the error C obey

    a' = c (1 - e) a - e (v + b C) / (1 + s),     v' = v + a',     C' = C + v'

which grows by itself wherever c (1 - e) (1 + b) > 1 (Jury's criterion), and never with c = 1 / (1 + b).  A spring that is solved
exactly does not know it.  And rows of turns change their direction with the tilt: what they carried at another one is another
torque, by which joints that sweeps do not keep together would be driven apart.
"""
from __future__ import annotations

from physics.bodies.caps import LARGEST_WHIRL, WHIRLS
from physics.bodies.pair_motion import load_motion
from physics.compile.decorators import formula, kernel, routine
from physics.constraints import block, part
from physics.constraints.block import keep3, kept, kept3, masses_of, store_rows_of_three
from physics.constraints.curvature import arm_turns, half_step, point_curvature, slow_curvature, turns_fast
from physics.constraints.limit import LIFTED, is_active, limiting, nearest_side
from physics.constraints.part import ONE_ROW
from physics.constraints.parts import place_one_row, place_three_rows, turns_only
from physics.constraints.parts.angle import ANGLE, drop_fast_curvature, shorten_gaps
from physics.constraints.parts.axis_rotation import AXIS_ROTATION, FAR, lead_errors
from physics.constraints.parts.point import POINT, inverse_of_point, point_error, within_reach
from physics.constraints.placing import Placing, frames_of, places_of
from physics.constraints.reaction import feel_moves, feel_reactions
from physics.constraints.row_motion import matrix_of_three, positive
from physics.constraints.solver import arms_in, held_error
from physics.constraints.steady_curvature import steady_share, touching
from physics.simd.functions import absolute, any_lane, full_like, lane_bits, maximum, select, trailing_zeros
from physics.simd.mat33 import symmetric_inverse, symmetric_transform
from physics.simd.memory import gather_rows, load, store
from physics.simd.quat import rotate
from physics.simd.slots import load3, store3, store6
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, cross, dot, scale, select3, sub

STEADY = 0.25                                    # share of a spin by which it changes in a substep, at most, in a steady motion
AGAIN = 0.0                                      # the substep that begins where parts are placed a second time [s]


@formula
def place_masses(bodies, parts, at, base):
    """Inverse masses and inertias of the bodies of a block."""
    data = parts.data
    ia, ib = gather_rows(bodies.inverse_inertia, parts.a, at), gather_rows(bodies.inverse_inertia, parts.b, at)
    store(data, base + block.MASS_A * W, ia[6])
    store6(data, base + block.INERTIA_A * W, (ia[0], ia[1], ia[2], ia[3], ia[4], ia[5]))
    store(data, base + block.MASS_B * W, ib[6])
    store6(data, base + block.INERTIA_B * W, (ib[0], ib[1], ib[2], ib[3], ib[4], ib[5]))


@formula
def curved_time(data, base, h):
    """(lanes) the time in which the curvature of rows grows: h of rows that are held or limited, 0 of springs and motors [s]."""
    h = full_like(load(data, base + block.OWN * W), h)
    return select(load(data, base + block.OWN * W) > 0.5, 0.0 * h, h)


@formula
def turn_impulse(data, base, motion, h):
    """Turn the impulse of a point whose bodies are held together about some axis with the one that turns less, where both turn
    the same way: what it carries goes with its bodies, as a sling does its stone.  It does not go with a wheel that turns under
    its load.  Links of a chain share no rotation: turned with either of them, their tension would feed a zigzag."""
    wa, wb = motion[1], motion[3]
    lesser = select3(dot(wa, wa) < dot(wb, wb), wa, wb)
    together = (load(data, base + block.TOGETHER * W) > 0.0) & (dot(wa, wb) > 0.0)
    turn = scale(select(together, h, 0.0 * h), lesser)
    impulse = load3(data, base + block.IMPULSE * W)
    middle = add_scaled(impulse, full_like(h, 0.5), cross(turn, impulse))
    store3(data, base + block.IMPULSE * W, add(impulse, cross(turn, middle)))


@formula
def carry_on(data, base, kind, h):
    """Keep of the impulses of a block what the substep of h begins with."""
    own = load(data, base + block.OWN * W) > 0.5
    share = select(own, 1.0 / (1.0 + h * load(data, base + block.BIAS_RATE * W)), 0.0 * h + 1.0)
    if turns_only(kind):
        error = held_error(data, base, limiting(load(data, base + block.SIDE * W)))
        share = select(dot(error, error) > FAR * FAR, 0.0 * h, share)
    store3(data, base + block.IMPULSE * W, scale(share, load3(data, base + block.IMPULSE * W)))


@formula
def spin_between(spin, last):
    """The spin in the middle of a substep whose beginning it is given, as that of the substep before began with `last`; where it
    changes by more than STEADY of itself it is as given.  Its size alone: the axis of a body turns with the body."""
    square = dot(spin, spin)
    change = dot(sub(spin, last), spin)
    steady = (absolute(change) < STEADY * square) & (square > 0.0)
    return scale(1.0 + select(steady, 0.5 * change / select(steady, square, 1.0), 0.0 * square), spin)


@formula
def mark_whirling(bodies, rows, at, turn):
    """Note the bodies of which an arm turns by more than LARGEST_WHIRL in the substep; `turn`: squares [rad2]."""
    bits = lane_bits(turn > LARGEST_WHIRL * LARGEST_WHIRL)
    while bits:
        bodies.capped[rows[at + trailing_zeros(bits)]] |= WHIRLS
        bits &= bits - 1


@routine
def follow_whirl(bodies, parts, at, h):
    """Write the curvature of a point some of whose bodies turn fast, which stands there as that of any other."""
    data, base, motion = parts.data, at // W * block.SLOTS * W, load_motion(bodies.velocity, parts, at)
    arms, masses, time = arms_in(data, base), masses_of(data, base), curved_time(data, base, h)
    va, wa, vb, wb = motion
    middle = (va, spin_between(wa, kept3(parts, at, part.SPINS)), vb, spin_between(wb, kept3(parts, at, part.SPINS + 3)))
    keep3(parts, at, part.SPINS, wa)
    keep3(parts, at, part.SPINS + 3, wb)
    plain = load3(data, base + block.CURVATURE * W)
    curvature = select3(turns_fast(motion, time), point_curvature(middle, arms, time), plain)
    turn_a, turn_b = arm_turns(motion, arms, time)
    share = steady_share(curvature, maximum(turn_a, turn_b), (motion, arms, masses), touching(bodies, parts, at))
    store3(data, base + block.CURVATURE * W, scale(share, curvature))
    mark_whirling(bodies, parts.a, at, turn_a)
    mark_whirling(bodies, parts.b, at, turn_b)


@formula
def store_point(bodies, parts, at, motion, h):
    """Arms, error, curvature and K of a point."""
    data, base, places = parts.data, at // W * block.SLOTS * W, places_of(bodies, parts, at)
    local_a, local_b = load3(data, base + block.LOCAL_A * W), load3(data, base + block.LOCAL_B * W)
    arms = rotate(places[0][1], local_a), rotate(places[1][1], local_b)
    store3(data, base + block.ARM_A * W, arms[0])
    store3(data, base + block.ARM_B * W, arms[1])
    error, masses = point_error(places, arms), masses_of(data, base)
    inverse, time = inverse_of_point(masses, arms), curved_time(data, base, h)
    store3(data, base + block.CURVATURE * W, slow_curvature(motion, arms, time))
    whirls = any_lane(turns_fast(motion, time))
    if h > AGAIN:
        alone = load(data, base + block.OWN * W) > 0.5
        error = scale(select(alone, 0.0 * error[0] + 1.0, within_reach(error, masses, arms, inverse)), error)
    store3(data, base + block.ERROR * W, error)
    store6(data, base + block.INVERSE_K * W, inverse)
    if whirls:
        follow_whirl(bodies, parts, at, h)


@formula
def store_three(data, base, placed, h):
    """Errors, curvature, rows and K of two or three rows; `placed` are ThreeRows."""
    rows, masses = placed.rows, masses_of(data, base)
    store3(data, base + block.ERROR * W, placed.errors)
    store3(data, base + block.CURVATURE * W, half_step(curved_time(data, base, h), placed.accelerations))
    store_rows_of_three(data, base, rows)
    store6(data, base + block.INVERSE_K * W, symmetric_inverse(matrix_of_three(masses, rows)))


@formula
def lifted_of(parts, at, like):
    """How near to its bound an active limit of a block is [m] or [rad], as lanes."""
    if turns_only(parts.kind[at // W]):
        return full_like(like, LIFTED)
    return full_like(like, parts.lifted[0])


@formula
def store_one(placing, placed, h):
    """Error, row, curvature and effective mass of one row, negated at an upper limit; `placed` is OneRow."""
    parts, at, data, base = placing.parts, placing.at, placing.parts.data, placing.base
    s, row = placed.measure, placed.row
    limit, lower, upper = kept(parts, at, part.USE) == part.LIMIT, kept(parts, at, part.LOWER), kept(parts, at, part.UPPER)
    side, error = nearest_side(s, lower, upper)
    flipped = limit & (side * load(data, base + block.SIDE * W) < 0.0)
    sign = select(limit, side, 1.0)
    masses = masses_of(data, base)
    k = (masses[0] * dot(row[0], row[0]) + dot(row[1], symmetric_transform(masses[1], row[1]))
         + masses[2] * dot(row[2], row[2]) + dot(row[3], symmetric_transform(masses[3], row[3])))
    store(data, base + block.MEASURE * W, s)
    store(data, base + block.SIDE * W, select(limit, side, 0.0))
    store(data, base + block.ERROR * W, select(limit, error, s - kept(parts, at, part.TARGET)))
    own, growth = load(data, base + block.OWN * W) > 0.5, 0.5 * h * placed.acceleration
    store(data, base + block.CURVATURE * W, select(own, 0.0 * s, sign * growth))
    store(data, base + block.TO_LOWER * W, lower - s - h * growth)
    store(data, base + block.TO_UPPER * W, upper - s - h * growth)
    impulse = select(flipped, 0.0, load(data, base + block.IMPULSE * W))
    store(data, base + block.IMPULSE * W, impulse)
    store(data, base + block.ACTIVE * W, is_active(select(limit, side, 0.0), error, impulse, lifted_of(parts, at, error)))
    store(data, base + block.PUSHED * W, select(flipped, 0.0, load(data, base + block.PUSHED * W)))
    store(data, base + block.INVERSE_K * W, select(k > 0.0, 1.0 / positive(k), 0.0))
    store3(data, base + block.LINEAR_A * W, scale(sign, row[0]))
    store3(data, base + block.TURN_A * W, scale(sign, row[1]))
    store3(data, base + block.LINEAR_B * W, scale(sign, row[2]))
    store3(data, base + block.TURN_B * W, scale(sign, row[3]))
    twist = sign if turns_only(parts.kind[at // W]) else 0.0 * sign
    store3(data, base + block.TWIST * W, scale(twist, row[3]))


@kernel
def place_parts(begin, end, bodies, parts, h):
    """Rows of the part blocks begin .. end - 1 at the bodies' present poses, before a substep of h, or AGAIN.

    Reads bodies.pose bodies.velocity bodies.delta bodies.excess_turn bodies.inverse_inertia bodies.local bodies.spin_change
        parts.a parts.b parts.part parts.kind parts.store parts.lifted parts.data
    Writes parts.data parts.store bodies.capped
    """
    data = parts.data
    for number in range(begin, end):
        at, base, kind = number * W, number * block.SLOTS * W, parts.kind[number]
        places, motion = places_of(bodies, parts, at), load_motion(bodies.velocity, parts, at)
        place_masses(bodies, parts, at, base)
        if kind == POINT:
            turn_impulse(data, base, motion, full_like(motion[0][0], h))
            store_point(bodies, parts, at, motion, h)
            if h > AGAIN and any_lane(load(data, base + block.OWN * W) > 0.5):
                carry_on(data, base, kind, full_like(motion[0][0], h))
            continue
        placing = Placing(bodies, parts, at, base, places, frames_of(places, parts, at), motion)
        if kind < ONE_ROW:
            store_three(data, base, place_three_rows(kind, placing), h)
            if kind == AXIS_ROTATION:
                lead_errors(placing, full_like(motion[0][0], h))
            if any_lane(load(data, base + block.FEELS * W) > 0.0):
                feel_moves(number, bodies, parts, h)
        else:
            store_one(placing, place_one_row(kind, placing), h)
            if kind == ANGLE:
                drop_fast_curvature(placing, full_like(motion[0][0], h))
                shorten_gaps(placing)
            if any_lane(load(data, base + block.FEELS * W) > 0.0):
                feel_reactions(number, bodies, parts, h)
        if h > AGAIN:
            carry_on(data, base, kind, full_like(motion[0][0], h))
