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
from contextlib import contextmanager, suppress
from typing import Any

Report = Callable[[int, int, str], None]
ALGEBRA = "scipy.linalg"
LIKELY = "single"                                        # precision of most worlds


def compile_kernels(precisions: Sequence[str], show: bool, report: Report | None = None) -> int:
    """Make the kernels of these precisions ready; returns how many had to be compiled.

    `show`: a line on standard error that counts them, when that is a terminal.  `report(done, total, name)` is called
    for every kernel that is compiled in this process.
    """
    from physics import warmup
    from physics.compile.progress import watch_compiling
    from physics.warmup import Needs, note_ready, warm_callees, warm_collision, warm_order
    with counting(show, report) as seen, _without_collections():
        for precision in precisions:
            wanted = Needs(precision)
            if _can_share():
                with _other_process(wanted, seen) as claim:
                    watch_compiling(lambda: (warm_collision(precision), warm_order(precision), warm_callees(wanted, claim)),
                                    seen(precision))
            warmup(precision, seen(precision))
            note_ready(precision)
        return seen.count()


def make_ready(world: Any, report: Report) -> None:
    """Load the kernels that the next step of a world needs; two processes compile those that are missing.

    The world itself is left as it is.
    """
    from physics.compile.progress import watch_compiling
    from physics.warmup import is_ready, needs, note_ready, warm_callees, warm_order, warm_search, warm_world
    wanted = needs(world)
    if not _can_share() or is_ready(wanted):
        warm_world(world, report)
        return
    with counting(False, report) as seen, _without_collections():
        with _other_process(wanted, seen) as claim:
            warm_search(world, seen(wanted.precision))
            watch_compiling(lambda: (warm_order(wanted.precision), warm_callees(wanted, claim)), seen(wanted.precision))
        warm_world(world, seen(wanted.precision))
    note_ready(wanted.precision, wanted)


def _can_share() -> bool:
    """Whether a second process is of use: not without a folder that both can write, nor where numba compiles callers whole."""
    from physics.compile.cache import cache_note
    from physics.compile.decorators import PLAIN
    return not (cache_note or PLAIN)


def make_all_ready(worlds: Iterable[Any]) -> None:
    """Make ready what these worlds need, with a line on standard error that counts what is compiled, when that is a terminal."""
    with counting(show=True) as seen:
        for world in worlds:
            make_ready(world, seen(world.precision))


def compile_all_meanwhile(precision: str) -> None:
    """Let another process, one that gives way to all others, compile a precision's kernels for this very processor; wait for it."""
    context = multiprocessing.get_context("spawn")
    other = context.Process(target=_give_way_and_compile, args=(precision,), daemon=True)
    other.start()
    other.join()


def _give_way_and_compile(precision: str) -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    ignore_prebuilt()
    from physics.warmup import note_ready, warmup
    warmup(precision)
    note_ready(precision)


def ignore_prebuilt() -> None:
    """Take no kernels that came with the package, here and in processes that are started from here."""
    os.environ["IMPULSE_PREBUILT"] = "0"


@contextmanager
def _without_collections() -> Iterator[None]:
    """Compile without looking for garbage: numba's millions of nodes are almost all alive until a kernel is done."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class CompileWorker:
    """A second process that compiles the dynamics and the narrow phase; it begins before it is needed for which world."""

    def __init__(self):
        context = multiprocessing.get_context("spawn")   # a fork would copy the compiler in whatever state it is
        self.claims = tempfile.TemporaryDirectory(prefix="impulse-claims-")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_compile_for_other, args=(theirs, self.claims.name), daemon=True)
        self.process.start()
        theirs.close()

    def assign(self, wanted: Any) -> None:
        """For which world; if it is gone there is less help."""
        with suppress(OSError):
            self.line.send(tuple(wanted))

    def compiled(self) -> list[str]:
        """Wait until it has done; the names of what it compiled."""
        with suppress(EOFError, OSError):
            return self.line.recv()
        return []

    def close(self) -> None:
        """Let it go, whatever it does."""
        if self.process.is_alive():
            self.process.terminate()
        self.process.join()
        self.line.close()
        self.claims.cleanup()


idle: list[CompileWorker] = []                               # at most one, who is not needed yet for which world


def start_compile_worker() -> None:
    """Start the second process ahead of time, where nothing was ever compiled: it loads while a scene is read."""
    from physics.warmup import anything_ready
    if not idle and _can_share() and not anything_ready():
        idle.append(CompileWorker())


@contextmanager
def _other_process(wanted: Any, seen: "Seen") -> Iterator[Any]:
    """Meanwhile a second process compiles the dynamics and the narrow phase; gives what decides who compiles what."""
    from physics.warmup import Claims
    worker = idle.pop() if idle else CompileWorker()
    try:
        worker.assign(wanted)
        yield Claims(worker.claims.name)
        for name in worker.compiled():
            seen(wanted.precision)(0, 0, name)
    finally:
        worker.close()


def _compile_for_other(line: Any, folder: str) -> None:
    """In the second process: compile, and send the name of every kernel that was.

    This process does nothing else, so it can do without the collector and without scipy's linear algebra, which numba loads for
    functions that no kernel calls.
    """
    names: dict[str, None] = {}

    def compile_all() -> None:
        needed = line.recv() if line.poll() else None
        warm_drivers(needed[0] if needed else LIKELY)
        warm_callees(Needs(*(needed or line.recv())), Claims(folder))
    with suppress(Exception, KeyboardInterrupt):         # the first process meets the same and is the one that tells
        from physics.compile.progress import watch_compiling
        from physics.warmup import Claims, Needs, warm_callees, warm_drivers
        gc.disable()
        sys.modules[ALGEBRA] = None                      # type: ignore[assignment]
        watch_compiling(compile_all, lambda done, total, name: names.setdefault(name))
        line.send(list(names))
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
