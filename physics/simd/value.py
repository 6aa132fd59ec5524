"""The lane value: sixteen numbers of one element type that a kernel handles as one value.

A `Lanes` is a numba type ("f32", "f64" or "mask" elements, always W = 16 wide) whose machine form is one LLVM vector.
`+ - * /`, comparisons, `& | ~` and unary minus work between lanes, and between lanes and plain numbers, which are spread over all
lanes.  Nothing is fused or reassociated implicitly: a fused multiply-add is written `fma`.
"""
from __future__ import annotations

import operator

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model

W = 16                                          # lanes per value, and the block width of every array in storage

ELEMENTS = {"f32": ir.FloatType(), "f64": ir.DoubleType(), "mask": ir.IntType(1)}
NUMBERS = (types.Float, types.Integer)          # plain numbers that spread over lanes


class Lanes(types.Type):
    """Sixteen values of one element."""

    def __init__(self, element: str):
        self.element = element
        super().__init__(name=f"{element}x{W}")

    @property
    def vector(self) -> ir.VectorType:
        """The LLVM type."""
        return ir.VectorType(ELEMENTS[self.element], W)

    @property
    def scalar(self) -> types.Type:
        """The numba type of one lane."""
        return {"f32": types.float32, "f64": types.float64, "mask": types.boolean}[self.element]


@register_model(Lanes)
class LanesModel(models.PrimitiveModel):
    """A lane value is one LLVM vector: one vector register, or several where the CPU's are narrower."""

    def __init__(self, manager, lanes):
        super().__init__(manager, lanes, lanes.vector)


F32, F64, MASK = Lanes("f32"), Lanes("f64"), Lanes("mask")


def lanes_of(dtype: types.Type) -> Lanes:
    """The lane type for arrays of this dtype."""
    return {types.float32: F32, types.float64: F64}[dtype]


def spread(builder, value, vector: ir.VectorType):
    """One number in all lanes."""
    undefined = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(undefined, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(ir.IntType(32), W), [0] * W))


def as_type(context, builder, value, source, target):
    """`value` of numba type `source` as `target`, which is a lane type or a plain number."""
    if isinstance(source, Lanes):
        return value
    if isinstance(target, Lanes):
        return spread(builder, context.cast(builder, value, source, target.scalar), target.vector)
    return context.cast(builder, value, source, target)


def _numeric_pair(a, b):
    """The lane type of an arithmetic pair of which at least one is lanes, or None."""
    for lanes, other in ((a, b), (b, a)):
        if isinstance(lanes, Lanes) and lanes is not MASK and (other == lanes or isinstance(other, NUMBERS)):
            return lanes
    return None


def _lower(operation, implementation):
    lower_builtin(operation, Lanes, Lanes)(implementation)
    for number in NUMBERS:
        lower_builtin(operation, Lanes, number)(implementation)
        lower_builtin(operation, number, Lanes)(implementation)


def _arithmetic(operation, instruction: str):
    @infer_global(operation)
    class Typing(AbstractTemplate):
        def generic(self, args, kws):
            lanes = _numeric_pair(*args) if len(args) == 2 else None
            return signature(lanes, *args) if lanes else None

    def implementation(context, builder, sig, args):
        a, b = (as_type(context, builder, v, t, sig.return_type) for v, t in zip(args, sig.args))
        return getattr(builder, instruction)(a, b)

    _lower(operation, implementation)


def _comparison(operation, sign: str):
    @infer_global(operation)
    class Typing(AbstractTemplate):
        def generic(self, args, kws):
            lanes = _numeric_pair(*args) if len(args) == 2 else None
            return signature(MASK, *args) if lanes else None

    def implementation(context, builder, sig, args):
        lanes = _numeric_pair(*sig.args)
        a, b = (as_type(context, builder, v, t, lanes) for v, t in zip(args, sig.args))
        return builder.fcmp_ordered(sign, a, b)

    _lower(operation, implementation)


def _mask_logic(operation, instruction: str):
    @infer_global(operation)
    class Typing(AbstractTemplate):
        def generic(self, args, kws):
            return signature(MASK, MASK, MASK) if tuple(args) == (MASK, MASK) else None

    @lower_builtin(operation, Lanes, Lanes)
    def implementation(context, builder, sig, args):
        return getattr(builder, instruction)(*args)


def _unary(operation, allowed, instruction: str):
    @infer_global(operation)
    class Typing(AbstractTemplate):
        def generic(self, args, kws):
            return signature(args[0], args[0]) if len(args) == 1 and args[0] in allowed else None

    @lower_builtin(operation, Lanes)
    def implementation(context, builder, sig, args):
        return getattr(builder, instruction)(args[0])


for _operation, _instruction in ((operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul"),
                                 (operator.truediv, "fdiv")):
    _arithmetic(_operation, _instruction)
for _operation, _sign in ((operator.lt, "<"), (operator.gt, ">"), (operator.le, "<="), (operator.ge, ">="),
                          (operator.eq, "=="), (operator.ne, "!=")):
    _comparison(_operation, _sign)
_mask_logic(operator.and_, "and_")
_mask_logic(operator.or_, "or_")
_unary(operator.neg, (F32, F64), "fneg")
_unary(operator.invert, (MASK,), "not_")
