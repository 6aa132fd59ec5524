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
from physics.simd.memory import load_rows, store_rows
from physics.simd.value import W


@formula
def minus(a, b):
    """The difference of the first six numbers of two rows; the last two are those of a."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5], a[6], a[7])


@formula
def plus(a, b):
    """The sum of the first six numbers of two rows; the last two are those of a."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6], a[7])


@kernel
def keep_velocity(begin, end, bodies):
    """Store the velocities of the body blocks begin .. end - 1 before a warm start.

    Reads bodies.velocity bodies.awake
    Writes bodies.warm_start
    """
    for block in range(begin, end):
        row = block * W
        if any_flagged(bodies.awake, row, bodies.velocity):
            store_rows(bodies.warm_start, row, load_rows(bodies.velocity, row))


@kernel
def keep_change(begin, end, bodies):
    """Store by how much the impulses of the substep changed the velocities of the body blocks begin .. end - 1.

    Reads bodies.velocity bodies.warm_start bodies.awake
    Writes bodies.warm_start
    """
    for block in range(begin, end):
        row = block * W
        if any_flagged(bodies.awake, row, bodies.velocity):
            store_rows(bodies.warm_start, row, minus(load_rows(bodies.velocity, row), load_rows(bodies.warm_start, row)))


@kernel
def apply_change(begin, end, bodies):
    """Warm start the body blocks begin .. end - 1, and store their velocities before.

    Reads bodies.velocity bodies.warm_start bodies.awake
    Writes bodies.velocity bodies.warm_start
    """
    for block in range(begin, end):
        row = block * W
        if any_flagged(bodies.awake, row, bodies.velocity):
            before = load_rows(bodies.velocity, row)
            store_rows(bodies.velocity, row, plus(before, load_rows(bodies.warm_start, row)))
            store_rows(bodies.warm_start, row, before)
