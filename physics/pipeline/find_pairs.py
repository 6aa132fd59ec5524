"""Stage 1: inertia and boxes of this step's poses, and the pairs whose fat boxes overlap.

A body that left its fat box gets a new one, and its pairs are searched for; those of all bodies are when a body came, went or
changed, or when joints exclude other pairs than before.  Otherwise the list stays as it is.  With `continuous`, the boxes of
moving bodies contain the motion of the step too.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR, FIRST, OTHERS, SPHERES, TIME, Bodies, end_block
from physics.bodies.inertia import turn_inertia, turning
from physics.collision.broad_phase.aabb import MOST_AHEAD, Margins, begin_reach, list_left, renew_boxes
from physics.collision.broad_phase.pair_search import (
    Again,
    Kept,
    SearchOptions,
    TooManyPairs,
    make_room,
    merge_found,
    ready_to_search,
    with_rows,
)
from physics.collision.broad_phase.pair_update import Update
from physics.collision.broad_phase.tree import MEMBERS
from physics.collision.broad_phase.tree_query import AGAIN, ALL_BODIES, LEAVERS, expected, share_search
from physics.compile.decorators import kernel, verb
from physics.definitions.settings import SolverSettings
from physics.dynamics.sweeps import BODY_GRAIN
from physics.parallel.atomics import atomic_add
from physics.parallel.team import first_chunk, next_chunk, share, wait_for_next_job
from physics.pipeline.crowd import keep_before_contacts, too_many_pairs
from physics.pipeline.seams import mark_flush_boxes
from physics.simd.flags import any_flagged
from physics.simd.memory import load_rows
from physics.simd.value import W
from physics.storage.edited_impulses import close_up, follow_edits

FATTENING = 0.03                                 # of things of 1 m, on every side, or the contact margin where that is more [m]
LOOKED_FOR = 0.15                                # so far bodies that are not dynamic are looked for by slower ones, likewise [m]
FAST, CLEARING = 2, 1                            # values of Pairs.sweep beside 0
PLACES = 3                                       # a task beside searches: boxes alone, sleepers included
USUAL = 0.01                                     # time for a body that stays in its box [us]


class PlaceJob(NamedTuple):
    """A job of `place_and_search`."""

    begin: int                    # first block of bodies
    end: int                      # one past the last
    margins: Margins
    task: int                     # PLACES, LEAVERS, AGAIN or ALL_BODIES


@verb
def share_places(team, job, bodies, left, asleep):
    """Inertia, tight boxes and new fat ones of the bodies of a PlaceJob, see `renew_boxes`; of sleeping ones where `asleep`.

    Reads   bodies.pose, bodies.local, bodies.shape, bodies.part_box, bodies.kind, bodies.velocity, bodies.awake, bodies.type,
            bodies.flush, job.margins
    Writes  bodies.inverse_inertia, bodies.aabb, bodies.fat_aabb, bodies.travel, left team
    """
    begins, ends, margins = job.begin, job.end, job.margins
    one = np.int64(1)
    chunk = first_chunk(team, ends, BODY_GRAIN)
    while chunk >= 0:
        first, last = share(team, chunk, begins, ends)
        fast = spheres = 0
        for block in range(first, last):
            left.bits[block] = 0
            awake = any_flagged(bodies.awake, block * W, bodies.pose)
            if awake or asleep:
                pose, velocity = load_rows(bodies.pose, block * W), load_rows(bodies.velocity, block * W)
                if awake:
                    turn_inertia(block, bodies, pose, turning(block, bodies, velocity))
                bodies_ahead, spheres_ahead = renew_boxes(block, bodies, (pose, velocity), margins, left)
                fast, spheres = fast + bodies_ahead, spheres + spheres_ahead
        if fast > 0:
            atomic_add(left.fast, 0, fast)
        if spheres > 0:
            atomic_add(left.fast, 1, spheres)
        chunk = next_chunk(team)
    chunk = first_chunk(team, one, one)
    while chunk >= 0:
        list_left(begins, ends, bodies, left)
        chunk = next_chunk(team)


@kernel
def place_and_search(team, job, bodies, pairs, scratch):
    """`share_places` and then, if any body left its box, `share_search`, or one of them, as the task of a PlaceJob says.

    Reads   bodies.pose, bodies.local, bodies.shape, bodies.part_box, bodies.kind, bodies.velocity, bodies.awake, bodies.type,
            bodies.flush, job
    Writes  bodies.inverse_inertia, bodies.aabb, bodies.fat_aabb, bodies.travel, scratch.left scratch.tree scratch.found
            scratch.walks pairs team
    """
    task = job.task
    if task == LEAVERS or task == PLACES:
        share_places(team, job, bodies, scratch.left, task == PLACES)
    if task != PLACES and scratch.left.number[0] > 0 or task == ALL_BODIES:
        share_search(team, bodies, pairs, scratch, task)
    wait_for_next_job(team)


def find_pairs_stage(world) -> None:
    """Boxes and inertia of a world, and its pairs where they changed."""
    pool = world._bodies
    close_up(pool, world._contacts)
    if pool.moved:
        follow_edits(pool, world._joints, world._contacts)
    state, margins = world._contacts, margins_of(world)
    options = SearchOptions(margins, world._joints.excluded(pool), world._teamwork.work, state.most_pairs)
    boxed = margins is pool.boxed or pool.boxed is not None and _boxes_alike(margins, pool.boxed)
    if pool.compounds:
        pool.follow_owners()
    find = find_new if boxed and not (pool.changed or world._joints.pairs_changed) else find_all
    pool.boxed = margins
    count = pool.row_count if pool.compounds else pool.count
    before = state.pairs
    try:
        state.pairs, state.scratch = find(pool.arrays, count, (state.pairs, state.scratch), options)
    except TooManyPairs as error:
        raise too_many_pairs(world, error.number) from None
    pool.changed = world._joints.pairs_changed = False
    look_ahead(state.pairs, world.dt, state.scratch.left.fast)
    if state.pairs.number[0] > state.uncrowded:
        keep_before_contacts(world, before)


def finish_pairs(world, lacking: int) -> None:
    """Go on where `update_pairs` lacked room in a world whose search was that of `find_new`."""
    pool, state = world._bodies, world._contacts
    count = pool.row_count if pool.compounds else pool.count
    options = SearchOptions(pool.margins, world._joints.excluded(pool), world._teamwork.work)
    update = Update(count, float(pool.margins.fixed), options.excluded)
    again = Again(lambda roomier: _run_task(AGAIN, pool.arrays, count, (state.pairs, roomier), options), state.most_pairs)
    try:
        state.pairs, state.scratch = make_room(pool.arrays, (state.pairs, state.scratch), update, again, lacking)
    except TooManyPairs as error:
        raise too_many_pairs(world, error.number) from None
    look_ahead(state.pairs, world.dt, state.scratch.left.fast)


def margins_of(world) -> Margins:
    """The margins of boxes, which follow from settings; the same object as in the step before unless one changed."""
    pool, solver = world._bodies, world._scaled_solver
    now = solver, world.length_scale, world.dt, mark_flush_boxes(world) or solver.continuous == "all"
    if pool.margins_for != now:
        pool.margins_for, pool.margins = now, _margins(*now)
    return pool.margins


def _margins(solver: SolverSettings, scale: float, dt: float, seams: bool) -> Margins:
    """Margins for things of `scale` [m]; seams: whether bodies look ahead at them."""
    half = solver.margin / 2                                              # for each body of a pair
    least = min(solver.flush_tolerance or solver.margin, solver.margin) if seams else solver.margin
    return Margins(half, max(FATTENING * scale, solver.margin), dt, least / 2 if solver.continuous != "off" else 0.0,
                   solver.margin - least, MOST_AHEAD * scale, LOOKED_FOR * scale if solver.continuous == "fixed" else 0.0)


def _boxes_alike(one: Margins, other: Margins) -> bool:
    """Whether boxes of bodies at rest are the same with both margins."""
    return one._replace(dt=0.0) == other._replace(dt=0.0)


def find_all(bodies: Bodies, count: int, kept: Kept, options: SearchOptions) -> Kept:
    """New boxes of rows FIRST .. FIRST + count - 1, and all their pairs."""
    pairs, scratch = kept
    scratch = with_rows(scratch, bodies, count)
    bodies.fat_aabb[FIRST:FIRST + count, :3], bodies.fat_aabb[FIRST:FIRST + count, 3:6] = FAR, -FAR
    begin_reach(scratch.left)
    _run_task(PLACES, bodies, count, (pairs, scratch), options)
    scratch.tree.size[MEMBERS] = 0                                        # it is made of the old boxes
    scratch = ready_to_search(bodies, count, pairs, scratch)
    _run_task(ALL_BODIES, bodies, count, (pairs, scratch), options)
    return merge_found(bodies, count, (pairs, scratch), options,
                       lambda roomier: _run_task(ALL_BODIES, bodies, count, (pairs, roomier), options))


def find_new(bodies: Bodies, count: int, kept: Kept, options: SearchOptions) -> Kept:
    """Boxes of rows FIRST .. FIRST + count - 1, and the pairs of the bodies that left their fat ones."""
    pairs, scratch = kept
    scratch = ready_to_search(bodies, count, pairs, scratch)
    _run_task(LEAVERS, bodies, count, (pairs, scratch), options)
    if not scratch.left.number[0]:
        return pairs, scratch
    return merge_found(bodies, count, (pairs, scratch), options,
                       lambda roomier: _run_task(AGAIN, bodies, count, (pairs, roomier), options))


def _run_task(task: int, bodies: Bodies, count: int, kept: Kept, options: SearchOptions) -> None:
    """Do a task of `place_and_search`, by several threads where that pays."""
    pairs, scratch = kept
    left, time = scratch.left, 0.0
    if task != PLACES:
        time += expected(int(left.number[0]), int(pairs.number[0]))       # as many leave as in the step before
    if task in (PLACES, LEAVERS):
        time += USUAL * count
        left.fast[:] = 0
    job = PlaceJob(FIRST // W, end_block(count), options.margins, task)
    options.work(lambda team: place_and_search(team, job, bodies, pairs, scratch), time)


@kernel
def look_ahead(pairs, time, fast):
    """Let the narrow phase sweep pairs over `time` [s]: while bodies are fast, and once more to clear what it found; see
    Left.fast and Pairs.sweep.

    Reads   fast
    Writes  pairs.sweep
    """
    others, spheres = fast[0], fast[1]
    pairs.sweep[OTHERS] = FAST if others > 0 else CLEARING * (pairs.sweep[OTHERS] == FAST)
    pairs.sweep[SPHERES] = FAST if spheres > 0 else CLEARING * (pairs.sweep[SPHERES] == FAST)
    pairs.sweep[TIME] = time if others > 0 or spheres > 0 else 0.0
