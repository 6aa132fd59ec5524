"""Target: the numba target of kernels, beside numba's own in the same process.

It uses numba's own typing and target contexts, so kernels support what any njit function does; only the code generator is its
own, for the processor of `compile.level`.  Nothing of numba is replaced.

Uses numba.core.registry (CPUTarget, cpu_target), numba.core.base (BaseContext.subtarget) and numba.core.codegen
(JITCPUCodegen._get_host_cpu_name, ._get_host_cpu_features): a code generator for a given processor.  Without these
`compile.plain` compiles for numba's target.
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
    """numba's CPU target with another code generator."""

    @functools.cached_property
    def typing_context(self) -> RememberingContext:
        """numba's typing context, with a memory."""
        return RememberingContext(cpu_target.typing_context)

    @functools.cached_property
    def target_context(self):
        """numba's target context, with the code generator of kernels."""
        return cpu_target.target_context.subtarget(_internal_codegen=KernelCodegen("impulse.kernels"),
                                                   typing_context=self.typing_context)


KERNEL_TARGET = KernelTarget("cpu")
