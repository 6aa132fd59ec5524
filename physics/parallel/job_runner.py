"""Jobs of a world: kernels that a team of threads runs, one after the other.

Helpers are woken when a step begins, and wait inside a kernel for its next job.  A job is opened, called by the first member as
soon as that has entered the kernel, worked on until all is done, and closed: `parallel.team` explains why a late helper does no
harm.  The count of stages that continues from job to job is the first member's, which alone takes part in every stage.

An exception, a Ctrl-C above all, may end a step anywhere: before the first member has entered a job that helpers already work
on, or after the last stage, but before its number is stored.  So an unfinished job is closed, its helpers are waited for, and
all numbers are reset.  An exception in a helper closes the job too, because that helper's chunk will not be finished, and is
raised in the caller.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from physics.compile.decorators import keep_lock, stop_keeping
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
    lines,
    new_control,
    wait_for_first_job,
)
from physics.parallel.thread_count import ThreadChoice
from physics.parallel.worker_pool import CREW, Task
from physics.simd.memory import CHECKED

NO_JOB = 0                                       # no job is open
LEAST_SHARED = 250.0                             # work below which sharing takes longer than a single thread [us]
SHORT = 1e-3                                     # a step that takes less keeps the interpreter lock [s]


class Teamwork:
    """The team of one world.

    choice    how many threads a step gets
    members   how many threads the present step has: 1 between steps, and when another world has the crew
    used      how many threads the last step had

    After a short step the next one keeps the interpreter lock if it has a single thread, see `compile.interpreter_lock`.
    """

    def __init__(self, limit: int, measured: bool = True):
        most = 1 if CHECKED else MOST_MEMBERS        # a failed check would leave other members waiting
        self.choice = ThreadChoice(min(limit, most), measured)
        self.members = self.used = 1
        self._alone = alone()
        self._control = new_control()
        self._stage = self._job = 0
        self._short = False                          # whether the last step was
        self._unfinished = False                     # whether a job was begun and has not ended
        self._failures: list[BaseException] = []     # of helpers

    @contextmanager
    def gathered(self, blocks: int) -> Iterator[None]:
        """For a step with `blocks` blocks of work: choose the number of members, and take the crew."""
        since = perf_counter()
        try:
            self._take_crew(self.choice.members(blocks))
            if self._short and self.members == 1:
                keep_lock()
            yield
            self._raise_failure()
            seconds = perf_counter() - since
            self.choice.learn(self.members, blocks, seconds)
            self._short = seconds < SHORT
        finally:
            stop_keeping()
            self._release_crew()

    @property
    def alone(self) -> Team:
        """A team of one."""
        return self._alone

    def stays_alone(self, blocks: int) -> bool:
        """Whether one thread takes a step with so many blocks of work without asking, see `thread_count`."""
        return self.choice.stays_alone(blocks)

    def work(self, kernel: Callable[[Team], object], microseconds: float = LEAST_SHARED) -> None:
        """Call `kernel(team)` in every member, or in one if the job is short; returns when its work is done."""
        if self.members == 1 or microseconds < LEAST_SHARED:
            kernel(self._alone)
            return
        members, control = self.members, self._control
        self._unfinished = True
        self._job += 1
        done = int(control[DONE:DONE + members * LINE:LINE].sum())           # no member works between jobs
        owns = lines(members).reshape(members, LINE)
        owns[:, STAGE], owns[:, TARGET], owns[:, JOB], owns[0, CALLS] = self._stage, done, self._job, 1
        control[OPEN] = self._job
        CREW.call(members, self._task(lambda member: kernel(Team(member, members, control, owns[member]))))
        kernel(Team(0, members, control, owns[0]))
        control[OPEN] = NO_JOB
        self._raise_failure()
        self._stage = int(owns[0, STAGE])
        self._unfinished = False

    def _take_crew(self, members: int) -> None:
        """Take the crew for a step with so many members, and let it wait for the first job."""
        self.members = 1
        if members > 1 and CREW.take(self):
            if self._unfinished:                     # the end of the last step was interrupted too
                self._reset()
            control, job = self._control, self._job
            self.members, control[GATHERED] = members, 1
            CREW.call(members, self._task(lambda member: wait_for_first_job(control, job)))

    def _release_crew(self) -> None:
        """Give the crew back."""
        self._control[GATHERED] = 0
        if self._unfinished or self._failures:
            self._reset()
        self.used, self.members = self.members, 1
        CREW.release(self)

    def _task(self, do: Callable[[int], object]) -> Task:
        """The task of a helper.  If it fails, the job is closed, so that no member waits for its chunk."""
        control = self._control

        def failed(error: BaseException) -> None:
            self._failures.append(error)
            control[OPEN] = NO_JOB

        return Task(do, failed)

    def _raise_failure(self) -> None:
        """Raise the first exception of a helper, if there is one."""
        if self._failures:
            raise self._failures[0]

    def _reset(self) -> None:
        """After an exception: let helpers leave the job, and reset all numbers."""
        self._control[OPEN], self._control[GATHERED] = NO_JOB, 0
        CREW.wait()
        self._control, self._stage, self._job = new_control(), 0, 0
        self._failures.clear()
        self._unfinished = False
