"""Stage 11: impulses are kept for the next step, weak joints break, who touches whom is noted; forces have acted."""
from __future__ import annotations

from physics.arrays import FIRST
from physics.dynamics.results import keep_results
from physics.joint_breaking import break_joints
from physics.stages.advance import kernel_state


def store_stage(world) -> None:
    """Impulses and touching pairs of a world."""
    pool, (arrays, extent) = world._pool, kernel_state(world)
    world._teamwork.work(lambda team: keep_results(team, arrays, extent, world._last_h))
    break_joints(world._joints, world.dt)
    world._contact_state.remember_pushing(pool)
    if world._forces_act:
        pool.arrays.force[FIRST:FIRST + pool.count] = 0
        world._forces_act = False
