"""Fast dispatch: a call from Python with arguments like those of an earlier call goes straight to the compiled code.

numba's dispatcher determines the types of all arguments at every call, 25 us for a State of eighty arrays.  Here a call leaves a
description of its arguments, with which the next call is compared in less than a microsecond:

    object      [key, length of what follows, count, (offset, mask, word) ..., items, the objects of its items]

An object matches if all its words do, under their masks: its Python type; of an array its dtype, number of dimensions and flags,
of a tuple its length; or if it is known as a record with this key, which is 0 for all else, see `compile.records.known_records`.
A call that does not match goes through numba's dispatcher.

Uses the memory layout of CPython's objects and tuples and of numpy's arrays, see `compile.records.unpacking`, and the entry point
of numba's compiled functions.  Without these `compile.plain` uses numba's dispatcher at every call.
"""
from __future__ import annotations

import ctypes
import functools
import itertools
from collections.abc import Callable, Iterator

import numpy as np
from llvmlite import ir
from numba.core import cgutils

from physics.compile.records.known_records import holds, slot_of
from physics.compile.records.struct_abi import argument_type, record_key
from physics.compile.records.unpacking import ADDRESS, HEAD, ITEMS, NUMBER, OBJECT, WORD, WORDS, member, place_of

ALIKE = "impulse_alike"
ALL, HALF = -1, 0xFFFFFFFF                       # masks of a word and of a C int
KIND = HEAD - ADDRESS                            # offset of the type in an object [bytes]
LENGTH = HEAD                                    # offset of the length in a tuple [bytes]
DIMENSIONS, DTYPE, FLAGS = HEAD + 8, HEAD + 40, HEAD + 48    # offsets in an array [bytes]
ROWS, COLUMNS, OTHERS = 0x1, 0x2, 0x500          # flags: C and Fortran contiguous; aligned and writable
PLAIN = (int, float, bool, np.bool_, np.integer, np.floating)


class Description:
    """The layout of a call's arguments.  Raises TypeError for arguments whose numba type it does not determine."""

    def __init__(self, arguments: tuple):
        self._things: list = []                  # types and dtypes, kept alive because their addresses are stored
        self._words = np.array([*self._object(arguments)], np.int64)
        self.address = self._words.ctypes.data

    def _object(self, thing) -> Iterator[int]:
        words, items, key = [(KIND, ALL, self._address(type(thing)))], (), 0
        if isinstance(thing, tuple):
            words.append((LENGTH, ALL, len(thing)))
            items, key = thing, record_key(argument_type(thing))
        elif type(thing) is np.ndarray:
            used = ROWS | OTHERS if thing.flags.c_contiguous else ROWS | COLUMNS | OTHERS
            words += [(DIMENSIONS, HALF, thing.ndim), (DTYPE, ALL, self._address(thing.dtype)),
                      (FLAGS, used, thing.flags.num & used)]
        elif not isinstance(thing, PLAIN):
            raise TypeError(type(thing))
        rest = [len(words), *itertools.chain.from_iterable(words), len(items)]
        for item in items:
            rest += self._object(item)
        yield from (key - 2**64 if key >= 2**63 else key, len(rest))
        yield from rest

    def _address(self, thing) -> int:
        self._things.append(thing)
        return id(thing)


@functools.cache
def comparison() -> Callable[[tuple, int], int]:
    """alike(arguments, address of a description's words): whether the arguments match."""
    return ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)(place_of(ALIKE, _build))


def _build(module: ir.Module) -> None:
    """Build `alike`, which makes the cursor that `walk` advances through the words."""
    walk = ir.Function(module, ir.FunctionType(NUMBER, [OBJECT, WORDS.as_pointer()]), f"{ALIKE}.walk")
    walk.linkage = "internal"
    alike = ir.Function(module, ir.FunctionType(NUMBER, [OBJECT, WORDS]), ALIKE)
    builder = ir.IRBuilder(alike.append_basic_block("entry"))
    cursor = builder.alloca(WORDS)
    builder.store(alike.args[1], cursor)
    builder.ret(builder.call(walk, [alike.args[0], cursor]))
    _build_walk(walk)


def _build_walk(walk: ir.Function) -> None:
    """Build `walk`, which compares one object."""
    builder = ir.IRBuilder(walk.append_basic_block("entry"))
    thing, cursor = walk.args
    key, length = _next(builder, cursor), _next(builder, cursor)
    with builder.if_then(builder.icmp_signed("!=", key, WORD(0))):
        with builder.if_then(holds(builder, slot_of(builder, key), key, thing)):
            builder.store(builder.gep(builder.load(cursor), [length]), cursor)
            builder.ret(NUMBER(1))
    with cgutils.for_range(builder, _next(builder, cursor)):
        offset, mask, word = (_next(builder, cursor) for _ in range(3))
        found = builder.and_(member(builder, thing, offset, WORD), mask)
        with builder.if_then(builder.icmp_signed("!=", found, word), likely=False):
            builder.ret(NUMBER(0))
    with cgutils.for_range(builder, _next(builder, cursor)) as loop:
        place = builder.add(WORD(ITEMS), builder.mul(loop.index, WORD(ADDRESS)))
        same = builder.call(walk, [member(builder, thing, place, OBJECT), cursor])
        with builder.if_then(builder.icmp_signed("==", same, NUMBER(0)), likely=False):
            builder.ret(NUMBER(0))
    builder.ret(NUMBER(1))


def _next(builder, cursor):
    """The word at the cursor, which is advanced."""
    here = builder.load(cursor)
    builder.store(builder.gep(here, [WORD(1)]), cursor)
    return builder.load(here)
