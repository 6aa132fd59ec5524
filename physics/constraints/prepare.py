"""Preparing: what is the same in all substeps of a step, from the store to the part blocks."""
from __future__ import annotations

from physics.compile.decorators import formula, kernel
from physics.constraints.block import (
    BIAS_RATE,
    FORCE,
    IMPULSE,
    IMPULSE_SCALE,
    LEAST,
    LOCAL_A,
    LOCAL_B,
    MASS_SCALE,
    MOST,
    OWN,
    PUSHED,
    SLOTS,
    SPEED,
    START,
    SUM,
    TORQUE,
    kept,
    kept3,
)
from physics.constraints.block import MEASURE as MEASURE_NOW
from physics.constraints.block import SIDE as SIDE_NOW
from physics.constraints.motor import motor_softness
from physics.constraints.part import (
    ANCHOR_A,
    ANCHOR_B,
    AXIS_POSITION,
    BETA,
    CARRIED,
    DAMPING_RATIO,
    HERTZ,
    HOLD,
    LIMIT,
    MAX_FORCE,
    MEASURE,
    MOTOR,
    POINT,
    RATE,
    SIDE,
    TARGET,
    UNLIMITED,
    USE,
)
from physics.constraints.softness import row_softness
from physics.simd.functions import full_like, maximum, minimum, select
from physics.simd.memory import store
from physics.simd.slots import store3
from physics.simd.value import W
from physics.simd.vec3 import scale


@formula
def bounded(v, most):
    """Every component within +-most."""
    return (maximum(minimum(v[0], most), -most), maximum(minimum(v[1], most), -most), maximum(minimum(v[2], most), -most))


@formula
def prepare_answer(data, base, part, h):
    """How a block's rows answer an error, and the bounds of their impulses; part = (parts, at)."""
    parts, at = part
    use = kept(parts, at, USE)
    motor, spring = use == MOTOR, use > MOTOR
    drawn = row_softness(kept(parts, at, HERTZ), kept(parts, at, DAMPING_RATIO), kept(parts, at, BETA), h)
    driven = motor_softness(kept(parts, at, RATE), h)
    most = h * kept(parts, at, MAX_FORCE)
    free = full_like(most, UNLIMITED)
    store(data, base + OWN * W, select(motor | spring, 0.0 * use + 1.0, 0.0))
    store(data, base + BIAS_RATE * W, select(motor, driven[0], drawn[0]))
    store(data, base + MASS_SCALE * W, select(motor, driven[1], drawn[1]))
    store(data, base + IMPULSE_SCALE * W, select(motor, driven[2], drawn[2]))
    store(data, base + SPEED * W, select(motor, kept(parts, at, TARGET), 0.0))
    store(data, base + LEAST * W, select(use == LIMIT, 0.0 * use, select(use == HOLD, -free, -most)))
    store(data, base + MOST * W, select(use == LIMIT, free, select(use == HOLD, free, most)))


@kernel
def prepare_parts(begin, end, parts, laws):
    """Fill what lasts through the step in the part blocks begin .. end - 1.

    Reads parts.part parts.kind parts.store
    Writes parts.data
    """
    data, h = parts.data, laws.h
    for block in range(begin, end):
        at, base = block * W, block * SLOTS * W
        prepare_answer(data, base, (parts, at), h)
        carried = kept3(parts, at, CARRIED)
        zero = 0.0 * carried[0]
        nothing = (zero, zero, zero)
        store3(data, base + IMPULSE * W, bounded(scale(full_like(zero, laws.impulse_ratio), carried),
                                                 full_like(zero, laws.max_warm_start)))
        for slot in (PUSHED, SUM, FORCE, TORQUE):
            store3(data, base + slot * W, nothing)
        store(data, base + SIDE_NOW * W, zero)
        if parts.kind[block] == POINT:
            store3(data, base + LOCAL_A * W, kept3(parts, at, ANCHOR_A))
            store3(data, base + LOCAL_B * W, kept3(parts, at, ANCHOR_B))
        elif parts.kind[block] >= AXIS_POSITION:
            measure = kept(parts, at, MEASURE)
            store(data, base + MEASURE_NOW * W, measure)
            store(data, base + START * W, measure)
            store(data, base + SIDE_NOW * W, kept(parts, at, SIDE))
