"""Compiling the kernels ahead of time with two processes.

numba compiles under one lock, so a second thread would only wait; a second process does not.  Both write to the same
cache, one file per kernel, whole or not at all.  Two precisions take a process each.  One precision is cut in two
where the step is: the other process compiles the shape pairs of the narrow phase, this one everything else.  In the
end this process makes all of them ready, which loads what is in the cache and compiles what is not.
"""
from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

NARROW_PHASE = 2                       # stage after which the other process may stop
Report = Callable[[int, int, str], None]


def compile_kernels(precisions: Sequence[str], show: bool) -> int:
    """Make the kernels of these precisions ready; returns how many had to be compiled.

    `show`: a line on standard error that counts them, when that is a terminal.
    """
    from physics import warmup
    context = multiprocessing.get_context("spawn")       # a fork would copy the compiler in whatever state it is
    news = context.SimpleQueue()
    part = "all" if len(precisions) > 1 else "narrow phase"
    other = context.Process(target=_in_other_process, args=(precisions[-1], part, news), daemon=True)
    with counting(show) as seen:
        other.start()
        try:
            if part == "all":
                warmup(precisions[0], seen(precisions[0]))
            else:
                _all_but_narrow_phase(precisions[0], seen(precisions[0]))
            other.join()
        finally:
            if other.is_alive():
                other.terminate()
        while not news.empty():
            precision, name = news.get()
            seen(precision)(0, 0, name)
        for precision in precisions:
            warmup(precision, seen(precision))
        return seen.count()


def _in_other_process(precision: str, part: str, news: Any) -> None:
    """Compile a part, and tell the name of every kernel that was compiled.  A failure shows in the first process too."""
    from physics import warmup
    names: dict[str, None] = {}

    def note(done: int, total: int, name: str) -> None:
        names[name] = None

    if part == "all":
        warmup(precision, note)
    else:
        _narrow_phase(precision, note)
    for name in names:
        news.put((precision, name))


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

    def __init__(self, status: Any):
        self.status = status
        self.names: set[tuple[str, str]] = set()

    def __call__(self, precision: str) -> Report:
        """The function that a compilation of this precision reports to."""
        def report(done: int, total: int, name: str) -> None:
            self.names.add((precision, name))
            self.status.update(f"compiling {name} ({precision}), {len(self.names)} so far")
        return report

    def count(self) -> int:
        """How many kernels were compiled, each once however many processes did."""
        return len(self.names)


@contextmanager
def counting(show: bool) -> Iterator[Seen]:
    """Counts the kernels that are compiled meanwhile; on a terminal a line on standard error names the latest."""
    from rich.console import Console
    with Console(stderr=True, quiet=not show).status("loading kernels") as status:
        yield Seen(status)
