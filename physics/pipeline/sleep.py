"""Stage 12: how long each body has been at rest; islands at rest for long enough fall asleep in stage 3 of a later step.

In the step before that is checked, ways are measured, and bodies that go on, for nothing holds them, start anew.
"""
from __future__ import annotations

import math

import numpy as np

from physics.bodies.arrays import FIRST
from physics.dynamics.persistent_motion import restart_driven, restart_free
from physics.dynamics.sleeping import SleepParameters, Window, measure_rest, measure_way, update_kinematic
from physics.dynamics.support import ALMOST, Clusters, Search, restart_unheld
from physics.pipeline.islands import CHECK_EVERY
from physics.simd.value import W


def sleep_stage(world) -> None:
    """Update the time at rest of the bodies of a world."""
    pool = world._bodies
    if pool.placed:
        update_kinematic(pool.count, pool.arrays)
        pool.placed = False
    if world.sleep:
        rest = rest_parameters(world)
        pool.sleep_candidates = bool(measure_rest(FIRST // W, pool.end_block, pool.arrays, rest))
        if (world.turn + 1) % CHECK_EVERY == 0:
            _look_at_ways(world, rest)


def rest_parameters(world) -> SleepParameters:
    """When a body of a world is at rest."""
    speed = math.sqrt(world.length_scale) * float(world.sleep_speed)                # see `definitions.length_scale`
    return SleepParameters(float(world.dt), speed, float(world.sleep_time))


def _look_at_ways(world, rest: SleepParameters) -> None:
    pool, state = world._bodies, world._contacts
    since = CHECK_EVERY * rest.dt
    time = max(rest.sleep_time, since)               # over which ways are measured [s]
    share = 2 * float(world.sleep_way)               # of a half size
    measure_way(FIRST // W, pool.end_block, pool.arrays, Window(since, rest.dt / 2, 1 / time, share))
    if pool.sleep_candidates:
        share *= min(1.0, time / float(world.sleep_horizon))**2
        slip = 2 * share * rest.dt / time            # in a step, where a constant acceleration led to that share
        _restart(world, Search(slip, ALMOST, share, rest.sleep_time, rest.dt, FIRST + pool.count, state.contact_blocks,
                               state.part_blocks, float(np.finfo(pool.arrays.pose.dtype).eps)))


def _restart(world, search: Search) -> None:
    arrays, state = world._bodies.arrays, world._contacts
    restart_free(arrays, state.contacts, search, state.flags)
    restart_driven(arrays, state.parts, search)
    restart_unheld(arrays, state.contacts, search, Clusters(state.parent, state.flags, state.spread))


def make_sleep_ready(world) -> None:
    """Make the kernels ready that only some steps call, by calls without bodies."""
    measure_way(0, 0, world._bodies.arrays, Window(1.0, 1.0, 1.0, 1.0))
    _restart(world, Search(1.0, ALMOST, 1.0, 1.0, 1.0, 0, 0, 0))
