"""Stage 12: how long each body has been at rest; islands at rest for long enough fall asleep in stage 3 of a later step.

Before a step in which that is checked, bodies that creep because friction does not hold them start anew.
"""
from __future__ import annotations

from physics.bodies.arrays import FIRST
from physics.dynamics.sleeping import SleepParameters, measure_rest, update_kinematic
from physics.dynamics.sliding import ALMOST, CREEP, Clusters, Search, restart_rest
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
        if pool.sleep_candidates and (world.step_count + 1) % CHECK_EVERY == 0:
            _restart_sliders(world, CREEP * rest.sleep_speed * rest.dt)


def _restart_sliders(world, least: float) -> None:
    """Restart the time at rest of bodies that nothing holds and that slipped by more than `least` [m] in this step."""
    pool, state = world._bodies, world._contacts
    joints, _, count = world._joints.constraints(pool)
    search = Search(least, ALMOST, FIRST + pool.count, state.contact_blocks, count)
    restart_rest(pool.arrays, state.contacts, joints, search, Clusters(state.parent, state.flags))
