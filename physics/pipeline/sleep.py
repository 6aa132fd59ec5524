"""Stage 12: how long each body has been at rest; islands at rest for long enough fall asleep in stage 3 of a later step.

In the step before that is checked, ways are measured, and bodies that go on, for nothing holds them, start anew.
"""
from __future__ import annotations

from physics.bodies.arrays import FIRST
from physics.dynamics.persistent_motion import restart_driven, restart_free
from physics.dynamics.sleeping import SleepParameters, Window, measure_rest, measure_way, update_kinematic
from physics.dynamics.support import ALMOST, CREEP, Clusters, Search, restart_unheld
from physics.pipeline.islands import CHECK_EVERY
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
        if (world.step_count + 1) % CHECK_EVERY == 0:
            _look_at_ways(world, rest)


def _look_at_ways(world, rest: SleepParameters) -> None:
    pool, state = world._bodies, world._contacts
    share = 2 * float(world.sleep_way)               # of a half size
    since = CHECK_EVERY * rest.dt
    time = max(rest.sleep_time, since)               # over which ways are measured [s]
    measure_way(FIRST // W, pool.end_block, pool.arrays, Window(since, rest.dt / 2, 1 / time, share))
    if not pool.sleep_candidates:
        return
    share *= min(1.0, time / float(world.sleep_horizon))**2
    search = Search(CREEP * rest.sleep_speed * rest.dt, ALMOST, share, rest.sleep_time, FIRST + pool.count, state.contact_blocks)
    restart_free(pool.arrays, state.contacts, search, state.flags)
    restart_driven(state.part_blocks, pool.arrays, state.parts, rest.dt)
    restart_unheld(pool.arrays, state.contacts, search, Clusters(state.parent, state.flags, state.spread))
