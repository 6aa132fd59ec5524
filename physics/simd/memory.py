"""Moving lanes between registers and arrays.

`load store stream`: sixteen neighbours.  `load_integers store_integers`: sixteen neighbours of an integer array, as lanes.
`load_rows store_rows add_rows replace_rows gather_rows scatter_rows`: sixteen rows of 8 numbers as 8 lane values, by a
transpose.  `load_piece store_piece gather_piece scatter_piece`: the same for 8 numbers of longer rows.  `gather_half`: for
four numbers of rows.  `gather_slots scatter_slots`: one slot of sixteen entries of a blocked array [block][slot][16].
`copy_within`: many neighbours to another place of their array.  `as_lanes`: a number as lanes of an array's dtype.

Addresses are unchecked; the checked build (`IMPULSE_CHECKED=1`) raises IndexError for one outside its array.
"""
from __future__ import annotations

import os

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from physics.simd.transpose import columns_of_halves, columns_of_pairs, columns_of_rows, pairs_of_columns, rows_of_columns
from physics.simd.value import Lanes, W, lanes_of, spread

CHECKED = os.environ.get("IMPULSE_CHECKED", "0") not in ("", "0")
ROW, HALF = 8, 4                                 # numbers in a body's row, and in half of it
INDEX = ir.IntType(64)
LINE = 64                                        # bytes of a line of the caches


class _array:
    """Members of an array, each extracted when it is first used: data, nitems, itemsize, shape."""

    def __init__(self, context, builder, array_type, array):
        model = context.data_model_manager[array_type]
        self._take = lambda name: model.get(builder, array, name)

    def __getattr__(self, name: str):
        setattr(self, name, self._take(name))
        return getattr(self, name)


def _offset(context, builder, value, value_type):
    return context.cast(builder, value, value_type, types.intp)


def _constant(number: int):
    return ir.Constant(INDEX, number)


def _check(context, builder, array, offset, length: int):
    """In the checked build: raise IndexError unless offset .. offset + length is inside the array."""
    if not CHECKED:
        return
    too_low = builder.icmp_signed("<", offset, _constant(0))
    too_high = builder.icmp_signed(">", builder.add(offset, _constant(length)), array.nitems)
    with builder.if_then(builder.or_(too_low, too_high), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("lane access outside its array",))


def _vector_pointer(builder, array, offset, vector):
    return builder.bitcast(builder.gep(array.data, [offset]), vector.as_pointer())


def _neighbours(context, builder, sig, args, vector):
    """Pointer to the lanes `vector` that begin at element args[1] of the array args[0], checked."""
    data = _array(context, builder, sig.args[0], args[0])
    at = _offset(context, builder, args[1], sig.args[1])
    _check(context, builder, data, at, W)
    return _vector_pointer(builder, data, at, vector)


def _is_data(array) -> bool:
    return isinstance(array, types.Array) and array.dtype in (types.float32, types.float64) and array.layout == "C"


def _item_size(array_type) -> int:
    return array_type.dtype.bitwidth // 8


@intrinsic
def as_lanes(typing, array, number):
    """`number` in all lanes of the array's element."""
    if _is_data(array):
        def generate(context, builder, sig, args):
            lanes = sig.return_type
            return spread(builder, context.cast(builder, args[1], sig.args[1], lanes.scalar), lanes.vector)
        return lanes_of(array.dtype)(array, number), generate


@intrinsic
def load(typing, array, offset):
    """The sixteen numbers from `offset` of the flat array on."""
    if _is_data(array):
        def generate(context, builder, sig, args):
            vector = sig.return_type.vector
            return builder.load(_neighbours(context, builder, sig, args, vector), align=_item_size(sig.args[0]), typ=vector)
        return lanes_of(array.dtype)(array, offset), generate


@intrinsic
def store(typing, array, offset, value):
    """Write sixteen numbers from `offset` of the flat array on."""
    if _is_data(array) and isinstance(value, Lanes) and value == lanes_of(array.dtype):
        def generate(context, builder, sig, args):
            pointer = _neighbours(context, builder, sig, args, sig.args[2].vector)
            builder.store(args[2], pointer, align=_item_size(sig.args[0]))
            return context.get_dummy_value()
        return types.void(array, offset, value), generate


@intrinsic
def stream(typing, array, offset, value):
    """`store` past the caches, of numbers that nothing reads soon: they take no room from others."""
    if _is_data(array) and isinstance(value, Lanes) and value == lanes_of(array.dtype):
        def generate(context, builder, sig, args):
            pointer = _neighbours(context, builder, sig, args, sig.args[2].vector)
            within = builder.and_(builder.ptrtoint(pointer, INDEX), _constant(LINE - 1))
            with builder.if_else(builder.icmp_unsigned("==", within, _constant(0)), likely=True) as (on_lines, astride):
                with on_lines:
                    past = builder.store(args[2], pointer, align=LINE)
                    past.set_metadata("nontemporal", builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)]))
                with astride:
                    builder.store(args[2], pointer, align=_item_size(sig.args[0]))
            return context.get_dummy_value()
        return types.void(array, offset, value), generate


@intrinsic
def load_integers(typing, array, offset, like):
    """The sixteen integers (uint8 or int32) from `offset` of the flat array on, as lanes of the type of `like`."""
    if isinstance(array, types.Array) and array.dtype in (types.uint8, types.int32) and array.layout == "C":
        def generate(context, builder, sig, args):
            vector = ir.VectorType(ir.IntType(sig.args[0].dtype.bitwidth), W)
            whole = builder.load(_neighbours(context, builder, sig, args, vector), align=_item_size(sig.args[0]), typ=vector)
            convert = builder.sitofp if sig.args[0].dtype.signed else builder.uitofp
            return convert(whole, sig.return_type.vector)
        return like(array, offset, like), generate


@intrinsic
def store_integers(typing, array, offset, value):
    """Write lanes that are whole numbers to sixteen neighbours of an integer array (uint8 or int32)."""
    if isinstance(array, types.Array) and array.dtype in (types.uint8, types.int32) and array.layout == "C":
        def generate(context, builder, sig, args):
            vector = ir.VectorType(ir.IntType(sig.args[0].dtype.bitwidth), W)
            convert = builder.fptosi if sig.args[0].dtype.signed else builder.fptoui
            pointer = _neighbours(context, builder, sig, args, vector)
            builder.store(convert(args[2], vector), pointer, align=_item_size(sig.args[0]))
            return context.get_dummy_value()
        return types.void(array, offset, value), generate


@intrinsic
def copy_within(typing, array, source, target, count):
    """Copy `count` numbers of the flat array from `source` on to `target` on; the two ranges may overlap."""
    if isinstance(array, types.Array) and array.layout == "C":
        def generate(context, builder, sig, args):
            data = _array(context, builder, sig.args[0], args[0])
            source, target, count = (_offset(context, builder, args[k], sig.args[k]) for k in (1, 2, 3))
            for end in (source, target):
                _check(context, builder, data, end, 0)
                _check(context, builder, data, builder.add(end, count), 0)
            pointers = (builder.gep(data.data, [offset]) for offset in (target, source))
            cgutils.raw_memmove(builder, *pointers, count, data.itemsize)
            return context.get_dummy_value()
        return types.void(array, source, target, count), generate


def _entries(builder, index, start):
    """The sixteen int32 from `start` of the array `index` on.

    They share one base address: LLVM would turn sums of `start` and k into bitwise ors, and keep each in a register of its own.
    """
    first = builder.gep(index.data, [start])
    for k in range(W):
        yield builder.zext(builder.load(builder.gep(first, [_constant(k)])), INDEX)


def _row_offsets(context, builder, sig, args, unit):
    """Offsets of sixteen rows of the array args[0]: either neighbours from a first row on, or rows of an int32 index array.

    The number of a piece of `unit` numbers, if there is one, is the argument after those that give the rows.
    """
    if len(sig.args) > 2 and isinstance(sig.args[1], types.Array):
        index = _array(context, builder, sig.args[1], args[1])
        start = _offset(context, builder, args[2], sig.args[2])
        _check(context, builder, index, start, W)
        rows = list(_entries(builder, index, start))
    else:
        first = _offset(context, builder, args[1], sig.args[1])
        rows = [builder.add(first, _constant(k)) for k in range(W)]
    last = 3 if isinstance(sig.args[1], types.Array) else 2
    if len(sig.args) <= last or not isinstance(sig.args[last], types.Integer):
        return [builder.mul(row, _constant(ROW)) for row in rows]
    shape, start = _array(context, builder, sig.args[0], args[0]).shape, _offset(context, builder, args[last], sig.args[last])
    width = cgutils.unpack_tuple(builder, shape)[1]
    return [builder.add(builder.mul(row, width), builder.mul(start, _constant(unit))) for row in rows]


def _pair_pointers(context, builder, array, first, vector):
    """Pointers to the eight pairs of rows from a first one on, checked; `array` and `first` are (type, value)."""
    data = _array(context, builder, *array)
    begin = builder.mul(_offset(context, builder, first[1], first[0]), _constant(ROW))
    _check(context, builder, data, begin, ROW * W)
    return [_vector_pointer(builder, data, builder.add(begin, _constant(k * W)), vector) for k in range(ROW)]


def _load_neighbours(context, builder, sig, args):
    vector, (array, first) = sig.return_type.dtype.vector, zip(sig.args, args)
    pairs = [builder.load(pointer, align=_item_size(sig.args[0]), typ=vector)
             for pointer in _pair_pointers(context, builder, array, first, vector)]
    return context.make_tuple(builder, sig.return_type, columns_of_pairs(builder, pairs))


def _store_neighbours(context, builder, sig, args):
    columns, (array, first, _) = cgutils.unpack_tuple(builder, args[2]), zip(sig.args, args)
    pointers = _pair_pointers(context, builder, array, first, columns[0].type)
    for pointer, pair in zip(pointers, pairs_of_columns(builder, columns)):
        builder.store(pair, pointer, align=_item_size(sig.args[0]))
    return context.get_dummy_value()


def _add_neighbours(context, builder, sig, args):
    columns, (array, first, _) = cgutils.unpack_tuple(builder, args[2]), zip(sig.args, args)
    pointers = _pair_pointers(context, builder, array, first, columns[0].type)
    for pointer, pair in zip(pointers, pairs_of_columns(builder, columns)):
        before = builder.load(pointer, align=_item_size(sig.args[0]), typ=pair.type)
        builder.store(builder.fadd(before, pair), pointer, align=_item_size(sig.args[0]))
    return context.get_dummy_value()


def _replace_neighbours(context, builder, sig, args):
    columns, (rows, sums, first, _) = cgutils.unpack_tuple(builder, args[3]), zip(sig.args, args)
    places, totals = (_pair_pointers(context, builder, array, first, columns[0].type) for array in (rows, sums))
    for place, total, pair in zip(places, totals, pairs_of_columns(builder, columns)):
        before, so_far = (builder.load(pointer, align=_item_size(sig.args[0]), typ=pair.type) for pointer in (place, total))
        builder.store(builder.fadd(builder.fsub(so_far, before), pair), total, align=_item_size(sig.args[0]))
        builder.store(pair, place, align=_item_size(sig.args[0]))
    return context.get_dummy_value()


def _loaded(context, builder, sig, args, numbers):
    """Sixteen vectors of `numbers` numbers: a row each, or a piece of it."""
    data = _array(context, builder, sig.args[0], args[0])
    row_type = ir.VectorType(sig.return_type.dtype.vector.element, numbers)
    for offset in _row_offsets(context, builder, sig, args, numbers):
        _check(context, builder, data, offset, numbers)
        pointer = _vector_pointer(builder, data, offset, row_type)
        yield builder.load(pointer, align=_item_size(sig.args[0]), typ=row_type)


def _load_columns(context, builder, sig, args):
    rows = list(_loaded(context, builder, sig, args, ROW))
    return context.make_tuple(builder, sig.return_type, columns_of_rows(builder, rows))


def _load_half_columns(context, builder, sig, args):
    halves = list(_loaded(context, builder, sig, args, HALF))
    return context.make_tuple(builder, sig.return_type, columns_of_halves(builder, halves))


def _store_columns(context, builder, sig, args):
    data = _array(context, builder, sig.args[0], args[0])
    columns = cgutils.unpack_tuple(builder, args[-1])
    row_type = ir.VectorType(columns[0].type.element, ROW)
    for offset, row in zip(_row_offsets(context, builder, sig, args, ROW), rows_of_columns(builder, columns)):
        _check(context, builder, data, offset, ROW)
        builder.store(row, _vector_pointer(builder, data, offset, row_type), align=_item_size(sig.args[0]))
    return context.get_dummy_value()


@intrinsic
def load_rows(typing, rows, first):
    """8 lane values: the rows first .. first + 15 of an (n, 8) array."""
    if _is_data(rows):
        return types.UniTuple(lanes_of(rows.dtype), ROW)(rows, first), _load_neighbours


@intrinsic
def store_rows(typing, rows, first, columns):
    """Write 8 lane values to the rows first .. first + 15."""
    if _is_data(rows):
        return types.void(rows, first, columns), _store_neighbours


@intrinsic
def add_rows(typing, rows, first, columns):
    """Add 8 lane values to the rows first .. first + 15: `store_rows` of what `load_rows` reads plus the columns."""
    if _is_data(rows):
        return types.void(rows, first, columns), _add_neighbours


@intrinsic
def replace_rows(typing, rows, sums, first, columns):
    """Write 8 lane values to the rows first .. first + 15, and add to those of `sums` what this changes: s - old + new."""
    if _is_data(rows) and sums.dtype == rows.dtype:
        return types.void(rows, sums, first, columns), _replace_neighbours


@intrinsic
def gather_rows(typing, rows, index, offset):
    """8 lane values: the rows index[offset .. offset + 15] of an (n, 8) array; index is int32."""
    if _is_data(rows) and index.dtype == types.int32:
        return types.UniTuple(lanes_of(rows.dtype), ROW)(rows, index, offset), _load_columns


@intrinsic
def scatter_rows(typing, rows, index, offset, columns):
    """Write 8 lane values to the rows index[offset .. offset + 15]; where two are the same row, a higher lane wins."""
    if _is_data(rows) and index.dtype == types.int32:
        return types.void(rows, index, offset, columns), _store_columns


@intrinsic
def load_piece(typing, rows, first, piece):
    """8 lane values: of the rows first .. first + 15 of an (n, 8 k) array the numbers from 8 `piece` on."""
    if _is_data(rows):
        return types.UniTuple(lanes_of(rows.dtype), ROW)(rows, first, piece), _load_columns


@intrinsic
def store_piece(typing, rows, first, piece, columns):
    """Write what `load_piece` reads."""
    if _is_data(rows):
        return types.void(rows, first, piece, columns), _store_columns


@intrinsic
def gather_piece(typing, rows, index, offset, piece):
    """8 lane values: of the rows index[offset .. offset + 15] of an (n, 8 k) array the numbers from 8 `piece` on."""
    if _is_data(rows) and index.dtype == types.int32:
        return types.UniTuple(lanes_of(rows.dtype), ROW)(rows, index, offset, piece), _load_columns


@intrinsic
def gather_half(typing, rows, index, offset, half):
    """4 lane values: of the rows index[offset .. offset + 15] of an (n, 8 k) array the numbers from 4 `half` on."""
    if _is_data(rows) and index.dtype == types.int32:
        return types.UniTuple(lanes_of(rows.dtype), HALF)(rows, index, offset, half), _load_half_columns


@intrinsic
def scatter_piece(typing, rows, index, offset, piece, columns):
    """Write what `gather_piece` reads."""
    if _is_data(rows) and index.dtype == types.int32:
        return types.void(rows, index, offset, piece, columns), _store_columns


def _slot_offsets(context, builder, sig, args):
    """Offsets of entry p's slot in [block][slot][16]: (p >> 4) * slots * 16 + slot * 16 + (p & 15), sixteen of them."""
    index = _array(context, builder, sig.args[1], args[1])
    start, slots, slot = (_offset(context, builder, args[k], sig.args[k]) for k in (2, 3, 4))
    _check(context, builder, index, start, W)
    for entry in _entries(builder, index, start):
        block = builder.mul(builder.lshr(entry, _constant(4)), slots)
        yield builder.add(builder.mul(builder.add(block, slot), _constant(W)), builder.and_(entry, _constant(W - 1)))


@intrinsic
def gather_slots(typing, blocks, index, offset, slots, slot):
    """Slot `slot` of the entries index[offset .. offset + 15] of blocks with `slots` slots; index is int32."""
    if _is_data(blocks) and index.dtype == types.int32:
        def generate(context, builder, sig, args):
            data = _array(context, builder, sig.args[0], args[0])
            value = ir.Constant(sig.return_type.vector, ir.Undefined)
            for k, at in enumerate(_slot_offsets(context, builder, sig, args)):
                _check(context, builder, data, at, 1)
                one = builder.load(builder.gep(data.data, [at]))
                value = builder.insert_element(value, one, ir.Constant(ir.IntType(32), k))
            return value
        return lanes_of(blocks.dtype)(blocks, index, offset, slots, slot), generate


@intrinsic
def scatter_slots(typing, blocks, index, offset, slots, slot, value):
    """Write to slot `slot` of the entries index[offset .. offset + 15] of blocks with `slots` slots."""
    if _is_data(blocks) and index.dtype == types.int32:
        def generate(context, builder, sig, args):
            data = _array(context, builder, sig.args[0], args[0])
            for k, at in enumerate(_slot_offsets(context, builder, sig, args)):
                _check(context, builder, data, at, 1)
                one = builder.extract_element(args[5], ir.Constant(ir.IntType(32), k))
                builder.store(one, builder.gep(data.data, [at]))
            return context.get_dummy_value()
        return types.void(blocks, index, offset, slots, slot, value), generate
