"""Target: what kernels are compiled for, beside numba's own target in the same process.

Kernels know what any njit function knows, from numba's own contexts of types and of code; the code generator is ours, for the
processor of `compile.level`.  Nothing of numba's is replaced.

Leans on numba.core.registry (CPUTarget, cpu_target), numba.core.base (BaseContext.subtarget) and numba.core.codegen
(JITCPUCodegen._get_host_cpu_name, ._get_host_cpu_features): a code generator with a processor of its own.  Where these are
gone `compile.plain` compiles for numba's target.
"""
from __future__ import annotations

import functools

from numba.core.codegen import JITCPUCodegen
from numba.core.registry import CPUTarget, cpu_target

from physics.compile.level import level
from physics.compile.typing_memory import RememberingContext


class KernelCodegen(JITCPUCodegen):
    """Machine code for a level instead of for the host's model."""

    def _get_host_cpu_name(self) -> str:
        return level().cpu

    def _get_host_cpu_features(self) -> str:
        return level().features


class KernelTarget(CPUTarget):
    """numba's CPU with our code generator."""

    @functools.cached_property
    def typing_context(self) -> RememberingContext:
        """What is known about types: what numba knows."""
        return RememberingContext(cpu_target.typing_context)

    @functools.cached_property
    def target_context(self):
        """What is known about code: what numba knows."""
        return cpu_target.target_context.subtarget(_internal_codegen=KernelCodegen("impulse.kernels"),
                                                   typing_context=self.typing_context)


KERNEL_TARGET = KernelTarget("cpu")
