"""Records that kernels make for kernels that they call: over numbers in an array, so that they are addresses like all records.

A NamedTuple that a kernel makes is a value, of another type than the record of the same class that Python passes; a kernel that
takes the latter would be compiled once more for the former.

Uses numba.extending.intrinsic and numba.core.base (BaseContext.make_array), and the type `Record` of `struct_abi`.  Without these
`compile.plain` has no such records, nor a kernel that needs them.
"""
from __future__ import annotations

from numba import types
from numba.extending import intrinsic

from physics.compile.records.struct_abi import Record
from physics.compile.records.unpacking import WORDS


@intrinsic
def record_over(typing, words, like):
    """The record of the type of `like` whose fields, whole numbers, are those of the int64 array `words`.

    The caller must not change the numbers while a kernel runs that it was given to, and must not read its fields itself.
    """
    if isinstance(like, Record) and all(each == types.int64 for each in like.types) and words == types.int64[::1]:
        def generate(context, builder, sig, args):
            data = context.make_array(sig.args[0])(context, builder, args[0]).data
            return builder.bitcast(data, WORDS)
        return like(words, like), generate
