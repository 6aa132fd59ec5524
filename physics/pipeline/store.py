"""Stage 11, after the method has stored its impulses: joints break, pairs with an impulse are noted, forces are cleared."""
from __future__ import annotations

from physics.bodies.arrays import FIRST
from physics.definitions.known_names import PUT
from physics.storage.breaking import break_joints


def store_stage(world) -> None:
    """Break joints, note the pairs with an impulse, and clear the forces of a world."""
    pool = world._bodies
    break_joints(world._joints, world.dt)
    world._contacts.keep_impulse_pairs(pool)
    if world._forces_act:
        pool.arrays.force[FIRST:FIRST + pool.count] = 0
        PUT(world, "_forces_act", False)
