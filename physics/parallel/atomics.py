"""Atomic operations on a flat int64 array, by which threads inside kernels synchronise.

`atomic_load`, `atomic_store` and `atomic_add` order memory around them (acquire, release, both): all that a thread wrote before
its store or addition is visible to a thread that has loaded the result.  `compare_and_swap` tells whether this thread changed
the number.
"""
from __future__ import annotations

import platform
import sys

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from physics.simd.clock import X86

ARM = platform.machine().lower() in ("aarch64", "arm64")
YIELD = "SwitchToThread" if sys.platform == "win32" else "sched_yield"
ALIGNMENT = 8


def _pointer(context, builder, sig, args):
    data = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0]).data
    return builder.gep(data, [context.cast(builder, args[1], sig.args[1], types.intp)])


def _is_counters(array) -> bool:
    return isinstance(array, types.Array) and array.dtype == types.int64 and array.layout == "C"


@intrinsic
def atomic_load(typing, counters, at):
    """counters[at]; makes visible all that was written before that number was stored."""
    if _is_counters(counters):
        def generate(context, builder, sig, args):
            return builder.load_atomic(_pointer(context, builder, sig, args), "acquire", ALIGNMENT)
        return types.int64(counters, at), generate


@intrinsic
def atomic_store(typing, counters, at, number):
    """Set counters[at]; a thread that loads it sees all that was written before."""
    if _is_counters(counters):
        def generate(context, builder, sig, args):
            value = context.cast(builder, args[2], sig.args[2], types.int64)
            builder.store_atomic(value, _pointer(context, builder, sig, args), "release", ALIGNMENT)
            return context.get_dummy_value()
        return types.void(counters, at, number), generate


@intrinsic
def atomic_add(typing, counters, at, number):
    """Add to counters[at]; returns the previous number."""
    if _is_counters(counters):
        def generate(context, builder, sig, args):
            value = context.cast(builder, args[2], sig.args[2], types.int64)
            return builder.atomic_rmw("add", _pointer(context, builder, sig, args), value, "acq_rel")
        return types.int64(counters, at, number), generate


@intrinsic
def compare_and_swap(typing, counters, at, old, new):
    """Set counters[at] to `new` if it is `old`; returns whether it was."""
    if _is_counters(counters):
        def generate(context, builder, sig, args):
            before, after = (context.cast(builder, args[k], sig.args[k], types.int64) for k in (2, 3))
            pair = builder.cmpxchg(_pointer(context, builder, sig, args), before, after, "acq_rel", "acquire")
            return builder.extract_value(pair, 1)
        return types.boolean(counters, at, old, new), generate


@intrinsic
def pause(typing):
    """Tell the core that this is a spin loop."""
    def generate(context, builder, sig, args):
        if X86:
            wait = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.VoidType(), []), "llvm.x86.sse2.pause")
            builder.call(wait, [])
        elif ARM:
            number = ir.IntType(32)
            hint = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.VoidType(), [number]), "llvm.aarch64.hint")
            builder.call(hint, [ir.Constant(number, 1)])
        return context.get_dummy_value()
    return types.void(), generate


@intrinsic
def yield_core(typing):
    """Yield the core to another thread; does nothing where the system has no such call."""
    def generate(context, builder, sig, args):
        if binding.address_of_symbol(YIELD) is not None:
            system = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.IntType(32), []), YIELD)
            builder.call(system, [])
        return context.get_dummy_value()
    return types.void(), generate
