"""Caps: the greatest speed and the greatest turn of a body in a substep, and what is said where one acts.

They bound what bursts; nothing exact needs them.  A spin of any size turns a pose exactly, see `bodies.integrate`.  The arm of a
joint is followed well while it turns by up to a radian in a substep; beyond that a note says so, see `constraints.place`.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.warm_start import store_velocity
from physics.compile.decorators import formula, kernel
from physics.definitions.settings import SolverSettings
from physics.simd.functions import absolute, any_lane, full_like, lane_bits, maximum, minimum, sqrt, trailing_zeros
from physics.simd.memory import ROW, load, load_rows
from physics.simd.value import W
from physics.simd.vec3 import dot, scale, select3, within

TOO_FAST, SPINS_TOO_FAST, WHIRLS = 1, 2, 4       # bits of Bodies.capped
LARGEST_WHIRL = 1.0                              # turn of a joint's arm in a substep that is followed well [rad]
LONGEST = 1e18                                   # component of a vector whose square is a number in single precision


def caps_note(capped: np.ndarray, settings: SolverSettings) -> str:
    """What the caps did in a step, from Bodies.capped: how many bodies each slowed down, and how many whirl; "" if none."""
    found = ((TOO_FAST, "max_speed", f"{settings.max_speed:g} m/s"),
             (SPINS_TOO_FAST, "max_rotation", f"{settings.max_rotation:g} rad in a substep"))
    notes = [f"solver.{name}, {bound}, slowed {number} bod{'y' if number == 1 else 'ies'} down"
             for bit, name, bound in found if (number := np.count_nonzero(capped & bit))]
    if number := np.count_nonzero(capped & WHIRLS):
        bodies = "1 body turns" if number == 1 else f"{number} bodies turn"
        notes.append(f"{bodies} about a joint by more than {LARGEST_WHIRL:g} rad in a substep, which changes the speed; "
                     "more substeps follow it")
    return "; ".join(notes)


@formula
def slowed(v, fastest):
    """v, no longer than `fastest`; the same bits where it is not, whatever is in other lanes."""
    square, most = dot(v, v), fastest * fastest
    return select3(square > most, scale(fastest / sqrt(maximum(square, most)), v), v)


@formula
def slowed_where_long(v, longest):
    """`slowed`, which is rare; what has no square in single precision, an infinite v included, counts as LONGEST."""
    most = full_like(v[0], longest)
    return slowed(within(v, full_like(most, LONGEST)), most) if any_lane(dot(v, v) > most * most) else v


@formula
def mark(flags, row, lanes, flag):
    """Set a flag of the rows row .. row + 15 in a mask."""
    bits = lane_bits(lanes)
    while bits:
        flags[row + trailing_zeros(bits)] |= flag
        bits &= bits - 1


@formula
def capped_velocity(bodies, row, motion):
    """Velocities of the body rows row .. row + 15 (8 lanes), written back where the caps change them; see `bodies.warm_start`."""
    vx, vy, vz, wx, wy, wz, spare, spare2 = load_rows(bodies.velocity, row)
    v, w = (vx, vy, vz), (wx, wy, wz)
    fastest, largest = full_like(vx, motion.max_speed), full_like(vx, motion.max_rotation / motion.h)
    fast, spins = dot(v, v) > fastest * fastest, dot(w, w) > largest * largest
    if any_lane(fast | spins):
        all_squared = full_like(vx, LONGEST)
        v, w = slowed(within(v, all_squared), fastest), slowed(within(w, all_squared), largest)
        after = (v[0], v[1], v[2], w[0], w[1], w[2], spare, spare2)
        store_velocity(bodies, row, after)
        mark(bodies.capped, row, fast, TOO_FAST)
        mark(bodies.capped, row, spins, SPINS_TOO_FAST)
    return v[0], v[1], v[2], w[0], w[1], w[2], spare, spare2


@kernel
def cap_velocities(begin, end, bodies, motion):
    """Slow down the bodies of blocks begin .. end - 1 that are too fast.

    Reads bodies.velocity bodies.warm_start
    Writes bodies.velocity bodies.warm_start bodies.capped
    """
    least = minimum(motion.max_speed, motion.max_rotation / motion.h)
    for block in range(begin, end):
        row = block * W
        numbers = load(bodies.velocity, row * ROW)
        largest = absolute(numbers)
        for k in range(1, ROW):
            largest = maximum(absolute(load(bodies.velocity, row * ROW + k * W)), largest)
        if any_lane(2.0 * largest > full_like(numbers, least)):      # else no vector of three is longer than `least`
            capped_velocity(bodies, row, motion)
