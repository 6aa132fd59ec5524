"""Calls from Python with arguments like those of an earlier call: they go straight into the compiled code.

numba's dispatcher finds out the types of all arguments at every call, 25 us for a State of eighty arrays.  Here a call leaves
a description of its arguments, and the next one is compared with it, in less than a microsecond:

    object      [count, (offset, mask, word) ..., items, the objects of its items]

An object is as described where all its words are, under their masks: its Python type; of an array its dtype, number of
dimensions and flags, of a tuple its length.  Whoever is not as described goes the usual way.

Leans on how CPython lays out objects and tuples and numpy its arrays, which `compile.unpacking` says, and on the entry point
of numba's compiled functions.  Where these are gone `compile.plain` asks numba at every call.
"""
from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator

import numpy as np
from llvmlite import ir
from numba.core import cgutils

from physics.compile.unpacking import ADDRESS, HEAD, ITEMS, NUMBER, OBJECT, WORD, WORDS, member, place_of

ALIKE = "impulse_alike"
ALL, HALF = -1, 0xFFFFFFFF                       # masks of a word and of a whole number of C
KIND = HEAD - ADDRESS                            # [bytes] where an object has its type, and
LENGTH = HEAD                                    # a tuple its length
DIMENSIONS, DTYPE, FLAGS = HEAD + 8, HEAD + 40, HEAD + 48    # in an array
ROWS, COLUMNS, OTHERS = 0x1, 0x2, 0x500          # flags: those lie one after the other; it is aligned, and may be written to
PLAIN = (int, float, bool, np.bool_, np.integer, np.floating)


class Description:
    """What the arguments of a call look like.  Raises TypeError where that does not tell numba's types."""

    def __init__(self, arguments: tuple):
        self._things: list = []                  # types and dtypes, which must not go while their addresses are known
        self._words = np.array([*self._object(arguments)], np.int64)
        self.address = self._words.ctypes.data

    def _object(self, thing) -> Iterator[int]:
        words, items = [(KIND, ALL, self._address(type(thing)))], ()
        if isinstance(thing, tuple):
            words.append((LENGTH, ALL, len(thing)))
            items = thing
        elif type(thing) is np.ndarray:
            used = ROWS | OTHERS if thing.flags.c_contiguous else ROWS | COLUMNS | OTHERS
            words += [(DIMENSIONS, HALF, thing.ndim), (DTYPE, ALL, self._address(thing.dtype)),
                      (FLAGS, used, thing.flags.num & used)]
        elif not isinstance(thing, PLAIN):
            raise TypeError(type(thing))
        yield len(words)
        for word in words:
            yield from word
        yield len(items)
        for item in items:
            yield from self._object(item)

    def _address(self, thing) -> int:
        self._things.append(thing)
        return id(thing)


@functools.cache
def comparison() -> Callable[[tuple, int], int]:
    """alike(arguments, address of a description's words): whether they are as described."""
    return ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)(place_of(ALIKE, _build))


def _build(module: ir.Module) -> None:
    """alike makes the cursor that walk moves on through the words."""
    walk = ir.Function(module, ir.FunctionType(NUMBER, [OBJECT, WORDS.as_pointer()]), f"{ALIKE}.walk")
    walk.linkage = "internal"
    alike = ir.Function(module, ir.FunctionType(NUMBER, [OBJECT, WORDS]), ALIKE)
    builder = ir.IRBuilder(alike.append_basic_block("entry"))
    cursor = builder.alloca(WORDS)
    builder.store(alike.args[1], cursor)
    builder.ret(builder.call(walk, [alike.args[0], cursor]))
    _build_walk(walk)


def _build_walk(walk: ir.Function) -> None:
    """One object."""
    builder = ir.IRBuilder(walk.append_basic_block("entry"))
    thing, cursor = walk.args
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
    """The word at the cursor, which is passed."""
    here = builder.load(cursor)
    builder.store(builder.gep(here, [WORD(1)]), cursor)
    return builder.load(here)
