"""Stage 1: inertia and boxes of this step's poses, and the pairs whose fat boxes overlap.

A body that left its fat box gets a new one, and its pairs are found anew; all pairs are when a body came, went or changed, or
when joints now keep others from colliding.  Otherwise the list stays as it is.
"""
from __future__ import annotations

from physics.arrays import FIRST
from physics.collision.aabb import compute_aabbs, fatten, fatten_left
from physics.collision.broad_phase import find_pairs, renew_pairs, with_rows
from physics.dynamics.inertia import world_inertia
from physics.lanes.value import W

FATTENING = 0.1                                  # [m] on every side; the largest contact margin


def find_pairs_stage(world) -> None:
    """Boxes, inertia and, when needed, pairs of a world."""
    pool = world._pool
    moved = pool.close_up()
    if moved is not None:
        world._contact_state.follow(moved)
    first, end, bodies = FIRST // W, pool.end_block, pool.arrays
    world_inertia(first, end, bodies)
    margin = world.solver.margin / 2                                   # half for each of the two bodies
    left = compute_aabbs(first, end, bodies, margin)
    changed = pool.changed or world._joints.pairs_changed
    if not left and not changed:
        return
    state = world._contact_state
    state.scratch = with_rows(state.scratch, bodies, pool.count)
    if changed:
        fatten(first, end, bodies, FATTENING)
        find = find_pairs
    else:
        fatten_left(first, end, bodies, (margin, FATTENING), state.scratch.left)
        find = renew_pairs
    state.pairs, state.scratch = find(bodies, pool.count, state.pairs, state.scratch, world._joints.excluded(pool))
    pool.changed = world._joints.pairs_changed = False
