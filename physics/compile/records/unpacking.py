"""Unpacking: fills a block of words from a Python object according to a table; compiled once in a process.

    unpack(object, table, words) -> 0, or 1 with a Python exception set

The table is a list of whole numbers: the kind of the object and, for a tuple, its number of items, for an array, its number of
dimensions; after a tuple follow the tables of its items.  For a known record, see `compile.records.known_records`, these are the
key of its type in two halves, its number of words, the length of what follows, and the table of the tuple.

Uses the memory layout of CPython's tuples and of numpy's arrays (data, number of dimensions, shape, strides: the public structure
PyArrayObject_fields), and numba.core.codegen.CPUCodegen.create_library, which makes machine code.
"""
from __future__ import annotations

import functools
from collections.abc import Callable

from llvmlite import binding, ir
from numba.core import cgutils

from physics.compile.records.known_records import FIRST_WORD, KEY, holds, slot_of
from physics.compile.records.known_records import TUPLE as KEPT
from physics.compile.target import KERNEL_TARGET
from physics.compile.undisturbed import undisturbed

INTEGER, REAL, ARRAY, TUPLE, KNOWN = range(5)
OBJECT, NUMBER, WORD = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
WORDS = WORD.as_pointer()
UNPACK = "impulse_unpack"

HEAD = object.__basicsize__                      # size of the header of every object [bytes]
ITEMS, ADDRESS = tuple.__basicsize__, tuple.__itemsize__
DATA, SHAPE, STRIDES = HEAD, HEAD + 16, HEAD + 24            # offsets in an array [bytes]
_keep: list = []                                 # libraries, which keep their code alive


def provide_unpack() -> None:
    """Compile `unpack`, so that compiled kernels find it by its name."""
    binding.add_symbol(UNPACK, place_of(UNPACK, _build))


@functools.cache
def place_of(name: str, build: Callable[[ir.Module], None]) -> int:
    """Address of the function of this name that `build` writes into an empty module; compiled once in a process."""
    with undisturbed():
        library = KERNEL_TARGET.target_context.codegen().create_library(name)
        module = library.create_ir_module(name)
        build(module)
        library.add_ir_module(module)
        library.finalize()
        _keep.append(library)
        return library.get_pointer_to_function(name)


def _build(module: ir.Module) -> None:
    """Build `unpack`, which makes the cursors that `walk` advances through the table and through the words."""
    cursor = ir.LiteralStructType([NUMBER.as_pointer(), WORDS])
    walk = ir.Function(module, ir.FunctionType(NUMBER, [OBJECT, cursor.as_pointer()]), f"{UNPACK}.walk")
    walk.linkage = "internal"
    unpack = ir.Function(module, ir.FunctionType(NUMBER, [OBJECT, NUMBER.as_pointer(), WORDS]), UNPACK)
    builder = ir.IRBuilder(unpack.append_basic_block("entry"))
    place = builder.alloca(cursor)
    for index in (0, 1):
        builder.store(unpack.args[1 + index], cgutils.gep_inbounds(builder, place, 0, index))
    builder.ret(builder.call(walk, [unpack.args[0], place]))
    _build_walk(walk)


def _build_walk(walk: ir.Function) -> None:
    """Build `walk`, which unpacks one object according to its kind."""
    builder = ir.IRBuilder(walk.append_basic_block("entry"))
    item, cursor = walk.args
    other = walk.append_basic_block("other")
    choice = builder.switch(_next_number(builder, cursor), other)
    for code, fill in ((INTEGER, _integer), (REAL, _real), (ARRAY, _array), (TUPLE, _tuple), (KNOWN, _known)):
        block = walk.append_basic_block()
        choice.add_case(NUMBER(code), block)
        builder.position_at_end(block)
        fill(builder, walk, item, cursor)
        builder.ret(NUMBER(0))
    builder.position_at_end(other)
    builder.ret(NUMBER(1))


def _next_number(builder, cursor):
    """The number at the cursor of the table, which is advanced."""
    place = cgutils.gep_inbounds(builder, cursor, 0, 0)
    here = builder.load(place)
    builder.store(builder.gep(here, [NUMBER(1)]), place)
    return builder.load(here)


def _put(builder, cursor, value) -> None:
    """Write a word, and advance the cursor."""
    place = cgutils.gep_inbounds(builder, cursor, 0, 1)
    here = builder.load(place)
    builder.store(builder.gep(here, [NUMBER(1)]), place)
    builder.store(value, builder.bitcast(here, value.type.as_pointer()))


def member(builder, item, offset, kind: ir.Type):
    """Load the member of an object at an offset, a number or an LLVM value [bytes]."""
    offset = offset if isinstance(offset, ir.Value) else WORD(offset)
    return builder.load(builder.bitcast(builder.gep(item, [offset]), kind.as_pointer()))


def _number(builder, cursor, value, failed) -> None:
    """Write a number converted by Python, unless the conversion `failed` with an exception."""
    occurred = cgutils.get_or_insert_function(builder.module, ir.FunctionType(OBJECT, []), "PyErr_Occurred")
    with builder.if_then(failed, likely=False), builder.if_then(cgutils.is_not_null(builder, builder.call(occurred, []))):
        builder.ret(NUMBER(1))
    _put(builder, cursor, value)


def _integer(builder, walk, item, cursor) -> None:
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(WORD, [OBJECT]), "PyLong_AsLongLong")
    value = builder.call(function, [item])
    _number(builder, cursor, value, builder.icmp_signed("==", value, WORD(-1)))


def _real(builder, walk, item, cursor) -> None:
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.DoubleType(), [OBJECT]), "PyFloat_AsDouble")
    value = builder.call(function, [item])
    _number(builder, cursor, value, builder.fcmp_ordered("==", value, ir.DoubleType()(-1.0)))


def _array(builder, walk, item, cursor) -> None:
    dimensions = _next_number(builder, cursor)
    _put(builder, cursor, member(builder, item, DATA, WORD))
    for offset in (SHAPE, STRIDES):
        numbers = member(builder, item, offset, WORDS)
        with cgutils.for_range(builder, dimensions) as loop:
            _put(builder, cursor, builder.load(builder.gep(numbers, [loop.index])))


def _tuple(builder, walk, item, cursor) -> None:
    with cgutils.for_range(builder, _next_number(builder, cursor)) as loop:
        place = builder.gep(item, [builder.add(WORD(ITEMS), builder.mul(builder.sext(loop.index, WORD), WORD(ADDRESS)))])
        failed = builder.call(walk, [member(builder, place, 0, OBJECT), cursor])
        with builder.if_then(cgutils.is_not_null(builder, failed), likely=False):
            builder.ret(failed)


def _known(builder, walk, item, cursor) -> None:
    """Copy the words of a record from its slot, or unpack it and keep its words there."""
    low, high = (builder.zext(_next_number(builder, cursor), WORD) for _ in range(2))
    words, skipped = (builder.sext(_next_number(builder, cursor), WORD) for _ in range(2))
    key = builder.or_(low, builder.shl(high, WORD(32)))
    slot, size = slot_of(builder, key), builder.mul(words, WORD(ADDRESS))
    kept_words = builder.gep(slot, [NUMBER(FIRST_WORD)])
    numbers, place = (cgutils.gep_inbounds(builder, cursor, 0, index) for index in (0, 1))
    first = builder.load(place)
    with builder.if_then(holds(builder, slot, key, item), likely=True):
        cgutils.raw_memcpy(builder, first, kept_words, size, 1)
        builder.store(builder.gep(first, [words]), place)
        builder.store(builder.gep(builder.load(numbers), [skipped]), numbers)
        builder.ret(NUMBER(0))
    failed = builder.call(walk, [item, cursor])
    with builder.if_then(cgutils.is_not_null(builder, failed), likely=False):
        builder.ret(failed)
    cgutils.raw_memcpy(builder, kept_words, first, size, 1)
    before = builder.load(builder.gep(slot, [NUMBER(KEPT)]))
    builder.store(key, builder.gep(slot, [NUMBER(KEY)]))
    builder.store(builder.ptrtoint(item, WORD), builder.gep(slot, [NUMBER(KEPT)]))
    count = ir.FunctionType(ir.VoidType(), [OBJECT])
    builder.call(cgutils.get_or_insert_function(builder.module, count, "Py_IncRef"), [item])
    builder.call(cgutils.get_or_insert_function(builder.module, count, "Py_DecRef"), [builder.inttoptr(before, OBJECT)])
