"""Forks: a forked process can compile and call kernels, whatever the other threads of its parent were doing.

Of all threads a fork copies the one that forks.  A lock that another thread holds at that moment would stay locked in the child
for ever, over data that nobody completes.  So a fork waits for the two locks under which kernels are compiled and found, and both
processes release them; other locks of the package are made new in the child, see `new_in_child`.

Uses numba.core.compiler_lock.global_compiler_lock and the lock of llvmlite.binding.ffi.lib.
"""
from __future__ import annotations

import os
import threading
import weakref
from typing import Any

from llvmlite.binding import ffi
from numba.core.compiler_lock import global_compiler_lock

COMPILING = tuple(lock for lock in (global_compiler_lock, getattr(ffi.lib, "_lock", None)) if lock is not None)    # in this order
MADE_NEW: weakref.WeakSet = weakref.WeakSet()


def new_in_child(lock: Any) -> Any:
    """The same lock, which is free in a forked process."""
    MADE_NEW.add(lock)
    return lock


def _wait() -> None:
    for lock in COMPILING:
        lock.__enter__()


def _go_on() -> None:
    for lock in reversed(COMPILING):
        lock.__exit__(None, None, None)


def _go_on_in_child() -> None:
    _go_on()
    for lock in list(MADE_NEW):
        lock._at_fork_reinit()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait, after_in_parent=_go_on, after_in_child=_go_on_in_child)
