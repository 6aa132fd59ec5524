"""Compiling the kernels ahead of time with two processes.

numba compiles under one lock, so a second thread would only wait; a second process does not.  The other process compiles what
drives the dynamics and the narrow phase, this one the search for pairs, islands and colours.  Then both take what those two
call, the largest first, each kernel by who claims it first.  Both write to the same cache, which has an index for each
kernel; no kernel is compiled by both for different precisions at one time, since the slower one would write the faster one's
entry away.  In the end this process makes ready what is needed, which loads what is in the cache and compiles what is not.
"""
from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

Report = Callable[[int, int, str], None]


def compile_kernels(precisions: Sequence[str], show: bool, report: Report | None = None) -> int:
    """Make the kernels of these precisions ready; returns how many had to be compiled.

    `show`: a line on standard error that counts them, when that is a terminal.  `report(done, total, name)` is called
    for every kernel that is compiled in this process.
    """
    from physics import warmup
    from physics.jit import cache_note
    from physics.progress import watch_compiling
    from physics.warmup import Needs, note_ready, warm_callees, warm_collision, warm_order
    with counting(show, report) as seen, _without_scipy():
        for precision in precisions:
            wanted = Needs(precision)
            if not cache_note:                           # without a folder that both can write a second process is no help
                with _other_process(wanted, seen) as claim:
                    watch_compiling(lambda: (warm_collision(precision), warm_order(precision), warm_callees(wanted, claim)),
                                    seen(precision))
            warmup(precision, seen(precision))
            note_ready(precision)
        return seen.count()


def make_ready(world: Any, report: Report) -> bool:
    """Load the kernels that the next step of a world needs, and tell whether some were missing; two processes compile those.

    The world itself is left as it is.
    """
    from physics.jit import cache_note
    from physics.progress import watch_compiling
    from physics.warmup import is_ready, needs, note_ready, warm_callees, warm_order, warm_search, warm_world
    wanted = needs(world)
    if cache_note or is_ready(wanted):
        warm_world(world, report)
        return False
    with counting(False, report) as seen, _without_scipy():
        with _other_process(wanted, seen) as claim:
            warm_search(world, seen(wanted.precision))
            watch_compiling(lambda: (warm_order(wanted.precision), warm_callees(wanted, claim)), seen(wanted.precision))
        warm_world(world, seen(wanted.precision))
    note_ready(wanted.precision, wanted)
    return True


def make_all_ready(worlds: Iterable[Any]) -> None:
    """Make ready what these worlds need, with a line on standard error that counts what is compiled, when that is a terminal."""
    with counting(show=True) as seen:
        for world in worlds:
            make_ready(world, seen(world.precision))


def compile_all_meanwhile(precision: str) -> None:
    """Let another process, one that gives way to all others, fill the cache with the kernels of a precision; wait for it."""
    context = multiprocessing.get_context("spawn")
    other = context.Process(target=_give_way_and_compile, args=(precision,), daemon=True)
    other.start()
    other.join()


def _give_way_and_compile(precision: str) -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    from physics import warmup
    warmup(precision)


@contextmanager
def _without_scipy() -> Iterator[None]:
    """numba, when it compiles first, loads scipy for functions that no kernel calls; this costs as much as ten kernels."""
    absent = "scipy" not in sys.modules
    if absent:
        sys.modules["scipy"] = None                      # type: ignore[assignment]
    try:
        yield
    finally:
        if absent:
            del sys.modules["scipy"]


@contextmanager
def _other_process(wanted: Any, seen: "Seen") -> Iterator[Any]:
    """Meanwhile a second process compiles the dynamics and the narrow phase; gives what decides who compiles what."""
    from physics.warmup import Claims
    context = multiprocessing.get_context("spawn")       # a fork would copy the compiler in whatever state it is
    news = context.SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="impulse-claims-") as folder:
        other = context.Process(target=_compile_callees, args=(tuple(wanted), folder, news), daemon=True)
        other.start()
        try:
            yield Claims(folder)
            other.join()
        finally:
            if other.is_alive():
                other.terminate()
                other.join()
    while not news.empty():
        seen(wanted.precision)(0, 0, news.get())


def _compile_callees(wanted: tuple, folder: str, news: Any) -> None:
    """In the second process: compile, and send the name of every kernel that was."""
    gc.disable()                                         # this process ends before it matters
    from physics.progress import watch_compiling
    from physics.warmup import Claims, Needs, warm_callees
    names: dict[str, None] = {}
    try:
        with _without_scipy():
            watch_compiling(lambda: warm_callees(Needs(*wanted), Claims(folder)),
                            lambda done, total, name: names.setdefault(name))
    except (Exception, KeyboardInterrupt):               # the first process meets the same and is the one that tells
        names.clear()
    for name in names:
        news.put(name)
    os._exit(0)                                          # who waits for this process need not wait for it to tidy up


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
