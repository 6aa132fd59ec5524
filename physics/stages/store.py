"""Stage 11: impulses are kept for the next step, and who touches whom for the events; forces have acted."""
from __future__ import annotations

from physics.arrays import FIRST
from physics.dynamics.contact_store import store_impulses
from physics.dynamics.joints.point import store_points


def store_stage(world) -> None:
    """Impulses and touching pairs of a world."""
    state, pool = world._contact_state, world._pool
    store_impulses(0, state.contact_blocks, state.pairs, state.contacts)
    store_points(0, state.point_blocks, pool.arrays, state.points)
    state.remember_pushing(pool)
    if world._forces_act:
        pool.arrays.force[FIRST:FIRST + pool.count] = 0
        world._forces_act = False
