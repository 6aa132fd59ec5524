"""Warm starting by bodies: all impulses of the last substep are applied to a body at once, without a sweep over constraints.

Impulses that are applied again unchanged change the velocity of a body by the same amount as before,

    M^-1 J^T impulse = v at the end of the substep - v before its warm start

as long as rows and masses are constant.  During a step those of contacts are; those of joints turn with the bodies.  So this
is for worlds without joints, for warm_start = 1, from the second substep of a step on.  While a substep is solved
`Bodies.warm_start` holds the velocity before warm starting; between substeps, the change.
"""
from __future__ import annotations

from physics.compile.decorators import formula, kernel
from physics.simd.flags import any_flagged
from physics.simd.memory import ROW, load, replace_rows, store
from physics.simd.value import W


@kernel
def keep_velocity(begin, end, bodies):
    """Store the velocities of the body blocks begin .. end - 1 before a warm start.

    Reads bodies.velocity bodies.awake
    Writes bodies.warm_start
    """
    for block in range(begin, end):
        row = block * W
        if any_flagged(bodies.awake, row, bodies.velocity):
            for k in range(ROW):
                at = row * ROW + k * W
                store(bodies.warm_start, at, load(bodies.velocity, at))


@kernel
def keep_change(begin, end, bodies):
    """Store by how much the impulses of the substep changed the velocities of the body blocks begin .. end - 1.

    Reads bodies.velocity bodies.warm_start bodies.awake
    Writes bodies.warm_start
    """
    for block in range(begin, end):
        row = block * W
        if any_flagged(bodies.awake, row, bodies.velocity):
            for k in range(ROW):
                at = row * ROW + k * W
                store(bodies.warm_start, at, load(bodies.velocity, at) - load(bodies.warm_start, at))


@kernel
def apply_change(begin, end, bodies):
    """Warm start the body blocks begin .. end - 1, and store their velocities before.

    Reads bodies.velocity bodies.warm_start bodies.awake
    Writes bodies.velocity bodies.warm_start
    """
    for block in range(begin, end):
        row = block * W
        if any_flagged(bodies.awake, row, bodies.velocity):
            for k in range(ROW):
                at = row * ROW + k * W
                before = load(bodies.velocity, at)
                store(bodies.velocity, at, before + load(bodies.warm_start, at))
                store(bodies.warm_start, at, before)


@formula
def store_velocity(bodies, row, velocity):
    """Write velocities of the rows row .. row + 15 that no impulse changed: warm starting does not repeat the change."""
    replace_rows(bodies.velocity, bodies.warm_start, row, velocity)
