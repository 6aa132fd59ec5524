"""Aims: what the rows of joints that are solved together ask for - bias, compliance and bounds, from the rows of the sweeps.

A sweep ends where nothing changes any more, which for a part with the matrix K of its own rows is

    mass_scale K^-1 (J V + bias) + impulse_scale impulse = 0,     J V + bias + softness K impulse = 0,
    softness = impulse_scale / mass_scale

and that equation, of all parts at once, is what is solved.
"""
from __future__ import annotations

from physics.compile.decorators import formula, kernel
from physics.constraints import block
from physics.constraints.block import softness_of
from physics.constraints.limit import limiting
from physics.constraints.part import ONE_ROW, UNLIMITED
from physics.constraints.parts.point import POINT
from physics.constraints.solver import error_of_point, error_of_three, error_to_correct, target_of_one, wanted_of_three
from physics.constraints.together.layout import AIM_SLOTS, BIAS, LEAST, MOST, SOFTNESS
from physics.simd.functions import full_like, select
from physics.simd.memory import load, store
from physics.simd.slots import load3, store3
from physics.simd.value import W
from physics.simd.vec3 import scale


@formula
def put_aim(aim, at, bias, softness, bounds):
    """Write the aim of a block."""
    store3(aim, at + BIAS * W, bias)
    store(aim, at + SOFTNESS * W, softness)
    store(aim, at + LEAST * W, bounds[0])
    store(aim, at + MOST * W, bounds[1])


@kernel
def aim_at_velocities(begin, end, parts, together, params):
    """Aims of the part blocks begin .. end - 1 for velocities; params are JointRowParameters.

    Reads parts.data parts.kind together.member
    Writes together.aim
    """
    data = parts.data
    for number in range(begin, end):
        if together.member[number] == 0:
            continue
        base, kind = number * block.SLOTS * W, parts.kind[number]
        soft = softness_of(data, base, params)
        zero = 0.0 * soft.bias_rate
        free = full_like(zero, UNLIMITED)
        if kind < ONE_ROW:
            error = error_of_point(data, base) if kind == POINT else error_of_three(data, base)
            bias = wanted_of_three(data, base, (zero, zero, zero), error, params)
            most = load(data, base + block.MOST * W) if kind == POINT else free
            put_aim(together.aim, number * AIM_SLOTS * W, bias, soft.impulse_scale / soft.mass_scale, (-most, most))
        else:
            bias, mass_scale, impulse_scale = target_of_one(data, base, params)
            bounds = load(data, base + block.LEAST * W), load(data, base + block.MOST * W)
            put_aim(together.aim, number * AIM_SLOTS * W, (bias, zero, zero), impulse_scale / mass_scale, bounds)


@formula
def aim_at_errors(data, base, kind, share, one_sided):
    """(bias, bounds) of a block whose motion from rest removes a share of its errors; springs and motors have no part in it."""
    error = error_to_correct(data, base, kind, one_sided)
    own = load(data, base + block.OWN * W) > 0.5
    zero = 0.0 * error[0]
    free = select(own, zero, full_like(zero, UNLIMITED))
    if kind < ONE_ROW:
        return scale(zero + share, error), (-free, free)
    return (share * error[0], zero, zero), (select(one_sided, zero, -free), free)


@kernel
def aim_at_pushes(begin, end, parts, together, share):
    """Aims of the part blocks begin .. end - 1 for pseudo velocities that remove this share of errors a second.

    Reads parts.data parts.kind together.member
    Writes together.aim
    """
    data = parts.data
    for number in range(begin, end):
        if together.member[number] > 0:
            base = number * block.SLOTS * W
            side = load(data, base + block.SIDE * W)
            one_sided = limiting(side) & ~(load(data, base + block.ACTIVE * W) > 0.0)
            bias, bounds = aim_at_errors(data, base, parts.kind[number], share, one_sided)
            put_aim(together.aim, number * AIM_SLOTS * W, bias, 0.0 * side, bounds)


@kernel
def aim_at_shifts(begin, end, parts, together, share):
    """Aims of the part blocks begin .. end - 1 for shifts of poses that remove this share of errors.

    Reads parts.data parts.kind together.member
    Writes together.aim
    """
    data = parts.data
    for number in range(begin, end):
        if together.member[number] > 0:
            base = number * block.SLOTS * W
            side = load(data, base + block.SIDE * W)
            bias, bounds = aim_at_errors(data, base, parts.kind[number], share, limiting(side))
            put_aim(together.aim, number * AIM_SLOTS * W, bias, 0.0 * side, bounds)
