"""Rest: the time that each body has been still.

A body moved in a step if a point of it moved farther than `sleep_speed` dt from the beginning to the end of the step, position
corrections included:

    |d| + r |turn| > sleep_speed dt        d, turn: motion in the step;  r: the largest half size

A body that vibrates in place from substep to substep is at rest; one that creeps or is still being pushed out of an overlap is
not.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FIRST
from physics.compile.decorators import kernel
from physics.definitions.body_types import DYNAMIC, KINEMATIC
from physics.simd.flags import any_flagged, flagged
from physics.simd.functions import full_like, lane_bits, maximum, select
from physics.simd.memory import load, load_integers, load_rows, store
from physics.simd.value import W
from physics.simd.vec3 import length


class SleepParameters(NamedTuple):
    """When a body is at rest."""

    dt: float                      # step [s]
    sleep_speed: float             # a slower body is still [m/s]
    sleep_time: float              # a body that was still for so long may sleep [s]


@kernel
def measure_rest(begin, end, bodies, parameters):
    """Add to the time that the bodies of blocks begin .. end - 1 have been still; returns whether one may sleep.

    Reads bodies.delta bodies.shape bodies.type bodies.awake bodies.restless
    Writes bodies.still
    """
    dt, sleep_speed, sleep_time = parameters.dt, parameters.sleep_speed, parameters.sleep_time
    candidates = 0
    for block in range(begin, end):
        row = block * W
        if not any_flagged(bodies.awake, row, bodies.still):
            continue
        d, size, still = load_rows(bodies.delta, row), load_rows(bodies.shape, row), load(bodies.still, row)
        reach = maximum(maximum(size[0], size[1]), size[2])
        path = length((d[0], d[1], d[2])) + reach * length((d[3], d[4], d[5]))
        rests = (path <= full_like(path, sleep_speed * dt)) & ~flagged(bodies.restless, row, bodies.still)
        now = select(rests, still + dt, 0.0)
        dynamic = flagged(bodies.awake, row, bodies.still) & (load_integers(bodies.type, row, still) == DYNAMIC)
        now = select(dynamic, now, still)
        store(bodies.still, row, now)
        candidates |= lane_bits(dynamic & (now >= full_like(now, sleep_time)))
    return candidates != 0


@kernel
def update_kinematic(count, bodies):
    """After a step that placed bodies: of the first `count` bodies that are not dynamic only those that move stay awake.

    Reads bodies.type bodies.velocity
    Writes bodies.awake
    """
    for row in range(FIRST, FIRST + count):
        if bodies.type[row] != DYNAMIC:
            moves = False
            for k in range(6):
                moves |= bodies.velocity[row, k] != 0
            bodies.awake[row] = 1 if moves and bodies.type[row] == KINEMATIC else 0
