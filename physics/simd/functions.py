"""Functions of scalars or lanes: `select minimum maximum sqrt absolute floor fma full_like nowhere`, and functions of lanes
alone: `any_lane`, `lane_bits`, `lane`, `greatest_lane`.

A plain number among the arguments is converted to the type of the lanes beside it.  `minimum(a, b)` is `a if a < b else b`, so
a NaN in `a` gives `b`.  `sqrt` and `fma` are the exactly rounded IEEE operations, the same on every CPU that has them.
"""
from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from physics.simd.value import MASK, NUMBERS, Lanes, W, as_type


def _common(*arguments):
    """The common type of the arguments: the lane type among them, else the widest float."""
    for argument in arguments:
        if isinstance(argument, Lanes):
            return argument
    floats = [a for a in arguments if isinstance(a, types.Float)]
    return max(floats, key=lambda f: f.bitwidth) if floats else types.float64


def _numeric(*arguments) -> bool:
    return all(isinstance(a, NUMBERS) or isinstance(a, Lanes) and a is not MASK for a in arguments)


def _call(builder, name: str, value_type, arguments):
    """Call an LLVM intrinsic of one type, e.g. llvm.fma.v16f32."""
    if isinstance(value_type, ir.VectorType):
        suffix = f"v{W}f{32 if isinstance(value_type.element, ir.FloatType) else 64}"
    else:
        suffix = "f32" if isinstance(value_type, ir.FloatType) else "f64"
    function_type = ir.FunctionType(value_type, [value_type] * len(arguments))
    function = cgutils.get_or_insert_function(builder.module, function_type, f"llvm.{name}.{suffix}")
    return builder.call(function, arguments)


def _elementwise(emit):
    """Code generator that first converts all arguments to the return type."""
    def generate(context, builder, sig, args):
        values = [as_type(context, builder, v, t, sig.return_type) for v, t in zip(args, sig.args)]
        return emit(builder, context.get_value_type(sig.return_type), values)
    return generate


@intrinsic
def sqrt(typing, a):
    """Square root."""
    if _numeric(a):
        return _common(a)(a), _elementwise(lambda builder, value_type, v: _call(builder, "sqrt", value_type, v))


@intrinsic
def absolute(typing, a):
    """Absolute value."""
    if _numeric(a):
        return _common(a)(a), _elementwise(lambda builder, value_type, v: _call(builder, "fabs", value_type, v))


@intrinsic
def floor(typing, a):
    """The greatest whole number that is not greater."""
    if _numeric(a):
        return _common(a)(a), _elementwise(lambda builder, value_type, v: _call(builder, "floor", value_type, v))


@intrinsic
def fma(typing, a, b, c):
    """a * b + c with one rounding."""
    if _numeric(a, b, c):
        return _common(a, b, c)(a, b, c), _elementwise(lambda builder, value_type, v: _call(builder, "fma", value_type, v))


@intrinsic
def minimum(typing, a, b):
    """The lesser; b where either is NaN."""
    if _numeric(a, b):
        return _common(a, b)(a, b), _elementwise(
            lambda builder, value_type, v: builder.select(builder.fcmp_ordered("<", *v), *v))


@intrinsic
def maximum(typing, a, b):
    """The greater; b where either is NaN."""
    if _numeric(a, b):
        return _common(a, b)(a, b), _elementwise(
            lambda builder, value_type, v: builder.select(builder.fcmp_ordered(">", *v), *v))


@intrinsic
def select(typing, condition, a, b):
    """a where the condition (mask or bool) holds, else b; a and b numbers or both masks."""
    if a is MASK and b is MASK:
        common = MASK
    elif _numeric(a, b):
        common = _common(a, b)
        if condition is MASK and not isinstance(common, Lanes):
            return None
    else:
        return None

    def generate(context, builder, sig, args):
        chosen, other = (as_type(context, builder, v, t, sig.return_type) for v, t in zip(args[1:], sig.args[1:]))
        return builder.select(args[0], chosen, other)
    return common(condition, a, b), generate


@intrinsic
def full_like(typing, like, number):
    """`number` in every lane of a value of the type of `like` (scalar: the number as its type)."""
    if _numeric(like) and isinstance(number, NUMBERS):
        def generate(context, builder, sig, args):
            return as_type(context, builder, args[1], sig.args[1], sig.return_type)
        return _common(like)(like, number), generate


@intrinsic
def nowhere(typing, like):
    """A mask that holds in no lane beside lanes like `like`; False beside a scalar."""
    if _numeric(like):
        mask = MASK if isinstance(like, Lanes) else types.boolean
        return mask(like), lambda context, builder, sig, args: context.get_constant_null(sig.return_type)


@intrinsic
def any_lane(typing, mask):
    """True when the mask holds in at least one lane."""
    if mask is MASK:
        def generate(context, builder, sig, args):
            bits = builder.bitcast(args[0], ir.IntType(W))
            return builder.icmp_unsigned("!=", bits, ir.Constant(ir.IntType(W), 0))
        return types.boolean(mask), generate
    if isinstance(mask, types.Boolean):
        return types.boolean(mask), lambda context, builder, sig, args: args[0]


@intrinsic
def lane_bits(typing, mask):
    """The mask as an integer, lane 0 in bit 0."""
    if mask is MASK:
        def generate(context, builder, sig, args):
            return builder.zext(builder.bitcast(args[0], ir.IntType(W)), ir.IntType(64))
        return types.int64(mask), generate


@intrinsic
def trailing_zeros(typing, bits):
    """Number of the lowest set bit of a 64 bit integer; 64 when none is set."""
    if isinstance(bits, types.Integer) and bits.bitwidth == 64:
        def generate(context, builder, sig, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))
        return types.int64(bits), generate


@intrinsic
def lane(typing, value, number):
    """One lane of a value as a scalar."""
    if isinstance(value, Lanes) and isinstance(number, types.Integer):
        def generate(context, builder, sig, args):
            position = context.cast(builder, args[1], sig.args[1], types.int32)
            return builder.extract_element(args[0], position)
        return value.scalar(value, number), generate


@intrinsic
def greatest_lane(typing, value):
    """The greatest of the sixteen numbers as a scalar; of lanes without NaN."""
    if isinstance(value, Lanes) and value is not MASK:
        def generate(context, builder, sig, args):
            rest, width = args[0], W
            while width > 1:                             # the lower half against the upper one
                width //= 2
                low, high = (builder.shuffle_vector(rest, rest, _places(first, width)) for first in (0, width))
                rest = builder.select(builder.fcmp_ordered(">", low, high), low, high)
            return builder.extract_element(rest, ir.Constant(ir.IntType(32), 0))
        return value.scalar(value), generate


def _places(first: int, count: int):
    """Neighbouring places of a vector, for a shuffle."""
    return ir.Constant(ir.VectorType(ir.IntType(32), count), list(range(first, first + count)))
