"""Compiling the kernels ahead of time with two processes.

numba compiles under one lock, so a second thread would only wait; a second process does not.  The work is cut in halves:
the other process compiles the contacts' part of the solver and then the solver as a whole, while this one compiles the
joints' part, which the other one then finds in the cache, and all that comes before the solver.  Both write to the same cache,
which has an index for each kernel; no kernel is compiled by both for different precisions at one time, since the slower
one would write the faster one's entry away.  In the end this process makes all of them ready, which loads what is in
the cache and compiles what is not.
"""
from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

Report = Callable[[int, int, str], None]


def compile_kernels(precisions: Sequence[str], show: bool, report: Report | None = None) -> int:
    """Make the kernels of these precisions ready; returns how many had to be compiled.

    `show`: a line on standard error that counts them, when that is a terminal.  `report(done, total, name)` is called
    for every kernel that is compiled in this process.
    """
    from physics import warmup
    from physics.jit import cache_note, watch_compiling
    from physics.warmup import warm_collision, warm_parts
    with counting(show, report) as seen:
        for precision in precisions:
            if not cache_note:                           # without a folder that both can write a second process is no help
                with _other_process(precision, seen):
                    watch_compiling(lambda: (warm_parts(precision), warm_collision(precision)), seen(precision))
            warmup(precision, seen(precision))
        return seen.count()


@contextmanager
def _other_process(precision: str, seen: "Seen") -> Iterator[None]:
    """Meanwhile a second process compiles the dynamics."""
    context = multiprocessing.get_context("spawn")       # a fork would copy the compiler in whatever state it is
    news = context.SimpleQueue()
    other = context.Process(target=_compile_dynamics, args=(precision, news), daemon=True)
    other.start()
    try:
        yield
        other.join()
    finally:
        if other.is_alive():
            other.terminate()
    while not news.empty():
        seen(precision)(0, 0, news.get())


def _compile_dynamics(precision: str, news: Any) -> None:
    """In the second process: compile, and send the name of every kernel that was."""
    names: dict[str, None] = {}
    try:
        _dynamics(precision, lambda done, total, name: names.setdefault(name))
    except (Exception, KeyboardInterrupt):               # the first process meets the same and is the one that tells
        return
    for name in names:
        news.put(name)


def _dynamics(precision: str, report: Report) -> None:
    """Compile stages 5 to 10, contacts first: they run on a world that has found no contacts yet."""
    from physics import Sphere, World
    from physics.jit import watch_compiling
    from physics.stages.advance import advance_stage
    from physics.warmup import warm_contacts
    world = World(precision=precision)
    world.add_body(shape=Sphere(radius=0.5))
    watch_compiling(lambda: (warm_contacts(precision), advance_stage(world)), report)


class Seen:
    """Which kernels were compiled, and a line that shows the latest."""

    def __init__(self, status: Any, listener: Report | None = None):
        self.status = status
        self.listener = listener
        self.names: set[tuple[str, str]] = set()

    def __call__(self, precision: str) -> Report:
        """The function that a compilation of this precision reports to."""
        def report(done: int, total: int, name: str) -> None:
            self.names.add((precision, name))
            self.status.update(f"compiling {name} ({precision}), {len(self.names)} so far")
            if self.listener:
                self.listener(done, total, name)
        return report

    def count(self) -> int:
        """How many kernels were compiled, each once however many processes did."""
        return len(self.names)


@contextmanager
def counting(show: bool, listener: Report | None = None) -> Iterator[Seen]:
    """Counts the kernels that are compiled meanwhile; on a terminal a line on standard error names the latest."""
    from rich.console import Console
    with Console(stderr=True, quiet=not show).status("loading kernels") as status:
        yield Seen(status, listener)
