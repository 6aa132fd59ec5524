"""Packing selected lanes, and unpacking them: `store_packed load_unpacked`; masks as bits: `mask_of count_bits lowest_bits`.

    mask            . x . . x x . .
    numbers         a b c d e f g h        store_packed     b e f
    b e f           - b - - e f - -        load_unpacked    ( - is the lane of another value)

One instruction each with AVX-512, lane by lane elsewhere.
"""
from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from physics.compile.decorators import formula
from physics.simd.memory import _array, _check, _item_size, _neighbours, _offset, _vector_pointer
from physics.simd.value import MASK, Lanes, W, lanes_of

BITS = ir.IntType(64)
REGISTER = 64                                    # bytes of a vector register of AVX-512
LETTERS = {types.float32: "f32", types.float64: "f64", types.int32: "i32"}


def _lanes_type(dtype) -> ir.VectorType:
    return ir.VectorType(ir.IntType(32), W) if dtype == types.int32 else lanes_of(dtype).vector


def _is_packable(array) -> bool:
    return isinstance(array, types.Array) and array.dtype in LETTERS and array.layout == "C"


def _part(sig, *places: int):
    return types.void(*(sig.args[k] for k in places))


def _packs(context) -> bool:
    """Whether the target processor has an instruction for it."""
    return "+avx512f" in context.codegen()._tm_features.split(",")


def _pack_registers(builder, dtype, whole, mask, place):
    """Pack one vector register at a time: LLVM would pack more than one through the stack."""
    size = dtype.bitwidth // 8
    width = min(W, REGISTER // size)
    name = f"llvm.experimental.vector.compress.v{width}{LETTERS[dtype]}"
    for begin in range(0, W, width):
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(begin, begin + width)))
        part, chosen = builder.shuffle_vector(whole, whole, lanes), builder.shuffle_vector(mask, mask, lanes)
        kind = ir.FunctionType(part.type, (part.type, chosen.type, part.type))
        packed = builder.call(cgutils.get_or_insert_function(builder.module, kind, name), (part, chosen, part))
        builder.store(packed, builder.bitcast(place, part.type.as_pointer()), align=size)
        if begin + width < W:
            bits = builder.zext(builder.bitcast(chosen, ir.IntType(width)), BITS)
            place = builder.gep(place, [builder.ctpop(bits)])


def _pack_one_by_one(builder, dtype, whole, mask, place):
    """Write each lane; the next one overwrites a lane that is not in the mask."""
    for k in range(W):
        number = ir.Constant(ir.IntType(32), k)
        builder.store(builder.extract_element(whole, number), place, align=dtype.bitwidth // 8)
        place = builder.gep(place, [builder.zext(builder.extract_element(mask, number), BITS)])


@intrinsic
def store_packed(typing, target, offset, source, start, mask):
    """Of the sixteen numbers of the flat array `source` from `start` on, write those in the mask to `target` without gaps, from
    `offset` on.  Sixteen numbers are written: those after the packed ones are any of the sixteen."""
    if _is_packable(target) and source.dtype == target.dtype and mask is MASK:
        def generate(context, builder, sig, args):
            vector, size = _lanes_type(sig.args[0].dtype), _item_size(sig.args[0])
            whole = builder.load(_neighbours(context, builder, _part(sig, 2, 3), args[2:4], vector), align=size, typ=vector)
            there = _neighbours(context, builder, _part(sig, 0, 1), args[:2], vector)
            builder.store(whole, there, align=size)
            pack = _pack_registers if _packs(context) else _pack_one_by_one
            pack(builder, sig.args[0].dtype, whole, args[4], builder.bitcast(there, vector.element.as_pointer()))
            return context.get_dummy_value()
        return types.void(target, offset, source, start, mask), generate


@intrinsic
def load_unpacked(typing, array, offset, mask, other):
    """Fill the lanes in the mask with the numbers of the flat array from `offset` on, in order, the others from `other`.

    Only as many numbers as the mask has lanes are read.
    """
    if _is_packable(array) and isinstance(other, Lanes) and other == lanes_of(array.dtype) and mask is MASK:
        def generate(context, builder, sig, args):
            data, vector = _array(context, builder, sig.args[0], args[0]), sig.return_type.vector
            at = _offset(context, builder, args[1], sig.args[1])
            _check(context, builder, data, at, 0)
            pointer = _vector_pointer(builder, data, at, vector.element)
            name = f"llvm.masked.expandload.v{W}{LETTERS[sig.args[0].dtype]}"
            kind = ir.FunctionType(vector, (pointer.type, args[2].type, vector))
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), (pointer, args[2], args[3]))
        return other(array, offset, mask, other), generate


@intrinsic
def mask_of(typing, bits):
    """The mask whose lane k is bit k of an integer."""
    if isinstance(bits, types.Integer) and bits.bitwidth == BITS.width:
        def generate(context, builder, sig, args):
            return builder.bitcast(builder.trunc(args[0], ir.IntType(W)), MASK.vector)
        return MASK(bits), generate


@intrinsic
def count_bits(typing, bits):
    """How many bits of an integer are set."""
    if isinstance(bits, types.Integer) and bits.bitwidth == BITS.width:
        return types.int64(bits), lambda context, builder, sig, args: builder.ctpop(args[0])


@formula
def lowest_bits(bits, count):
    """The lowest `count` set bits."""
    rest = bits
    for _ in range(count):
        rest &= rest - 1
    return bits ^ rest
