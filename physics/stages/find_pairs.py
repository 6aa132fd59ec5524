"""Stage 1: inertia and boxes of this step's poses, and the pairs whose fat boxes overlap.

Pairs are found anew only when a body left its fat box, or when one came, went or changed, or when joints now keep others
from colliding; until then the list stays as it is, and with it the place of every pair's impulses.
"""
from __future__ import annotations

from physics.arrays import FIRST
from physics.collision.aabb import compute_aabbs, fatten
from physics.collision.broad_phase import find_pairs
from physics.dynamics.inertia import world_inertia
from physics.lanes.value import W

FATTENING = 0.1                                  # [m] on every side; the largest contact margin


def find_pairs_stage(world) -> None:
    """Boxes, inertia and, when needed, pairs of a world."""
    pool = world._pool
    moved = pool.close_up()
    if moved is not None:
        world._contact_state.follow(moved)
    first, end = FIRST // W, pool.end_block
    world_inertia(first, end, pool.arrays)
    left = compute_aabbs(first, end, pool.arrays, world.solver.margin / 2)     # half for each of the two bodies
    if left or pool.changed or world._joints.pairs_changed:
        fatten(first, end, pool.arrays, FATTENING)
        state = world._contact_state
        state.pairs, state.scratch = find_pairs(pool.arrays, pool.count, state.pairs, state.scratch, world._joints.excluded(pool))
        pool.changed = world._joints.pairs_changed = False
