"""Stage 11, what the method leaves of it: weak joints break, who touches whom is noted; forces have acted."""
from __future__ import annotations

from physics.bodies.arrays import FIRST
from physics.storage.breaking import break_joints


def store_stage(world) -> None:
    """What broke and who pushed whom in a world, whose method has stored its impulses."""
    pool = world._bodies
    break_joints(world._joints, world.dt)
    world._contacts.remember_pushing(pool)
    if world._forces_act:
        pool.arrays.force[FIRST:FIRST + pool.count] = 0
        world._forces_act = False
