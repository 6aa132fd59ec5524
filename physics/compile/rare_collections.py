"""Rare garbage collections while a kernel is compiled: almost all of the compiler's millions of nodes live until it ends.

Afterwards the collector has its former thresholds.  Uses numba.core.compiler_lock.global_compiler_lock, under which numba
compiles in one thread at a time, so that the thread that holds it may change the thresholds and restore them.
"""
from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.compiler_lock import global_compiler_lock

RARE = (1_000_000, 50, 1000)


@contextmanager
def rare_collections() -> Iterator[None]:
    """Hold numba's compiler lock, with high thresholds of the garbage collector."""
    with global_compiler_lock:
        usual = gc.get_threshold()
        gc.set_threshold(*RARE)
        try:
            yield
        finally:
            gc.set_threshold(*usual)
