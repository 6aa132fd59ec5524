"""Stage 1: inertia and boxes of this step's poses, and the pairs whose fat boxes overlap.

A body that left its fat box gets a new one, and its pairs are found anew; all pairs are when a body came, went or changed, or
when joints now keep others from colliding.  Otherwise the list stays as it is.  With `continuous`, boxes of moving bodies hold
the motion of the step too.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FAR, FIRST, Bodies, Pairs, end_block
from physics.bodies.inertia import turn_inertia
from physics.collision.broad_phase.aabb import fast_from, list_left, renew_boxes
from physics.collision.broad_phase.pair_search import How, Kept, merge_found, ready_to_search, searched, with_rows
from physics.collision.broad_phase.tree import MEMBERS
from physics.collision.broad_phase.tree_query import AGAIN, EVERYBODY, LEAVERS, expected, share_search
from physics.compile.decorators import kernel, verb
from physics.dynamics.sweeps import BODY_GRAIN
from physics.parallel.atomics import atomic_add
from physics.parallel.team import first_chunk, next_chunk, share, wait_for_next_job
from physics.simd.flags import any_flagged
from physics.simd.value import W

FATTENING = 0.03                                 # [m] on every side, or the contact margin where that is more
PLACES = 3                                       # a task of `place_and_search` besides searches: boxes alone, of sleepers too
USUAL = 0.01                                     # [us] that a body takes which stays in its box


@verb
def share_places(team, blocks, bodies, margins, whose):
    """Inertia, tight boxes and new fat ones of the bodies of blocks = (begin, end), see `renew_boxes`; what sleeps has them.

    whose = (left, whether sleepers too get new boxes).

    Reads   bodies.pose, bodies.local, bodies.shape, bodies.kind, bodies.velocity, bodies.awake, margins
    Writes  bodies.inverse_inertia, bodies.aabb, bodies.fat_aabb, left team
    """
    begins, ends = blocks
    left, asleep = whose
    one = np.int64(1)
    if margins[3]:
        chunk = first_chunk(team, one, one)
        while chunk >= 0:
            left.far[0] = fast_from(begins, ends, bodies, margins[0])
            chunk = next_chunk(team)
    chunk = first_chunk(team, ends, BODY_GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, begins, ends)
        fast = 0
        for block in range(first, last):
            left.bits[block] = 0
            awake = any_flagged(bodies.awake, block * W, bodies.pose)
            if awake:
                turn_inertia(block, bodies)
            if awake or asleep:
                fast += renew_boxes(block, bodies, margins, left)
        if fast > 0:
            atomic_add(left.fast, 0, fast)
        chunk = next_chunk(team)
    chunk = first_chunk(team, one, one)
    while chunk >= 0:
        list_left(begins, ends, left)
        chunk = next_chunk(team)


@kernel
def place_and_search(team, place, bodies, pairs, search):
    """`share_places` and then, when anybody left, `share_search`, or one of them; place = (blocks, margins, task).

    Reads   bodies.pose, bodies.local, bodies.shape, bodies.kind, bodies.velocity, bodies.awake, margins
    Writes  bodies.inverse_inertia, bodies.aabb, bodies.fat_aabb, search pairs team
    """
    blocks, margins, task = place
    if task == LEAVERS or task == PLACES:
        share_places(team, blocks, bodies, margins, (search[0], task == PLACES))
    if task != PLACES and search[0].number[0] > 0 or task == EVERYBODY:
        share_search(team, bodies, pairs, search, task)
    wait_for_next_job(team)


def find_pairs_stage(world) -> None:
    """Boxes, inertia and, when needed, pairs of a world."""
    pool = world._bodies
    moved = pool.close_up()
    if moved is not None:
        world._contacts.follow(moved)
    state, solver = world._contacts, world.solver
    margins = solver.margin / 2, max(FATTENING, solver.margin), world.dt, int(solver.continuous)     # half for each of the two
    how = How(margins, world._joints.excluded(pool), world._teamwork.work)
    find = find_all if pool.changed or world._joints.pairs_changed else find_new
    state.pairs, state.scratch = find(pool.arrays, pool.count, (state.pairs, state.scratch), how)
    pool.changed = world._joints.pairs_changed = False
    look_ahead(state.pairs, world.dt if state.scratch.left.fast[0] else 0.0)


def find_all(bodies: Bodies, count: int, kept: Kept, how: How) -> Kept:
    """New boxes of rows FIRST .. FIRST + count - 1 and all their pairs, see `find_new`."""
    pairs, scratch = kept
    scratch = with_rows(scratch, bodies, count)
    bodies.fat_aabb[FIRST:FIRST + count, :3], bodies.fat_aabb[FIRST:FIRST + count, 3:6] = FAR, -FAR
    _do(PLACES, bodies, count, (pairs, scratch), how)
    scratch.tree.size[MEMBERS] = 0                                        # it has the boxes that were
    scratch = ready_to_search(bodies, count, pairs, scratch)
    _do(EVERYBODY, bodies, count, (pairs, scratch), how)
    return merge_found(bodies, count, (pairs, scratch), how,
                       lambda roomier: _do(EVERYBODY, bodies, count, (pairs, roomier), how))


def find_new(bodies: Bodies, count: int, kept: Kept, how: How) -> Kept:
    """Boxes, and the pairs that those meet who left their fat ones; kept = (list of pairs, scratch) until now, returned as
    they are then."""
    pairs, scratch = kept
    scratch = ready_to_search(bodies, count, pairs, scratch)
    _do(LEAVERS, bodies, count, (pairs, scratch), how)
    if not scratch.left.number[0]:
        return pairs, scratch
    return merge_found(bodies, count, (pairs, scratch), how, lambda roomier: _do(AGAIN, bodies, count, (pairs, roomier), how))


def _do(task: int, bodies: Bodies, count: int, kept: Kept, how: How) -> None:
    """`place_and_search`, by as many threads as it is worth."""
    pairs, scratch = kept
    left, search, time = scratch.left, searched(scratch), 0.0
    if task != PLACES:
        time += expected(int(left.number[0]), int(pairs.number[0]))       # as many leave as in the last step
    if task in (PLACES, LEAVERS):
        time += USUAL * count
        left.fast[0], left.far[0] = 0, FAR                                # while nobody is known to be fast
    place = (FIRST // W, end_block(count)), how.margins, task
    how.work(lambda team: place_and_search(team, place, bodies, pairs, search), time)


def look_ahead(pairs: Pairs, time: float) -> None:
    """Say how far ahead [s] the narrow phase looks: while anybody is fast, and once more by 0 to forget what it saw."""
    pairs.sweep[1] = time > 0 or pairs.sweep[0] > 0
    pairs.sweep[0] = time
