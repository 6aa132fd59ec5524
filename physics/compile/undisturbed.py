"""Compiling undisturbed: garbage is seldom collected, and an interrupt waits until a kernel is complete.

Almost all of the compiler's millions of nodes live until it ends, so the collector would look through them in vain.  An exception
in the middle would leave what numba and LLVM know half made; Ctrl-C is therefore delayed for the fraction of a second that one
kernel takes.  Afterwards the collector has its former thresholds and the signal its former handler.

Uses numba.core.compiler_lock.global_compiler_lock, under which numba compiles in one thread at a time, so that the thread that
holds it may change the thresholds and restore them.
"""
from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.compiler_lock import global_compiler_lock

RARE = (1_000_000, 50, 1000)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold numba's compiler lock, with high thresholds of the garbage collector and interrupts delayed."""
    with delayed_interrupts(), global_compiler_lock:
        usual = gc.get_threshold()
        gc.set_threshold(*RARE)
        try:
            yield
        finally:
            gc.set_threshold(*usual)


@contextmanager
def delayed_interrupts() -> Iterator[None]:
    """Call the handler of SIGINT at the end instead of at any time.  Other threads than the main one are never interrupted."""
    handler = signal.getsignal(signal.SIGINT) if threading.current_thread() is threading.main_thread() else None
    if not callable(handler):
        yield
        return
    calls: list[tuple] = []
    signal.signal(signal.SIGINT, lambda *arguments: calls.append(arguments))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if calls:
            handler(*calls[-1])
