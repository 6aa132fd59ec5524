"""The code that numba writes, in a third of the instructions: numbers of arrays, loops by one, division by powers of two.

numba takes an array apart into memory, with all that slices could need, whenever one number of it is read or written; and it
counts with divisions, whatever the step.  LLVM throws most of that away again, after somebody has built, printed, parsed and
linked it: one instruction in four of all kernels.  What is left in the end is the same.
"""
from __future__ import annotations

import operator
from collections.abc import Callable

from llvmlite import ir
from numba.core import cgutils, types

STOP, STEP = 1, 2                                # in numba's range objects, behind where it starts
PLACE, LEFT = 0, 3                               # in its iterators: addresses of the next number and of how many are left
Code = Callable[..., object]


def member(context, kind: types.Type, name: str) -> int:
    """Where a part of numba's structures is."""
    return context.data_model_manager[kind].get_field_position(name)


def _address(context, builder, sig, args):
    """Where a number of an array of contiguous rows lies; the first two arguments are the array and the index."""
    (kind, index_kind), (value, at) = sig.args[:2], args[:2]
    tupled = isinstance(index_kind, types.BaseTuple)
    kinds = index_kind.types if tupled else (index_kind,)
    numbers = [builder.extract_value(at, axis) for axis in range(kind.ndim)] if tupled else [at]
    shape, place = member(context, kind, "shape"), None
    for axis, (number_kind, number) in enumerate(zip(kinds, numbers)):
        known = isinstance(number, ir.Constant) and number_kind == types.int64 and number.constant >= 0
        length = None if axis == 0 and known else builder.extract_value(value, (shape, axis))
        number = number if known else _from_front(context, builder, number_kind, number, length)
        place = number if place is None else builder.add(builder.mul(place, length), number)
    return builder.gep(builder.extract_value(value, member(context, kind, "data")), [place])


def _from_front(context, builder, kind, number, length):
    """An index as it is, or where it is negative counted from the end."""
    if not kind.signed:
        return context.cast(builder, number, kind, types.uintp)
    number = context.cast(builder, number, kind, types.intp)
    return builder.select(builder.icmp_signed("<", number, number.type(0)), builder.add(number, length), number)


def _alignment(array: types.Array) -> int | None:
    return None if array.aligned else 1


def _read(context, builder, sig, args):
    kind, place = sig.args[0], _address(context, builder, sig, args)
    return context.unpack_value(builder, kind.dtype, place, align=_alignment(kind))


def _write(context, builder, sig, args):
    kind, place = sig.args[0], _address(context, builder, sig, args)
    value = context.cast(builder, args[2], sig.args[2], kind.dtype)
    context.pack_value(builder, kind.dtype, value, place, align=_alignment(kind))


def _power(value) -> int:
    """The exponent of a divisor that is a power of two."""
    number = value.constant if isinstance(value, ir.Constant) else 0
    if number <= 0 or number & (number - 1):
        raise NotImplementedError
    return number.bit_length() - 1


def _divide(context, builder, sig, args):
    return builder.ashr(args[0], args[1].type(_power(args[1])))


def _remainder(context, builder, sig, args):
    return builder.and_(args[0], args[1].type((1 << _power(args[1])) - 1))


def _one_number(sig) -> bool:
    """Whether an index picks one number of an array of numbers in contiguous rows."""
    array, index = sig.args[:2]
    if not (isinstance(array, types.Array) and array.layout == "C" and isinstance(array.dtype, (types.Integer, types.Float))):
        return False
    kinds = index.types if isinstance(index, types.BaseTuple) else (index,)
    return len(kinds) == array.ndim and all(isinstance(kind, types.Integer) for kind in kinds)


def _range(context, builder, sig, args):
    """range(stop) or range(start, stop); it is remembered that the step is one."""
    number = context.get_value_type(sig.args[0])
    made = ir.Constant(ir.LiteralStructType([number] * 3), [number(0), number(0), number(1)])
    for place, bound in enumerate(args, STOP + 1 - len(args)):
        made = builder.insert_value(made, bound, place)
    made.counts_by_one = True
    return made


def _begin(context, builder, sig, args):
    """The iterator of a range that counts by one: it begins with as many numbers left as lie between its ends."""
    [counted] = args
    if not getattr(counted, "counts_by_one", False):
        raise NotImplementedError
    start, stop = builder.extract_value(counted, 0), builder.extract_value(counted, STOP)
    place, left = (cgutils.alloca_once(builder, start.type) for _ in range(2))
    builder.store(start, place)
    builder.store(builder.sub(stop, start), left)
    made = ir.Constant(context.get_value_type(sig.return_type), ir.Undefined)
    for index, value in ((PLACE, place), (STOP, stop), (STEP, start.type(1)), (LEFT, left)):
        made = builder.insert_value(made, value, index)
    return made


def _next(context, builder, sig, args):
    """(number, whether there is one) of an iterator over a range."""
    place, left = (builder.extract_value(args[0], index) for index in (PLACE, LEFT))
    count, number = builder.load(left), builder.load(place)
    more = builder.icmp_signed(">", count, count.type(0))
    with builder.if_then(more):
        builder.store(builder.sub(count, count.type(1), flags=["nsw"]), left)
        builder.store(builder.add(number, builder.extract_value(args[0], STEP)), place)
    pair = ir.Constant(context.get_value_type(sig.return_type), ir.Undefined)
    return builder.insert_value(builder.insert_value(pair, number, 0), more, 1)


def short_code(key: object, sig) -> Code | None:
    """What writes the code of a call, or None where numba's has to do."""
    if key in (operator.getitem, operator.setitem):
        return (_read if key is operator.getitem else _write) if _one_number(sig) else None
    if key in (operator.floordiv, operator.mod):
        return (_divide if key is operator.floordiv else _remainder) if sig.args == (types.int64, types.int64) else None
    if key is range:
        return _range if len(sig.args) < 3 else None
    if key == "iternext":
        return _next if isinstance(sig.args[0], types.RangeIteratorType) else None
    return _begin if key == "getiter" and isinstance(sig.args[0], types.RangeType) else None
