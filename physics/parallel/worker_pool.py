"""Parked threads that help with a step: one crew for all worlds of a process.

A task is a function of a member's number, which enters a kernel without the interpreter lock as soon as it is called.
`Crew.call` wakes helpers for all members of a team but the first, which is the caller.  No thread waits for helpers to begin or
to leave, except in `Crew.wait` after an exception; `parallel.team` has the protocol of the members.

Waking costs the caller a few microseconds; a helper begins ten to thirty microseconds later.  While one world has the crew,
others that step at the same time use one thread.  A forked process starts with a crew of its own.
"""
from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import NamedTuple

MOST = 256                                       # largest number of threads of a world
OWNER = "owner"                                  # key of the only entry of `Crew._owner`


class Task(NamedTuple):
    """The task of helpers."""

    do: Callable[[int], object]                  # called with the member's number
    failed: Callable[[BaseException], None]      # called with what `do` raised in a helper


class _Helper:
    """A parked thread, and the tasks that it does when it wakes."""

    def __init__(self, member: int):
        self.member = member
        self.tasks: SimpleQueue[Task | SimpleQueue[int]] = SimpleQueue()
        threading.Thread(target=self._serve, name=f"impulse-helper-{member}", daemon=True).start()

    def _serve(self) -> None:
        while True:
            task = self.tasks.get()
            if isinstance(task, SimpleQueue):    # from `Crew.wait`
                task.put(self.member)
            elif self.tasks.empty():             # else it is late, and the task is over
                try:
                    task.do(self.member)
                except BaseException as error:   # of any kind: the caller raises it
                    task.failed(error)
            del task                             # so that a parked thread keeps no world alive


class Crew:
    """Threads that are started when first needed and parked between tasks."""

    def __init__(self) -> None:
        self._helpers: list[_Helper] = []
        self._owner: dict[str, weakref.ref] = {}

    def take(self, owner: object) -> bool:
        """Take the crew for a step, unless another owner has it; `release` gives it back.

        A single dictionary call decides, so an interrupt cannot leave the crew with an owner that does not know it.  The same
        owner may take it again; an owner that was deleted no longer has it.
        """
        holder = self._owner.setdefault(OWNER, weakref.ref(owner))()
        if holder is None:
            self._owner.pop(OWNER, None)         # free from the next step on
        return holder is owner

    def release(self, owner: object) -> None:
        """Give the crew back, if this owner has it."""
        held = self._owner.get(OWNER)
        if held is not None and held() is owner:
            self._owner.pop(OWNER, None)

    def call(self, members: int, task: Task) -> None:
        """Give a task to all members but the caller, number 0."""
        while len(self._helpers) < members - 1:
            self._helpers.append(_Helper(len(self._helpers) + 1))
        for helper in self._helpers[:members - 1]:
            helper.tasks.put(task)

    def wait(self) -> None:
        """Return when every helper has left the tasks given so far."""
        left: SimpleQueue[int] = SimpleQueue()
        helpers = list(self._helpers)
        for helper in helpers:
            helper.tasks.put(left)
        for _ in helpers:
            left.get()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


CREW = Crew()


def _reset() -> None:
    """In a forked child, which has none of the parent's threads."""
    CREW.__init__()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset)
