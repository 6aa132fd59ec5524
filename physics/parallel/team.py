"""Several threads in one kernel: stages that are divided into chunks, and which member takes which chunk.

All members of a team run the same kernel from its beginning to its end.  Its work is a sequence of *stages*, the same for every
member; a stage's blocks are divided into chunks, and

    chunk = first_chunk(team, blocks, grain)
    while chunk >= 0:
        work on the blocks  share(team, chunk, 0, blocks)  of the stage
        chunk = next_chunk(team)

A member without a chunk waits at the barrier of the stage until all of its chunks are finished.  Independent stages need no
barriers between them: they use `begin` and `claim_next` in the loop, and one `barrier(team)` for all.  The kernel ends with
`wait_for_next_job(team)`, so that helpers are awake when the next job comes.

Each member has a share of the chunks and a count of those taken from it, which is reset with each stage.  A member begins with
its own share, the same in every sweep over the same constraints, so that they stay in its core's cache, and then takes chunks
of other shares that are not taken yet.  The barrier waits for finished *chunks*, never for a thread: a late thread, whose core
was used by another program, finds all chunks taken and the stage done, and goes on to the stage of the others.

Only the first member knows when the job is over.  It closes the job and goes on; a member still inside the kernel finds the job
closed when it begins its next stage, and takes no more chunks.  `begin` tests this after the number of blocks was read, so a
number that was read too late, from arrays that already belong to the next step, is never used.

Stage numbers rise for ever, so nothing has to be cleared.  The counts of a member, of chunks taken from its share and of chunks
done, lie on cache lines of their own: unless a member takes chunks from another's share, no line moves between cores before the
stage ends.  A flag for each chunk, tested by members without work, would cost 150 ns a chunk.

Source: owned chunks and work stealing as in Box3D's solver stages (Catto, 2024), with a closed flag in place of the last
barrier.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel, routine
from physics.parallel.atomics import atomic_add, atomic_load, atomic_store, compare_and_swap, pause, yield_core

LINE = 16                                        # numbers in two cache lines, because cores fetch lines in pairs
MOST_MEMBERS = 64                                # of a team
OPEN, CALLED, GATHERED, DONE = 0, LINE, LINE + 1, 2 * LINE      # in Team.control, and
TAKEN = DONE + MOST_MEMBERS * LINE
PLACES = 16                                      # bits of the count of chunks in TAKEN, below the number of the stage
STAGE, TARGET, JOB, CHUNKS, CALLS = 0, 1, 2, 3, 4  # in Team.own
SHARE = 4                                        # chunks of a member's share: across a claim, blocks do not overlap in the core
EVEN = 2 * SHARE - 1                             # greatest number of chunks of a stage too short for such shares
MOST_CHUNKS = max(SHARE * MOST_MEMBERS, EVEN)    # of a stage
PATIENCE = 256                                   # pauses after which a waiting member yields its core
LONGEST_WAIT = 20_000                            # pauses for which a helper waits for the next job of a step, about 1 ms


class Team(NamedTuple):
    """One member's view of the threads that work on a job."""

    member: int                   # its number; 0 is the caller
    members: int                  # how many the team has
    control: np.ndarray           # (TAKEN + MOST_MEMBERS * LINE,) int64, shared: OPEN, the open job; CALLED, the last job called;
                                  # GATHERED, whether a step is under way; from DONE on, chunks that each member has done; from
                                  # TAKEN on, chunks taken from each member's share: stage << PLACES | how many
    own: np.ndarray               # (LINE,) int64, this member's: STAGE, number of the stage; TARGET, chunks done in all when it
                                  # ends; JOB; CHUNKS of the stage; CALLS, whether this member has to call the others


def lines(count: int) -> np.ndarray:
    """(count * LINE,) int64 zeros, aligned to cache lines."""
    room = np.zeros((count + 1) * LINE, np.int64)
    first = -(room.ctypes.data // room.itemsize) % LINE
    return room[first:first + count * LINE]


def new_control() -> np.ndarray:
    """Team.control of a new team."""
    return lines(2 + 2 * MOST_MEMBERS)


def alone() -> Team:
    """A team of one."""
    return Team(0, 1, new_control(), lines(1))


def by_oneself(kernel: Callable[[Team], object], microseconds: float = 0.0) -> None:
    """Do a job on one thread, however long it takes."""
    kernel(alone())


@formula
def part(number, parts, begin, end):
    """(first, one past the last) of part `number` of begin .. end - 1, divided into `parts` equal parts."""
    whole = end - begin
    return begin + number * whole // parts, begin + (number + 1) * whole // parts


@formula
def share_of(chunk, chunks, begin, end):
    """(first, one past the last) of those of the blocks begin .. end - 1 that belong to a chunk.

    A member's share is divided into chunks of 1/2, 1/4, ... of it: the last ones are small, so that all members end together.
    """
    if chunks <= EVEN:
        return part(chunk, chunks, begin, end)
    first, end = part(chunk // SHARE, chunks // SHARE, begin, end)
    k, blocks = chunk % SHARE, end - first
    return end - (blocks >> k), end - (blocks >> (k + 1) if k + 1 < SHARE else 0)


@formula
def share(team, chunk, begin, end):
    """`share_of` a chunk of the present stage."""
    return share_of(chunk, team.own[CHUNKS], begin, end)


@formula
def take(control, at, stage, first, end):
    """Take the next of the chunks first .. end - 1 of a stage, of which control[at] counts those taken; -1 if none is left."""
    last = atomic_load(control, at)
    while last >> PLACES <= stage:
        taken = last - (stage << PLACES) if last >> PLACES == stage else 0
        if first + taken >= end:
            return -1
        if compare_and_swap(control, at, last, (stage << PLACES) + taken + 1):
            return first + taken
        last = atomic_load(control, at)
    return -1


@routine
def claim(team):
    """Take a chunk of the present stage; -1 if none is left."""
    own, control = team.own, team.control
    for k in range(team.members):
        member = team.member + k if team.member + k < team.members else team.member + k - team.members
        first, end = part(member, team.members, 0, own[CHUNKS])
        chunk = take(control, TAKEN + member * LINE, own[STAGE], first, end)
        if chunk >= 0:
            return chunk
    return -1


@routine
def claim_next(team):
    """Count the claimed chunk as finished, and claim another one."""
    if team.members == 1:
        return -1
    atomic_add(team.control, DONE + team.member * LINE, 1)
    return claim(team)


@routine
def begin(team, blocks, grain):
    """Begin a stage of `blocks` blocks, in chunks of at least `grain` blocks, and claim a chunk, see `claim`."""
    own = team.own
    if team.members == 1:
        own[CHUNKS] = min(blocks, 1)
        return own[CHUNKS] - 1
    chunks = SHARE * team.members if blocks >= grain * SHARE * team.members else min((blocks + grain - 1) // grain, EVEN)
    if atomic_load(team.control, OPEN) != own[JOB]:
        chunks = 0 * chunks
    if own[CALLS] > 0:
        own[CALLS] = 0
        atomic_store(team.control, CALLED, own[JOB])
    own[STAGE] += 1
    own[TARGET] += chunks
    own[CHUNKS] = chunks
    return claim(team)


@formula
def finished(team):
    """Number of chunks that the members have finished; while they work, a lower bound."""
    chunks = atomic_load(team.control, DONE)
    for member in range(1, team.members):
        chunks += atomic_load(team.control, DONE + member * LINE)
    return chunks


@routine
def barrier(team):
    """Wait until all chunks of this stage are finished, or the job is closed."""
    if team.members > 1:
        own, waited = team.own, 0
        while finished(team) < own[TARGET] and atomic_load(team.control, OPEN) == own[JOB]:
            pause()
            waited += 1
            if waited > PATIENCE:
                yield_core()


@routine
def first_chunk(team, blocks, grain):
    """Begin a stage of `blocks` blocks, in chunks of at least `grain` blocks; returns a chunk, or -1 when the stage is over."""
    chunk = begin(team, blocks, grain)
    if chunk < 0:
        barrier(team)
    return chunk


@routine
def next_chunk(team):
    """Count the claimed chunk as finished; returns another one, or -1 when the stage is over."""
    chunk = claim_next(team)
    if chunk < 0:
        barrier(team)
    return chunk


@routine
def wait_for_next_job(team):
    """The end of a job's kernel: helpers wait inside until the next job is called.

    They leave when the caller is inside the next kernel.  Between two kernels it holds the interpreter lock, and threads that
    wait for that are put to sleep.
    """
    if team.member > 0:
        spin_wait(team.control, team.own[JOB])


@routine
def spin_wait(control, job):
    """Wait until another job than this one is called or the step is over, at most LONGEST_WAIT pauses."""
    waited = 0
    while atomic_load(control, CALLED) == job and atomic_load(control, GATHERED) > 0 and waited < LONGEST_WAIT:
        pause()
        waited += 1
        if waited % PATIENCE == 0:
            yield_core()


@kernel
def wait_for_first_job(control, job):
    """Wait for the first job of a step; `job` was the last one before.

    Reads   control
    Writes  control
    """
    spin_wait(control, job)
