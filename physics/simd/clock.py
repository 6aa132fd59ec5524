"""A clock that kernels can read: CPU ticks, for shares of time inside one kernel call.

The length of a tick differs between machines; `views.profile` scales the shares to the wall clock of the call.
"""
from __future__ import annotations

import platform

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

X86 = platform.machine().lower() in ("x86_64", "amd64", "i386", "i686")
COUNTER = "llvm.readcyclecounter" if X86 else "llvm.readsteadycounter"    # the former is privileged on ARM


@intrinsic
def ticks(typing):
    """Ticks since some fixed moment, int64."""
    def generate(context, builder, sig, args):
        function_type = ir.FunctionType(ir.IntType(64), [])
        return builder.call(cgutils.get_or_insert_function(builder.module, function_type, COUNTER), [])
    return types.int64(), generate
