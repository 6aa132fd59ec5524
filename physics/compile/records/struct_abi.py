"""Struct ABI: NamedTuples of this package are passed to kernels as pointers.

numba passes a NamedTuple by value, field by field: a State of sixty arrays is three hundred arguments of every call, and most
of the code that LLVM compiles.  Here it is one pointer to a block of words of eight bytes, which the entry from Python fills:

    number      one word
    array       address of the data, shape, strides
    NamedTuple  the words of its fields, one after the other

Fields are loaded where they are used.  A block is constant while a kernel runs, and the loads are marked as invariant: a loop
loads an address once, however many stores it contains.  NamedTuples that kernels make themselves stay values.  `numba.typeof` is
not changed: `argument_type` replaces it for the arguments of kernels only.

Uses numba.core.types (BaseTuple.from_types, NamedTuple), numba.core.imputils.lower_getattr_generic, numba.core.pythonapi
(NativeValue, unbox), the names of fields in numba's model of an array, and in `compile.records.unpacking` the memory layout of
CPython's and numpy's objects.  Without these `compile.plain` passes NamedTuples by value, as numba does.
"""
from __future__ import annotations

import hashlib
from collections.abc import Iterator

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_getattr_generic
from numba.core.pythonapi import NativeValue, unbox
from numba.core.typing.typeof import Purpose, typeof
from numba.extending import models, register_model
from numba.np.numpy_support import as_dtype

from physics.compile.records.known_records import LEAST_FIELDS, MOST_WORDS, key_of
from physics.compile.records.unpacking import ARRAY, INTEGER, KNOWN, NUMBER, REAL, TUPLE, UNPACK, WORD, WORDS, provide_unpack


class Record(types.NamedTuple):
    """Type of a NamedTuple of this package that comes from Python."""

    def __init__(self, fields, cls):
        super().__init__(fields, cls)
        content = f"{cls.__module__} {cls.__qualname__} {', '.join(str(field) for field in self.types)}"
        self.name = f"{cls.__name__}.{hashlib.sha256(content.encode()).hexdigest()[:12]}"

    @property
    def key(self) -> str:
        """Types with the same key are equal; short, because numba hashes and compares it often."""
        return self.name

    @property
    def mangling_args(self) -> tuple:
        """The argument in mangled names of functions."""
        return self.name, ()


@register_model(Record)
class RecordModel(models.PrimitiveModel):
    """A pointer."""

    def __init__(self, manager, record):
        super().__init__(manager, record, WORDS)


def _supported(kind: types.Type) -> bool:
    if isinstance(kind, types.BaseTuple):
        return all(_supported(each) for each in kind.types)
    return isinstance(kind, (types.Array, types.Integer, types.Float, types.Boolean))


def argument_type(value: object) -> types.Type:
    """Type of an argument of a kernel: numba's own, except a Record for a NamedTuple of this package."""
    if not isinstance(value, tuple) or not value:
        return typeof(value, Purpose.argument)
    cls, kinds = type(value), [argument_type(each) for each in value]
    if cls is tuple:
        return types.BaseTuple.from_types(kinds)
    if not (hasattr(cls, "_fields") and cls.__module__.startswith("physics.") and all(map(_supported, kinds))):
        return typeof(value, Purpose.argument)
    provide_unpack()
    return Record(tuple(kinds), cls)


def _words(kind: types.Type) -> int:
    """Number of words of a field."""
    if isinstance(kind, types.BaseTuple):
        return sum(_words(each) for each in kind.types)
    return 1 + 2 * kind.ndim if isinstance(kind, types.Array) else 1


def record_key(kind: types.Type) -> int:
    """The key of a type of which the last record is known, see `compile.records.known_records`; 0 for any other type."""
    known = isinstance(kind, Record) and len(kind.types) >= LEAST_FIELDS and _words(kind) <= MOST_WORDS
    return key_of(kind.name) if known else 0


def _table(kind: types.Type) -> Iterator[int]:
    """The table for `unpack`, see `compile.records.unpacking`."""
    if key := record_key(kind):
        inside = [TUPLE, len(kind.types), *(number for each in kind.types for number in _table(each))]
        yield from (KNOWN, key & 0xFFFFFFFF, key >> 32, _words(kind), len(inside))
        yield from inside
    elif isinstance(kind, types.BaseTuple):
        yield from (TUPLE, len(kind.types))
        for each in kind.types:
            yield from _table(each)
    elif isinstance(kind, types.Array):
        yield from (ARRAY, kind.ndim)
    else:
        yield REAL if isinstance(kind, types.Float) else INTEGER


def _word(builder, words, index: int, kind: ir.Type):
    """Load one word as a number or an address, marked as invariant."""
    place = builder.gep(words, [WORD(index)])
    if kind != WORD:
        place = builder.bitcast(place, kind.as_pointer())
    loaded = builder.load(place)
    loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
    return loaded


def _load(context, builder, kind: types.Type, words, index: int):
    """The value of a field that begins at a word."""
    if isinstance(kind, Record):
        return builder.gep(words, [WORD(index)])
    if isinstance(kind, types.BaseTuple):
        values = []
        for each in kind.types:
            values.append(_load(context, builder, each, words, index))
            index += _words(each)
        return context.make_tuple(builder, kind, values)
    if isinstance(kind, types.Array):
        return _load_array(context, builder, kind, words, index)
    if isinstance(kind, types.Float):
        return context.cast(builder, _word(builder, words, index, ir.DoubleType()), types.float64, kind)
    return context.cast(builder, _word(builder, words, index, WORD), types.int64, kind)


def _load_array(context, builder, kind: types.Array, words, index: int):
    item = WORD(as_dtype(kind.dtype).itemsize)
    shape = [_word(builder, words, index + 1 + axis, WORD) for axis in range(kind.ndim)]
    strides = [_word(builder, words, index + 1 + kind.ndim + axis, WORD) for axis in range(kind.ndim)]
    if kind.is_contig and kind.ndim:
        strides[-1 if kind.layout == "C" else 0] = item
    count = shape[0] if shape else WORD(1)
    for length in shape[1:]:
        count = builder.mul(count, length, flags=["nsw"])
    model = context.data_model_manager[kind]
    made = ir.Constant(context.get_value_type(kind), None)
    places = [("itemsize", item), ("nitems", count)]
    address = made.type.elements[model.get_field_position("data")]
    places.append(("data", _word(builder, words, index, address)))
    for name, value in places:
        made = builder.insert_value(made, value, model.get_field_position(name))
    for name, numbers in (("shape", shape), ("strides", strides)):
        for axis, number in enumerate(numbers):
            made = builder.insert_value(made, number, (model.get_field_position(name), axis))
    return made


@lower_getattr_generic(Record)
def _field(context, builder, record, words, name):
    position = record.fields.index(name)
    return _load(context, builder, record.types[position], words, sum(_words(each) for each in record.types[:position]))


@unbox(Record)
def _unbox(record, value, c):
    """Fill a block in the stack frame of the entry from Python; the caller's arguments keep the arrays alive."""
    words = cgutils.alloca_once(c.builder, WORD, size=WORD(_words(record)))
    table = ir.Constant(ir.ArrayType(NUMBER, len(codes := list(_table(record)))), codes)
    place = cgutils.global_constant(c.builder.module, f"{record.name}.table", table)
    kind = ir.FunctionType(NUMBER, [value.type, NUMBER.as_pointer(), WORDS])
    unpack = cgutils.get_or_insert_function(c.builder.module, kind, UNPACK)
    failed = c.builder.call(unpack, [value, c.builder.bitcast(place, NUMBER.as_pointer()), words])
    return NativeValue(words, is_error=c.builder.icmp_signed("!=", failed, NUMBER(0)))
