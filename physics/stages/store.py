"""Stage 11: impulses are kept for the next step, weak joints break, who touches whom is noted; forces have acted."""
from __future__ import annotations

from physics.arrays import FIRST
from physics.dynamics.contact_store import store_impulses
from physics.dynamics.joints.place import place_parts
from physics.dynamics.joints.store import store_parts
from physics.joint_breaking import break_joints


def store_stage(world) -> None:
    """Impulses and touching pairs of a world."""
    state, pool = world._contact_state, world._pool
    store_impulses(0, state.contact_blocks, state.pairs, state.contacts)
    place_parts(0, state.part_blocks, pool.arrays, state.parts, world._last_h)
    store_parts(0, state.part_blocks, state.parts)
    break_joints(world._joints, world.dt)
    state.remember_pushing(pool)
    if world._forces_act:
        pool.arrays.force[FIRST:FIRST + pool.count] = 0
        world._forces_act = False
