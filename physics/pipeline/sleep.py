"""Stage 12: how long each body has been at rest; islands at rest for long enough fall asleep in stage 3 of a later step."""
from __future__ import annotations

from physics.bodies.arrays import FIRST
from physics.dynamics.sleeping import SleepParameters, measure_rest, update_kinematic
from physics.simd.value import W


def sleep_stage(world) -> None:
    """Update the time at rest of the bodies of a world."""
    pool = world._bodies
    if pool.placed:
        update_kinematic(pool.count, pool.arrays)
        pool.placed = False
    if world.sleep:
        rest = SleepParameters(float(world.dt), float(world.sleep_speed), float(world.sleep_time))
        pool.sleep_candidates = bool(measure_rest(FIRST // W, pool.end_block, pool.arrays, rest))
