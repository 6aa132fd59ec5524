"""Stage 1: inertia and boxes of this step's poses, and the pairs whose fat boxes overlap.

A body that left its fat box gets a new one, and its pairs are found anew; all pairs are when a body came, went or changed, or
when joints now keep others from colliding.  Otherwise the list stays as it is.  With `continuous`, boxes of moving bodies hold
the motion of the step too.
"""
from __future__ import annotations

from physics.arrays import FIRST, Pairs
from physics.collision.aabb import compute_aabbs, fast_from, fatten, renew_boxes
from physics.collision.broad_phase import How, find_pairs, renew_pairs, with_rows
from physics.dynamics.inertia import turn_inertia
from physics.jit import kernel
from physics.lanes.flags import any_flagged
from physics.lanes.value import W

FATTENING = 0.03                                 # [m] on every side, or the contact margin where that is more


@kernel
def place_bodies(begin, end, bodies, margins, left):
    """Inertia, tight boxes and new fat ones of the bodies of blocks begin .. end - 1, see `renew_boxes`; what sleeps has them.

    Returns how many bodies move so far in this step that they may be fast.

    Reads   bodies.pose, bodies.local, bodies.shape, bodies.kind, bodies.velocity, bodies.awake
    Writes  bodies.inverse_inertia, bodies.aabb, bodies.fat_aabb, left
    """
    far, fast = fast_from(begin, end, bodies, margins), 0
    left.number[0] = 0
    for block in range(begin, end):
        if any_flagged(bodies.awake, block * W, bodies.pose):
            turn_inertia(block, bodies)
            fast += renew_boxes(block, bodies, margins, far, left)
    return fast


def find_pairs_stage(world) -> None:
    """Boxes, inertia and, when needed, pairs of a world."""
    pool = world._pool
    moved = pool.close_up()
    if moved is not None:
        world._contact_state.follow(moved)
    first, end, bodies = FIRST // W, pool.end_block, pool.arrays
    solver, state = world.solver, world._contact_state
    state.scratch = with_rows(state.scratch, bodies, pool.count)
    growth = max(FATTENING, solver.margin)
    changed, left = pool.changed or world._joints.pairs_changed, state.scratch.left
    if changed:
        compute_aabbs(first, end, bodies)
        fatten(first, end, bodies, growth)
    margins = (solver.margin / 2, growth, world.dt, int(solver.continuous))        # half for each of the two bodies
    fast = place_bodies(first, end, bodies, margins, left)
    if changed or left.number[0]:
        how = How(world._joints.excluded(pool), world._teamwork.work)
        find = find_pairs if changed else renew_pairs
        state.pairs, state.scratch = find(bodies, pool.count, state.pairs, state.scratch, how)
    pool.changed = world._joints.pairs_changed = False
    look_ahead(state.pairs, world.dt if fast else 0.0)


def look_ahead(pairs: Pairs, time: float) -> None:
    """Say how far ahead [s] the narrow phase looks: while anybody is fast, and once more by 0 to forget what it saw."""
    pairs.sweep[1] = time > 0 or pairs.sweep[0] > 0
    pairs.sweep[0] = time
