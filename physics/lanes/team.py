"""Several threads in one kernel: stages that are cut into chunks, and who takes which.

All members of a team run the same kernel from its beginning to its end.  Its work is a list of *stages*, in the same order
for every member; a stage's blocks are cut into chunks, and

    chunks = begin(team, blocks, grain)
    chunk = claim(team, chunks)
    while chunk >= 0:
        work on the blocks  share(chunk, chunks, blocks)  of the stage
        chunk = claim_next(team, chunks)
    meet(team)

A chunk is taken by raising its flag to the number of the stage.  A member begins with its own share, the same in every sweep
over the same constraints, so that they stay in its core's cache, and then takes what others have not begun.  `meet` waits for
finished *chunks*, never for a thread: one that comes late, because another program has its core, finds the flags raised, the
stage done, and hurries after the others.

Only the first member knows when the job is over.  It closes the job and goes on; whoever is still inside finds it closed as
it begins its next stage, and takes no chunk any more.  `begin` looks after the number of blocks was read, so a number that
was read too late, from arrays that already belong to the next step, is never used.

Stages are numbered through for ever, so no flag has to be taken down.

Source: chunks with owners and stealing as in Box3D's solver stages (Catto, 2024), with a closed flag in place of the last
barrier.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.jit import formula
from physics.lanes.atomic import atomic_add, atomic_load, compare_and_swap, give_way, pause

LINE = 8                                         # numbers in a cache line: flags do not share one
DONE, OPEN, FLAGS = 0, LINE, 2 * LINE            # in Team.control
STAGE, TARGET, JOB, TAKEN = 0, 1, 2, 3           # in Team.own
MOST_CHUNKS = 64                                 # of a stage
PATIENCE = 256                                   # pauses until a waiting member lets others have its core


class Team(NamedTuple):
    """One member's view of the threads that work on a job."""

    member: int                   # 0 is the one that asked for the work
    members: int
    control: np.ndarray           # (FLAGS + MOST_CHUNKS * LINE,) int64, shared: chunks done, the open job, flags of chunks
    own: np.ndarray               # (LINE,) int64, this member's: stage, chunks that are to be done, job, whether it has the
                                  # only chunk of a stage it works on alone


def new_control() -> np.ndarray:
    """Shared numbers of a team that has done nothing."""
    return np.zeros(FLAGS + MOST_CHUNKS * LINE, np.int64)


def alone() -> Team:
    """A team of one."""
    return Team(0, 1, new_control(), np.zeros(LINE, np.int64))


def by_oneself(kernel: Callable[[Team], object]) -> None:
    """Do a job alone."""
    kernel(alone())


@formula
def begin(team, blocks, grain):
    """Begin a stage of so many blocks, in chunks of at least `grain` of them; returns the number of chunks."""
    if team.members == 1:
        return min(blocks, 1)
    chunks = min((blocks + grain - 1) // grain, MOST_CHUNKS)
    own = team.own
    if atomic_load(team.control, OPEN) != own[JOB]:
        chunks = 0 * chunks
    own[STAGE] += 1
    own[TARGET] += chunks
    return chunks


@formula
def claim(team, chunks):
    """A chunk of this stage that nobody has taken yet, or -1."""
    own, control = team.own, team.control
    if team.members == 1:
        own[TAKEN] = chunks - own[TAKEN]         # the only one first, then none
        return own[TAKEN] - 1
    first, stage = team.member * chunks // team.members, own[STAGE]
    for k in range(chunks):
        chunk = first + k if first + k < chunks else first + k - chunks
        flag = FLAGS + chunk * LINE
        last = atomic_load(control, flag)
        if last < stage and compare_and_swap(control, flag, last, stage):
            return chunk
    return -1


@formula
def claim_next(team, chunks):
    """Say that the claimed chunk is finished, and claim another one."""
    if team.members > 1:
        atomic_add(team.control, DONE, 1)
    return claim(team, chunks)


@formula
def share(chunk, chunks, begin, end):
    """(first, one past the last) of the blocks begin .. end - 1 that belong to a chunk."""
    blocks = end - begin
    return begin + chunk * blocks // chunks, begin + (chunk + 1) * blocks // chunks


@formula
def meet(team):
    """Wait until all chunks of this stage are finished, or the job is closed."""
    if team.members > 1:
        own, waited = team.own, 0
        while atomic_load(team.control, DONE) < own[TARGET] and atomic_load(team.control, OPEN) == own[JOB]:
            pause()
            waited += 1
            if waited > PATIENCE:
                give_way()
