"""Rare garbage collections while a kernel is compiled: the compiler's millions of nodes are almost all alive until it ends.

Afterwards the collector is as it was.  Leans on numba.core.compiler_lock.global_compiler_lock, under which numba compiles in one
thread at a time: whoever holds it may set a threshold and set it back.
"""
from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.compiler_lock import global_compiler_lock

RARE = (1_000_000, 50, 1000)


@contextmanager
def rare_collections() -> Iterator[None]:
    """Meanwhile."""
    with global_compiler_lock:
        usual = gc.get_threshold()
        gc.set_threshold(*RARE)
        try:
            yield
        finally:
            gc.set_threshold(*usual)
