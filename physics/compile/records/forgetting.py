"""Forgetting: all known records are let go of when a world comes to its end, for their arrays would live on.

Compiled, because nothing may come between reading a slot and clearing it.  From Python another thread, or a finalizer of a world
that the garbage collector finds just then, could let go of the same tuple: one reference would be given back twice.
"""
from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable

from llvmlite import ir
from numba.core import cgutils

from physics.compile.records.known_records import KEY, SLOTS, TUPLE, any_known, slot_of
from physics.compile.records.unpacking import NUMBER, OBJECT, WORD, place_of

FORGET = "impulse_forget"


def forget_records() -> None:
    """Let go of all tuples."""
    if any_known():
        compiled()()


@functools.cache
def compiled() -> Callable[[], None]:
    """The compiled function, which holds the interpreter lock."""
    return ctypes.PYFUNCTYPE(None)(place_of(FORGET, _build))


def _build(module: ir.Module) -> None:
    """Build `forget`: a slot is empty before its tuple is let go of, for that may end another world, which forgets too."""
    builder = ir.IRBuilder(ir.Function(module, ir.FunctionType(ir.VoidType(), []), FORGET).append_basic_block("entry"))
    let_go = cgutils.get_or_insert_function(module, ir.FunctionType(ir.VoidType(), [OBJECT]), "Py_DecRef")
    with cgutils.for_range(builder, WORD(SLOTS)) as loop:
        slot = slot_of(builder, loop.index)
        key, place = (builder.gep(slot, [NUMBER(number)]) for number in (KEY, TUPLE))
        kept = builder.load(place)
        builder.store(WORD(0), key)
        builder.store(WORD(0), place)
        builder.call(let_go, [builder.inttoptr(kept, OBJECT)])            # which may be none
    builder.ret_void()
