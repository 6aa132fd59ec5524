"""The interpreter lock: a kernel releases it while it runs, except in a thread that keeps it.

A thread that waits for the lock is woken each time it is released.  A long kernel leaves it to other threads for as long as it
runs; a short one has ended before they are awake, and its thread then waits for one of them, at every kernel of a step.  So a
thread may keep the lock during a short step (`keep_lock`, `stop_keeping`).  In place of what numba has an entry call, kernels
call

    release()      in the thread that keeps the lock nothing, result 0; else PyEval_SaveThread
    take(state)    for a `state` other than 0 PyEval_RestoreThread

One thread keeps it: another one that begins to, because Python switched threads in the middle of a step, does so in place of the
first, whose kernels then release it again.

Uses CPython's functions PyEval_SaveThread, PyEval_RestoreThread and PyThread_get_thread_ident, the first two by the names under
which numba.core.pythonapi declares them.  Without these `compile.plain` releases the lock at every call.
"""
from __future__ import annotations

import ctypes
import functools
import os
from threading import get_ident

from llvmlite import binding, ir
from numba.core import cgutils

from physics.compile.records.unpacking import OBJECT, WORD, place_of

SAVE, RESTORE = "PyEval_SaveThread", "PyEval_RestoreThread"
INSTEAD = {SAVE: "impulse_release_lock", RESTORE: "impulse_take_lock"}
KEEPER = ctypes.c_ulong(0)                       # the thread that keeps the lock; 0: none
IDENT = ir.IntType(8 * ctypes.sizeof(KEEPER))
RELEASES, TAKES = ir.FunctionType(OBJECT, []), ir.FunctionType(ir.VoidType(), [OBJECT])


def keep_lock() -> None:
    """Let kernels that this thread calls keep the interpreter lock."""
    KEEPER.value = get_ident()


def stop_keeping() -> None:
    """Let them release it again."""
    if KEEPER.value == get_ident():
        KEEPER.value = 0


def _keep_no_more() -> None:
    """In a forked process, where a new thread may have the number of the one that kept the lock."""
    KEEPER.value = 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_keep_no_more)


def use_own_calls(module: ir.Module) -> None:
    """Let the code of a kernel's entry from Python call `release` and `take`."""
    for usual, own in INSTEAD.items():
        if usual in module.globals:
            module.globals[usual].name = own


@functools.cache
def provide_lock_calls() -> None:
    """Compile `release` and `take`, so that compiled kernels find them by their names."""
    for name, build in ((INSTEAD[SAVE], _build_release), (INSTEAD[RESTORE], _build_take)):
        binding.add_symbol(name, place_of(name, build))


def _build_release(module: ir.Module) -> None:
    builder = ir.IRBuilder(ir.Function(module, RELEASES, INSTEAD[SAVE]).append_basic_block("entry"))
    keeper = builder.load(builder.inttoptr(WORD(ctypes.addressof(KEEPER)), IDENT.as_pointer()))
    ident = builder.call(ir.Function(module, ir.FunctionType(IDENT, []), "PyThread_get_thread_ident"), [])
    with builder.if_then(builder.icmp_unsigned("==", keeper, ident)):
        builder.ret(OBJECT(None))
    builder.ret(builder.call(ir.Function(module, RELEASES, SAVE), []))


def _build_take(module: ir.Module) -> None:
    take = ir.Function(module, TAKES, INSTEAD[RESTORE])
    builder = ir.IRBuilder(take.append_basic_block("entry"))
    with builder.if_then(cgutils.is_not_null(builder, take.args[0])):
        builder.call(ir.Function(module, TAKES, RESTORE), [take.args[0]])
    builder.ret_void()
