"""What a step keeps of its parts: impulses to start from, and what people read."""
from __future__ import annotations

from physics.compile.decorators import kernel
from physics.constraints import block as now
from physics.constraints.block import SLOTS, keep, keep3
from physics.constraints.limit import limiting
from physics.constraints.part import AXIS_POSITION, CARRIED, ERROR, FORCE, MEASURE, POINT, SIDE, TORQUE, TOTAL
from physics.constraints.solver import held_error
from physics.simd.memory import load
from physics.simd.slots import load3
from physics.simd.value import W

IMPULSE, SUM, FORCES, TORQUES, ERRORS = now.IMPULSE, now.SUM, now.FORCE, now.TORQUE, now.ERROR
MEASURED, SIDED = now.MEASURE, now.SIDE


@kernel
def store_parts(begin, end, parts):
    """Keep impulses, sums, errors and measures of the part blocks begin .. end - 1, which stand at the end of the step.

    Reads parts.part parts.kind parts.data
    Writes parts.store
    """
    data = parts.data
    for block in range(begin, end):
        at, base, kind = block * W, block * SLOTS * W, parts.kind[block]
        total = load3(data, base + SUM * W)
        keep3(parts, at, CARRIED, load3(data, base + IMPULSE * W))
        keep3(parts, at, TOTAL, total)
        if kind == POINT:
            keep3(parts, at, ERROR, load3(data, base + ERRORS * W))
            keep3(parts, at, FORCE, total)
        else:
            keep3(parts, at, ERROR, held_error(data, base, limiting(load(data, base + SIDED * W))))
            keep3(parts, at, FORCE, load3(data, base + FORCES * W))
            keep3(parts, at, TORQUE, load3(data, base + TORQUES * W))
        if kind >= AXIS_POSITION:
            keep(parts, at, MEASURE, load(data, base + MEASURED * W))
            keep(parts, at, SIDE, load(data, base + SIDED * W))
