"""Parked threads that help with a step: one crew for all worlds of a process.

A task is a function of a member's number, that enters a kernel without the interpreter lock as soon as it is called.
`Crew.call` wakes helpers for all members of a team but the first, which is the caller; they come when they come: nobody waits
for them to begin or to leave, except `Crew.wait` after an exception.  What members agree by is in `parallel.team`.

Waking costs the asking thread some microseconds; a helper is there ten to thirty later.  While one world has the crew,
others that step at the same time work alone.  A process that was forked begins with a crew of its own.
"""
from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import NamedTuple

MOST = 256                                       # threads that a world may ask for
OWNER = "owner"                                  # key of the only entry of `Crew._owner`


class Task(NamedTuple):
    """What helpers are called for."""

    do: Callable[[int], object]                  # called with the member's number
    failed: Callable[[BaseException], None]      # called with what `do` raised in a helper


class _Helper:
    """A parked thread, and what it is to do when it wakes."""

    def __init__(self, member: int):
        self.member = member
        self.tasks: SimpleQueue[Task | SimpleQueue[int]] = SimpleQueue()
        threading.Thread(target=self._serve, name=f"impulse-helper-{member}", daemon=True).start()

    def _serve(self) -> None:
        while True:
            task = self.tasks.get()
            if isinstance(task, SimpleQueue):    # from `Crew.wait`
                task.put(self.member)
            elif self.tasks.empty():             # else it is late, and what it was called for is over
                try:
                    task.do(self.member)
                except BaseException as error:   # whatever it is, the caller is told
                    task.failed(error)
            del task                             # a parked thread keeps no world alive


class Crew:
    """Threads that are started when first needed and parked between tasks."""

    def __init__(self) -> None:
        self._helpers: list[_Helper] = []
        self._owner: dict[str, weakref.ref] = {}

    def take(self, owner: object) -> bool:
        """Take the crew for a step, unless another owner has it; `release` gives it back.

        One call of the dictionary decides, so an interrupt leaves no owner who does not know of it; the same owner may take it
        again, and an owner that is gone has it no more.
        """
        holder = self._owner.setdefault(OWNER, weakref.ref(owner))()
        if holder is None:
            self._owner.pop(OWNER, None)         # it is free at the next step
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
        """Return when every helper has left the tasks that were given until now."""
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


def _begin_anew() -> None:
    """In a forked child: the parent's threads are not there."""
    CREW.__init__()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
