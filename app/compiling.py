"""Compiling the kernels ahead of time with two processes.

numba compiles under one lock, so a second thread would only wait; a second process does not.  The work is cut where
the step is: the other process compiles the shape pairs of the narrow phase, this one everything else.  Both write to
the same cache, which has an index for each kernel; no kernel is compiled by both for different precisions at one time,
since the slower one would write the faster one's entry away.  In the end this process makes all of them ready, which
loads what is in the cache and compiles what is not.
"""
from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

NARROW_PHASE = 2                       # stage after which the other process may stop
Report = Callable[[int, int, str], None]


def compile_kernels(precisions: Sequence[str], show: bool, report: Report | None = None) -> int:
    """Make the kernels of these precisions ready; returns how many had to be compiled.

    `show`: a line on standard error that counts them, when that is a terminal.  `report(done, total, name)` is called
    for every kernel that is compiled in this process.
    """
    from physics import warmup
    from physics.jit import cache_note
    with counting(show, report) as seen:
        for precision in precisions:
            if not cache_note:                           # without a folder that both can write a second process is no help
                with _other_process(precision, seen):
                    _all_but_narrow_phase(precision, seen(precision))
            warmup(precision, seen(precision))
        return seen.count()


@contextmanager
def _other_process(precision: str, seen: "Seen") -> Iterator[None]:
    """Meanwhile a second process compiles the narrow phase."""
    context = multiprocessing.get_context("spawn")       # a fork would copy the compiler in whatever state it is
    news = context.SimpleQueue()
    other = context.Process(target=_compile_narrow_phase, args=(precision, news), daemon=True)
    other.start()
    try:
        yield
        other.join()
    finally:
        if other.is_alive():
            other.terminate()
    while not news.empty():
        seen(precision)(0, 0, news.get())


def _compile_narrow_phase(precision: str, news: Any) -> None:
    """In the second process: compile, and send the name of every kernel that was."""
    names: dict[str, None] = {}
    try:
        _narrow_phase(precision, lambda done, total, name: names.setdefault(name))
    except (Exception, KeyboardInterrupt):               # the first process meets the same and is the one that tells
        return
    for name in names:
        news.put(name)


def _narrow_phase(precision: str, report: Report) -> None:
    """Compile what finds contacts between all pairs of shapes: one step that ends after the narrow phase."""
    from physics import Box, Plane, Sphere, World
    from physics.jit import watch_compiling
    world = World(precision=precision)
    world.add_body(shape=Plane(), type="static")
    for k in range(2):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0.99 * k, 0.49))
        world.add_body(shape=Sphere(radius=0.5), position=(0.99, 0.99 * k, 0.49))
    watch_compiling(lambda: world.step(stop=(NARROW_PHASE, 0, 0)), report)


def _all_but_narrow_phase(precision: str, report: Report) -> None:
    """Compile the rest: steps of a world whose only pair is the cheapest to compile."""
    from physics import Mouse, Plane, Sphere, World
    from physics.jit import watch_compiling
    world = World(precision=precision)
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.49))
    world.add_joint(Mouse(a=ball, anchor=(0, 0, 0.5), target=(0, 0, 1)))
    watch_compiling(world.step, report)


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
