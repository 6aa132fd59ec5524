"""Stage 1: inertia and boxes of this step's poses, and the pairs whose fat boxes overlap.

A body that left its fat box gets a new one, and its pairs are found anew; all pairs are when a body came, went or changed, or
when joints now keep others from colliding.  Otherwise the list stays as it is.  With `continuous`, boxes of moving bodies hold
the motion of the step too.
"""
from __future__ import annotations

import numpy as np

from physics.arrays import FAR, FIRST, Pairs
from physics.collision.aabb import Left, compute_aabbs, fast_from, fatten, list_left, renew_boxes
from physics.collision.broad_phase import How, find_pairs, ready_to_renew, renew_pairs, searched, with_rows
from physics.collision.left_search import expected, share_search
from physics.dynamics.inertia import turn_inertia
from physics.dynamics.sweeps import BODY_GRAIN
from physics.jit import kernel, verb
from physics.lanes.atomic import atomic_add
from physics.lanes.flags import any_flagged
from physics.lanes.team import begin, claim, claim_next, meet, share, stand_by
from physics.lanes.value import W

FATTENING = 0.03                                 # [m] on every side, or the contact margin where that is more
USUAL = 0.01                                     # [us] that a body takes which stays in its box


@verb
def share_places(team, blocks, bodies, margins, left):
    """Inertia, tight boxes and new fat ones of the bodies of blocks = (begin, end), see `renew_boxes`; what sleeps has them.

    Reads   bodies.pose, bodies.local, bodies.shape, bodies.kind, bodies.velocity, bodies.awake
    Writes  bodies.inverse_inertia, bodies.aabb, bodies.fat_aabb, left team
    """
    begins, ends = blocks
    one = np.int64(1)
    if margins[3]:
        chunks = begin(team, one, one)
        chunk = claim(team, chunks)
        while chunk >= 0:
            left.far[0] = fast_from(begins, ends, bodies, margins[0])
            chunk = claim_next(team, chunks)
        meet(team)
    chunks = begin(team, ends, BODY_GRAIN)
    chunk = claim(team, chunks)
    while chunk >= 0:
        first, last = share(chunk, chunks, begins, ends)
        fast = 0
        for block in range(first, last):
            left.bits[block] = 0
            if any_flagged(bodies.awake, block * W, bodies.pose):
                turn_inertia(block, bodies)
                fast += renew_boxes(block, bodies, margins, left)
        if fast > 0:
            atomic_add(left.fast, 0, fast)
        chunk = claim_next(team, chunks)
    meet(team)
    chunks = begin(team, one, one)
    chunk = claim(team, chunks)
    while chunk >= 0:
        list_left(begins, ends, left)
        chunk = claim_next(team, chunks)
    meet(team)


@kernel
def place_bodies(team, blocks, bodies, margins, left):
    """`share_places` as a job.

    Reads   bodies.pose, bodies.local, bodies.shape, bodies.kind, bodies.velocity, bodies.awake
    Writes  bodies.inverse_inertia, bodies.aabb, bodies.fat_aabb, left team
    """
    share_places(team, blocks, bodies, margins, left)
    stand_by(team)


@kernel
def place_and_search(team, place, bodies, pairs, search):
    """`share_places` and then, when anybody left, `share_search`; place = (blocks, margins).

    Reads   bodies.pose, bodies.local, bodies.shape, bodies.kind, bodies.velocity, bodies.awake, bodies.type, bodies.group
    Writes  bodies.inverse_inertia, bodies.aabb, bodies.fat_aabb, search pairs team
    """
    blocks, margins = place
    share_places(team, blocks, bodies, margins, search[0])
    if search[0].number[0] > 0:
        share_search(team, bodies, pairs, search, 0)
    stand_by(team)


def find_pairs_stage(world) -> None:
    """Boxes, inertia and, when needed, pairs of a world."""
    pool = world._pool
    moved = pool.close_up()
    if moved is not None:
        world._contact_state.follow(moved)
    bodies, state, solver = pool.arrays, world._contact_state, world.solver
    changed = pool.changed or world._joints.pairs_changed
    find = _find_all if changed else _find_new
    how = How(world._joints.excluded(pool), world._teamwork.work)
    margins = (solver.margin / 2, max(FATTENING, solver.margin), world.dt, int(solver.continuous))   # half for each of the two
    find(bodies, pool, state, margins, how)
    pool.changed = world._joints.pairs_changed = False
    look_ahead(state.pairs, world.dt if state.scratch.left.fast[0] else 0.0)


def _find_all(bodies, pool, state, margins, how) -> None:
    """Every box and every pair."""
    blocks = FIRST // W, pool.end_block
    state.scratch = with_rows(state.scratch, bodies, pool.count)
    compute_aabbs(*blocks, bodies)
    fatten(*blocks, bodies, margins[1])
    left = _cleared(state.scratch.left)
    how.work(lambda team: place_bodies(team, blocks, bodies, margins, left), USUAL * pool.count)
    state.pairs, state.scratch = find_pairs(bodies, pool.count, state.pairs, state.scratch, how)


def _find_new(bodies, pool, state, margins, how) -> None:
    """Boxes, and what those met that left theirs."""
    pairs = state.pairs
    state.scratch = ready_to_renew(bodies, pool.count, pairs, state.scratch)
    left, search = state.scratch.left, searched(state.scratch)
    time = USUAL * pool.count + expected(int(left.number[0]), int(pairs.number[0]))         # as many leave as in the last step
    _cleared(left)
    place = (FIRST // W, pool.end_block), margins
    how.work(lambda team: place_and_search(team, place, bodies, pairs, search), time)
    if left.number[0]:
        state.pairs, state.scratch = renew_pairs(bodies, pool.count, pairs, state.scratch, how)


def _cleared(left: Left) -> Left:
    """The same, while nobody is known to be fast."""
    left.fast[0], left.far[0] = 0, FAR
    return left


def look_ahead(pairs: Pairs, time: float) -> None:
    """Say how far ahead [s] the narrow phase looks: while anybody is fast, and once more by 0 to forget what it saw."""
    pairs.sweep[1] = time > 0 or pairs.sweep[0] > 0
    pairs.sweep[0] = time
