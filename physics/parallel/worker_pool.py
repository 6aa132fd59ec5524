"""Parked threads that help with a step: one crew for all worlds of a process.

A job is a function of a member's number, that enters a kernel without the interpreter lock as soon as it is called.
`Crew.work` calls it in the asking thread as member 0, and wakes helpers for the other members, who come when they come:
nobody waits for them to begin or to leave.  What members agree by is in `parallel.team`.

Waking costs the asking thread some microseconds; a helper is there ten to thirty later.  While one world has the crew,
others that step at the same time work alone.  A process that was forked begins with a crew of its own.
"""
from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

Job = Callable[[int], object]
MOST = 256                                       # threads that a world may ask for


class _Helper:
    """A parked thread, and what it is to do when it wakes."""

    def __init__(self, member: int):
        self.member = member
        self.jobs: SimpleQueue[Job] = SimpleQueue()
        threading.Thread(target=self._serve, name=f"impulse-helper-{member}", daemon=True).start()

    def _serve(self) -> None:
        while True:
            job = self.jobs.get()
            while not self.jobs.empty():         # what it was late for is over
                job = self.jobs.get()
            with suppress(Exception):            # the first member does the same work and raises the same
                job(self.member)


class Crew:
    """Threads that are started when first needed and parked between jobs."""

    def __init__(self) -> None:
        self._helpers: list[_Helper] = []
        self._busy = threading.Lock()

    def take(self) -> bool:
        """Take the crew for a step, unless another world has it; `release` gives it back."""
        return self._busy.acquire(blocking=False)

    def release(self) -> None:
        """Give the crew back."""
        self._busy.release()

    def call(self, members: int, job: Job) -> None:
        """Give a job to all members but the caller, number 0."""
        while len(self._helpers) < members - 1:
            self._helpers.append(_Helper(len(self._helpers) + 1))
        for helper in self._helpers[:members - 1]:
            helper.jobs.put(job)

    def work(self, members: int, job: Job) -> None:
        """Do a job with so many members; returns when member 0, the caller, has done its part of it."""
        self.call(members, job)
        job(0)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


CREW = Crew()


def _begin_anew() -> None:
    """In a forked child: the parent's threads are not there."""
    CREW.__init__()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
