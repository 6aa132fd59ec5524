"""Storing parts after a step: impulses for the next warm start, and the results that views read."""
from __future__ import annotations

from physics.compile.decorators import kernel
from physics.constraints import block, part
from physics.constraints.block import keep, keep3
from physics.constraints.limit import limiting
from physics.constraints.part import ONE_ROW
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.point import POINT
from physics.constraints.roles import choose_roles
from physics.constraints.solver import held_error
from physics.constraints.turns import count_turns
from physics.simd.memory import load
from physics.simd.slots import load3
from physics.simd.value import W


@kernel
def store_parts(begin, end, bodies, parts):
    """Store impulses, sums, errors and measures of the part blocks begin .. end - 1, placed at the end of a step.

    Reads bodies parts.a parts.b parts.part parts.kind parts.data parts.store
    Writes parts.store
    """
    data = parts.data
    for number in range(begin, end):
        at, base, kind = number * W, number * block.SLOTS * W, parts.kind[number]
        total = load3(data, base + block.SUM * W)
        keep3(parts, at, part.CARRIED, load3(data, base + block.IMPULSE * W))
        keep3(parts, at, part.TOTAL, total)
        if kind == POINT:
            keep3(parts, at, part.ERROR, load3(data, base + block.ERROR * W))
            keep3(parts, at, part.FORCE, total)
        else:
            keep3(parts, at, part.ERROR, held_error(data, base, limiting(load(data, base + block.SIDE * W))))
            keep3(parts, at, part.FORCE, load3(data, base + block.FORCE * W))
            keep3(parts, at, part.TORQUE, load3(data, base + block.TORQUE * W))
        if kind == AXIS_ROTATION:
            count_turns(number, bodies, parts)
            choose_roles(number, bodies, parts)
        if kind >= ONE_ROW:
            keep(parts, at, part.MEASURE, load(data, base + block.MEASURE * W))
            keep(parts, at, part.SIDE, load(data, base + block.SIDE * W))
