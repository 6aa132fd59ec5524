"""Preparing: the numbers of part blocks that are the same in all substeps of a step, from the store."""
from __future__ import annotations

from physics.compile.decorators import formula, kernel
from physics.constraints import block, part
from physics.constraints.block import kept, kept3
from physics.constraints.motor import motor_softness
from physics.constraints.part import ONE_ROW
from physics.constraints.parts.point import POINT
from physics.constraints.softness import row_softness
from physics.simd.flags import flagged
from physics.simd.functions import full_like, minimum, select
from physics.simd.memory import store
from physics.simd.slots import store3
from physics.simd.value import W
from physics.simd.vec3 import scale, within


@formula
def prepare_softness(parts, at, base, params):
    """Softness of a block's rows, and the bounds of their impulses.  A spring that is swept among other joints is no stiffer than
    sweeps resolve: what they do not find of its force it would store all the same."""
    data, h, hertz = parts.data, params.h, kept(parts, at, part.HERTZ)
    use = kept(parts, at, part.USE)
    motor, spring = use == part.MOTOR, use > part.MOTOR
    resolved = minimum(hertz, full_like(hertz, params.most_hertz))
    hertz = select(flagged(parts.shared, at, data), resolved, hertz)
    drawn = row_softness(hertz, kept(parts, at, part.DAMPING_RATIO), kept(parts, at, part.BETA), h)
    driven = motor_softness(kept(parts, at, part.RATE), h)
    most = h * kept(parts, at, part.MAX_FORCE)
    free = full_like(most, part.UNLIMITED)
    store(data, base + block.OWN * W, select(motor | spring, 0.0 * use + 1.0, 0.0))
    store(data, base + block.BIAS_RATE * W, select(motor, driven.bias_rate, drawn.bias_rate))
    store(data, base + block.MASS_SCALE * W, select(motor, driven.mass_scale, drawn.mass_scale))
    store(data, base + block.IMPULSE_SCALE * W, select(motor, driven.impulse_scale, drawn.impulse_scale))
    store(data, base + block.SPEED * W, select(motor, kept(parts, at, part.TARGET), 0.0))
    store(data, base + block.LEAST * W, select(use == part.LIMIT, 0.0 * use, select(use == part.HOLD, -free, -most)))
    store(data, base + block.MOST * W, select(use == part.LIMIT, free, select(use == part.HOLD, free, most)))


@kernel
def prepare_parts(begin, end, parts, params):
    """Fill the part blocks begin .. end - 1 with what is constant during the step; params are JointParameters.

    Reads parts.part parts.shared parts.kind parts.store
    Writes parts.data
    """
    data = parts.data
    for number in range(begin, end):
        at, base = number * W, number * block.SLOTS * W
        prepare_softness(parts, at, base, params)
        carried = kept3(parts, at, part.CARRIED)
        zero = 0.0 * carried[0]
        nothing = (zero, zero, zero)
        store3(data, base + block.IMPULSE * W, within(scale(full_like(zero, params.impulse_ratio), carried),
                                                      full_like(zero, params.max_warm_start)))
        for slot in (block.PUSHED, block.SUM, block.FORCE, block.TORQUE):
            store3(data, base + slot * W, nothing)
        store(data, base + block.SIDE * W, zero)
        if parts.kind[number] == POINT:
            store3(data, base + block.LOCAL_A * W, kept3(parts, at, part.ANCHOR_A))
            store3(data, base + block.LOCAL_B * W, kept3(parts, at, part.ANCHOR_B))
            turns = kept3(parts, at, part.HELD_TURNS)
            store(data, base + block.TOGETHER * W, turns[0] + turns[1] + turns[2])
            continue
        moves, turns = kept3(parts, at, part.HELD_MOVES), kept3(parts, at, part.HELD_TURNS)
        felt, held = moves[0] + moves[1] + moves[2] + turns[0] + turns[1] + turns[2], kept(parts, at, part.USE) == part.HOLD
        store3(data, base + block.HELD_MOVES * W, moves)
        store3(data, base + block.HELD_TURNS * W, turns)
        store(data, base + block.FEELS * W, select(held, params.held_feel * felt, felt))
        store3(data, base + block.STRAIN * W, nothing)
        store3(data, base + block.FELT_ARM * W, nothing)
        if parts.kind[number] >= ONE_ROW:
            measure = kept(parts, at, part.MEASURE)
            store(data, base + block.MEASURE * W, measure)
            store(data, base + block.START * W, measure)
            store(data, base + block.SIDE * W, kept(parts, at, part.SIDE))
            store(data, base + block.TURNED * W, zero)
