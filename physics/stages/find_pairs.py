"""Stage 1: inertia and boxes of this step's poses, and the pairs whose fat boxes overlap.

A body that left its fat box gets a new one, and its pairs are found anew; all pairs are when a body came, went or changed, or
when joints now keep others from colliding.  Otherwise the list stays as it is.  With `continuous`, boxes of moving bodies hold
the motion of the step too.
"""
from __future__ import annotations

from physics.arrays import FIRST, Pairs
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
    solver, state = world.solver, world._contact_state
    margin = solver.margin / 2                                         # half for each of the two bodies
    left = compute_aabbs(first, end, bodies, margin)
    changed, fast = pool.changed or world._joints.pairs_changed, 0
    if left or changed or solver.continuous:
        state.scratch = with_rows(state.scratch, bodies, pool.count)
        if changed:
            fatten(first, end, bodies, FATTENING)
        dt = world.dt if solver.continuous else 0.0
        fast = fatten_left(first, end, bodies, (margin, FATTENING, dt), state.scratch.left)
        if changed or state.scratch.left.number[0]:
            find = find_pairs if changed else renew_pairs
            state.pairs, state.scratch = find(bodies, pool.count, state.pairs, state.scratch, world._joints.excluded(pool))
    pool.changed = world._joints.pairs_changed = False
    look_ahead(state.pairs, world.dt if fast else 0.0)


def look_ahead(pairs: Pairs, time: float) -> None:
    """Say how far ahead [s] the narrow phase looks: while anybody is fast, and once more by 0 to forget what it saw."""
    pairs.sweep[1] = time > 0 or pairs.sweep[0] > 0
    pairs.sweep[0] = time
