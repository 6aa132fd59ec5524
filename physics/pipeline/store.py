"""Stage 11, after the method has stored its impulses: joints break, pairs with an impulse and overlaps of sensors are noted,
forces are cleared."""
from __future__ import annotations

from physics.bodies.arrays import FIRST
from physics.definitions.known_names import PUT
from physics.pipeline.overlaps import note_overlaps
from physics.storage.breaking import break_joints


def store_stage(world) -> None:
    """Break joints, note the pairs with an impulse and the overlaps of sensors, and clear the forces of a world."""
    pool, state = world._bodies, world._contacts
    break_joints(world._joints, world.dt)
    for event in world._joints.broke:
        pool.loosen_joint(world._joints.members[event.joint].definition)
    state.keep_impulse_pairs(pool)
    if pool.sensors or state.overlaps_in_use:
        note_overlaps(world)
    if world._forces_act:
        pool.arrays.force[FIRST:FIRST + pool.count] = 0
        PUT(world, "_forces_act", False)
