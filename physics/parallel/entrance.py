"""The entrance of a world: one thread at a time is inside.

Kernels release the interpreter lock, so another thread that steps, changes or reads the same world would find arrays half
written, or gone.  It is refused at once: waiting would hide which of two orders a program gets.
"""
from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from physics.compile.forks import new_in_child

OWNER = re.compile(r"owner=(\d+)")               # of CPython's text of a lock
Method = TypeVar("Method", bound=Callable)


class WorldBusy(RuntimeError):
    """Another thread is inside the world."""


class Entrance(type(threading.RLock())):
    """The lock of one world, which no thread waits for: `acquire(False)`, and `refused` where that fails."""

    def __new__(cls) -> Entrance:
        return new_in_child(super().__new__(cls))

    def __reduce__(self) -> tuple:
        """A copied world has its own."""
        return Entrance, ()

    def refused(self, what: str) -> WorldBusy:
        """The error for this thread, which wanted to do `what`."""
        owner = OWNER.search(repr(self))
        names = {thread.ident: thread.name for thread in threading.enumerate()}
        inside, here = names.get(int(owner[1]) if owner else None, "another one"), threading.current_thread().name
        return WorldBusy(f"{what}: thread {inside!r} is inside this world, so thread {here!r} cannot enter; use a world from one "
                         "thread at a time, or put a lock around it")


def alone(method: Method) -> Method:
    """A method of a world that only one thread at a time may be in."""
    @functools.wraps(method)
    def entered(self: Any, *arguments: Any, **named: Any) -> Any:
        entrance = self._entrance
        if not entrance.acquire(False):
            raise entrance.refused(method.__name__)
        try:
            return method(self, *arguments, **named)
        finally:
            entrance.release()
    return entered
