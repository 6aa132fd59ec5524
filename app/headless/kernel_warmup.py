"""Compiling the kernels ahead of time with two processes.

numba compiles under one lock, so a second thread would only wait; a second process does not.  The compile worker compiles the
drivers of the dynamics and of the narrow phase, this process the search for pairs, islands and colours.  Then both take the
kernels that those call, the largest first; the first process to claim a kernel compiles it.  Both write to the same cache, which
has an index for each kernel; the two never compile a kernel for different precisions at one time, since the later write would
remove the entry of the earlier one.  At the end this process loads all needed kernels from the cache and compiles the missing
ones.
"""
from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from app.headless.children import safe_path
from impulse.terminal import console

Report = Callable[[int, int, str], None]
ALGEBRA = "scipy.linalg"
LIKELY = "single"                                        # precision of most worlds


def compile_kernels(precisions: Sequence[str], show: bool, report: Report | None = None) -> int:
    """Load or compile the kernels of these precisions; returns the number of compiled ones.

    `show`: count them in a line on standard error, when that is a terminal.  `report(done, total, name)` is called for every
    kernel that this process compiles.
    """
    from physics import warmup
    from physics.compile.registry import watch_compiling
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


def make_ready(world: Any, report: Report, clicks: bool = False) -> None:
    """Load the kernels that the next step of a world needs; two processes compile the missing ones.

    `clicks`: none is missing either for what a click in a window may bring.  The world itself stays unchanged.
    """
    from physics.compile.registry import watch_compiling
    from physics.warmup import is_ready, needs, note_ready, warm_callees, warm_clicks, warm_order, warm_search, warm_world
    wanted = needs(world, clicks)
    if not _can_share() or is_ready(wanted):
        warm_world(world, report)
        if clicks and not is_ready(wanted):
            warm_clicks(world, report)
        return
    with counting(False, report) as seen, _without_collections():
        with _other_process(wanted, seen) as claim:
            warm_search(world, seen(wanted.precision))
            watch_compiling(lambda: (warm_order(wanted.precision), warm_callees(wanted, claim)), seen(wanted.precision))
        warm_world(world, seen(wanted.precision))
        if clicks:
            warm_clicks(world, seen(wanted.precision))
    note_ready(wanted.precision, wanted)


def _can_share() -> bool:
    """Whether a second process helps: it does not without a folder that both can write, nor where numba compiles whole
    callers."""
    from physics.compile.cache import cache_note
    from physics.compile.decorators import PLAIN
    return not (cache_note or PLAIN)


def make_all_ready(worlds: Iterable[Any]) -> None:
    """Load or compile the kernels of these worlds; a line on standard error counts the compiled ones, when that is a terminal."""
    with counting(show=True) as seen:
        for world in worlds:
            make_ready(world, seen(world.precision))


def compile_all_meanwhile(precision: str) -> None:
    """Compile a precision's kernels for the host's processor model in another process of low priority, and wait for it."""
    context = multiprocessing.get_context("spawn")
    other = context.Process(target=_give_way_and_compile, args=(precision,), daemon=True)
    with starting():
        other.start()
    other.join()


def _end_with_parent() -> None:
    """End this process when the one that started it ends, even by a kill: its kernels are not needed any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(0)), daemon=True).start()


def _give_way_and_compile(precision: str) -> None:
    _end_with_parent()
    if hasattr(os, "nice"):
        os.nice(10)
    ignore_prebuilt()
    from physics.warmup import note_ready, warmup
    warmup(precision)
    note_ready(precision)


def ignore_prebuilt() -> None:
    """Use no prebuilt kernels, in this process and in those that it starts."""
    os.environ["IMPULSE_PREBUILT"] = "0"


@contextmanager
def starting() -> Iterator[None]:
    """Processes that are started in the block import nothing from the current folder, see `safe_path`, and never take SIGINT.

    Not even while Python begins in them, where it would print a traceback: a Ctrl-C goes to all processes of a terminal, and this
    one ends them.  One for this thread comes after the block.
    """
    if not hasattr(signal, "pthread_sigmask"):           # Windows, which has no groups of that kind
        with safe_path():
            yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with safe_path():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _without_collections() -> Iterator[None]:
    """Compile without garbage collection: almost all of numba's millions of nodes live until a kernel is done."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class CompileWorker:
    """A second process that compiles the dynamics and the narrow phase; it starts before the world is known."""

    def __init__(self):
        context = multiprocessing.get_context("spawn")   # a fork would copy the compiler in whatever state it is
        self.claims = tempfile.TemporaryDirectory(prefix="impulse-claims-")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_compile_for_other, args=(theirs, self.claims.name), daemon=True)
        with starting():
            self.process.start()
        theirs.close()

    def assign(self, wanted: Any) -> None:
        """Send the needs of the world; a worker that has ended is ignored."""
        with suppress(OSError):
            self.line.send(tuple(wanted))

    def compiled(self) -> list[str]:
        """Wait until it is done; the names of the kernels that it compiled."""
        with suppress(EOFError, OSError):
            return self.line.recv()
        return []

    def close(self) -> None:
        """End the process, whatever its state."""
        if self.process.is_alive():
            self.process.terminate()
        self.process.join()
        self.line.close()
        self.claims.cleanup()


idle: list[CompileWorker] = []                           # at most one, whose world is not known yet


def start_compile_worker() -> None:
    """Start the worker ahead of time if no kernel was ever compiled here: it imports while a scene is read."""
    from physics.warmup import anything_ready
    if not idle and _can_share() and not anything_ready():
        idle.append(CompileWorker())


def close_idle() -> None:
    """End a worker that was never used."""
    while idle:
        idle.pop().close()


@contextmanager
def _other_process(wanted: Any, seen: "Seen") -> Iterator[Any]:
    """Compile the dynamics and the narrow phase in the worker during the block; yields the claims that share out the kernels."""
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
    """The worker's main function: compile, and send the name of every compiled kernel.

    This process does nothing else, so it needs neither the garbage collector nor scipy's linear algebra, which numba loads for
    functions that no kernel calls.
    """
    _end_with_parent()
    names: dict[str, None] = {}

    def compile_all() -> None:
        needed = line.recv() if line.poll() else None
        warm_drivers(needed[0] if needed else LIKELY)
        warm_callees(Needs(*(needed or line.recv())), Claims(folder))
    with suppress(Exception, KeyboardInterrupt):         # the first process meets the same error and reports it
        from physics.compile.registry import watch_compiling
        from physics.warmup import Claims, Needs, warm_callees, warm_drivers
        gc.disable()
        sys.modules[ALGEBRA] = None                      # type: ignore[assignment]
        watch_compiling(compile_all, lambda done, total, name: names.setdefault(name))
        line.send(list(names))
    os._exit(0)                                          # the first process need not wait for this one's clean-up


class Seen:
    """The compiled kernels, and a line that shows the latest."""

    def __init__(self, status: Any, listener: Report | None = None):
        self.status = status
        self.listener = listener
        self.names: set[tuple[str, str]] = set()

    def __call__(self, precision: str) -> Report:
        """The report function for compilations of this precision."""
        def report(done: int, total: int, name: str) -> None:
            self.names.add((precision, name))
            self.status.update(f"compiling {name} ({precision}), {len(self.names)} so far")
            if self.listener:
                self.listener(done, total, name)
        return report

    def count(self) -> int:
        """Number of compiled kernels, each counted once."""
        return len(self.names)


@contextmanager
def counting(show: bool, listener: Report | None = None) -> Iterator[Seen]:
    """Count the kernels that are compiled during the block; on a terminal a line on standard error names the latest."""
    with console(err=True, quiet=not show).status("loading kernels") as status:
        yield Seen(status, listener)
