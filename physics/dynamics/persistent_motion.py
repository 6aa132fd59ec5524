"""Persistent motion: what goes on by itself, no matter how slowly, and so never falls asleep.

    a free body          neither a contact nor a joint acts on it:  at rest only if its place did not change in `sleep_time`, and
                         |w| sleep_time <= eps, in which no rotation changes
    a driven joint       2 |s' - s| >= |target| dt, in the direction of the target:  s, s': measure of the motor's part before
                         and after the step, target: the motor's speed

eps is the distance of 1 from the next number.  What keeps |q| at 1 may change the rotation of a body at rest by last digits, to
and fro or on and on, so its spin is asked and not its rotation.

A motor that is stalled, by a stop or by its load, or that has reached what it was to hold (target 0), moves nothing: bodies on
it are at rest as others are.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.compile.decorators import formula, kernel
from physics.constraints import block as part_block
from physics.constraints.part import MOTOR, ONE_ROW, PART_SLOTS, TARGET, USE
from physics.definitions.body_types import DYNAMIC
from physics.dynamics.sleeping import may_sleep, turn_way_of, way_of
from physics.simd.functions import sqrt
from physics.simd.value import W


@formula
def goes_on(bodies, search, row):
    """Whether a free body moved in the time over which ways are measured, or turns."""
    x, y, z = np.float64(bodies.velocity[row, 3]), np.float64(bodies.velocity[row, 4]), np.float64(bodies.velocity[row, 5])
    turns = sqrt(x * x + y * y + z * z) * search.sleep_time > search.rounding
    return turns or way_of(bodies, row) > turn_way_of(bodies, row)


@kernel
def restart_free(bodies, contacts, search, touched):
    """Restart the time at rest of bodies that nothing touches and that moved; `search` is a Search of `support`, `touched` are
    (rows,) uint8 marks, all 0 between uses.

    Reads bodies.type bodies.awake bodies.joined bodies.still bodies.rest_way bodies.velocity contacts.a contacts.b search
    Writes bodies.still touched
    """
    for number in range(search.blocks * W):
        touched[contacts.a[number]] = touched[contacts.b[number]] = 1
    for row in range(FIRST, search.rows):
        free = touched[row] == 0 and bodies.joined[row] == 0
        if free and may_sleep(bodies, search.sleep_time, row) and goes_on(bodies, search, row):
            bodies.still[row] = 0
    touched[:search.rows] = 0


@formula
def moved_by_motor(parts, at, base, dt):
    """Whether the part in an entry of blocks is a motor that moves its bodies at half of its speed or more."""
    number = parts.part[at]
    kept = (number // W) * PART_SLOTS * W + number % W
    target = parts.store[kept + TARGET * W]
    if parts.store[kept + USE * W] != MOTOR or target == 0:
        return False
    moved = parts.data[base + part_block.MEASURE * W] - parts.data[base + part_block.START * W]
    return 2 * moved / target >= dt


@kernel
def restart_driven(bodies, parts, search):
    """Restart the time at rest of dynamic bodies that motors move; `search` is a Search of `support`.

    Reads bodies.type parts.a parts.b parts.part parts.kind parts.data parts.store search
    Writes bodies.still
    """
    for block in range(search.parts):
        if parts.kind[block] >= ONE_ROW:
            for lane in range(W):
                at = block * W + lane
                if moved_by_motor(parts, at, block * part_block.SLOTS * W + lane, search.dt):
                    for row in (parts.a[at], parts.b[at]):
                        if bodies.type[row] == DYNAMIC:
                            bodies.still[row] = 0
