"""Jobs of a world: kernels that a team of threads works on, one after the other.

Helpers are woken as a step begins, and stand by inside a kernel until its next job is called.  A job is opened, called by its
first member as soon as this one is inside, the caller does its part until everything is done, and the job is closed: see
`parallel.team` for why a helper that is late does no harm.  The number of stages that goes on from job to job is the first
member's: it alone sees every stage.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from physics.parallel.team import (
    CALLS,
    DONE,
    GATHERED,
    JOB,
    LINE,
    MOST_MEMBERS,
    OPEN,
    STAGE,
    TARGET,
    Team,
    alone,
    attend,
    lines,
    new_control,
)
from physics.parallel.thread_count import ThreadChoice
from physics.parallel.worker_pool import CREW
from physics.simd.memory import CHECKED

NOTHING = 0                                      # no job is open
WORTH = 250.0                                    # [us] of work, below which sharing it takes longer than doing it


class Teamwork:
    """The team of one world.

    choice    how many threads a step gets
    members   how many the present step has: 1 between steps, and when another world has the crew
    used      how many the last step had
    """

    def __init__(self, limit: int, measured: bool = True):
        most = 1 if CHECKED else MOST_MEMBERS        # a check that fails would leave others waiting
        self.choice = ThreadChoice(min(limit, most), measured)
        self.members = self.used = 1
        self._alone = alone()
        self._control = new_control()
        self._stage = self._job = 0

    @contextmanager
    def gathered(self, blocks: int) -> Iterator[None]:
        """For one step with so many blocks of work: choose how many members do it, and take the crew."""
        members = self.choice.members(blocks)
        self.members = members if members > 1 and CREW.take() else 1
        since = perf_counter()
        if self.members > 1:
            control, job = self._control, self._job
            control[GATHERED] = 1
            CREW.call(self.members, lambda member: attend(control, job))
        try:
            yield
        finally:
            self.choice.learn(self.members, blocks, perf_counter() - since)
            if self.members > 1:
                self._control[GATHERED] = 0
                CREW.release()
            self.used, self.members = self.members, 1

    def work(self, kernel: Callable[[Team], object], microseconds: float = WORTH) -> None:
        """Call `kernel(team)` in every member; returns when its work is done.  Jobs of fewer microseconds are done alone."""
        if self.members == 1 or microseconds < WORTH:
            kernel(self._alone)
            return
        self._job += 1
        members, control = self.members, self._control
        done = int(control[DONE:DONE + members * LINE:LINE].sum())           # nobody works between jobs
        owns = lines(members).reshape(members, LINE)
        owns[:, STAGE], owns[:, TARGET], owns[:, JOB], owns[0, CALLS] = self._stage, done, self._job, 1
        control[OPEN] = self._job
        try:
            CREW.work(members, lambda member: kernel(Team(member, members, control, owns[member])))
        finally:
            control[OPEN] = NOTHING
        self._stage = int(owns[0, STAGE])
