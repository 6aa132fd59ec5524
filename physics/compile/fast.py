"""Fast: the four decorators by the compiler of this package, see `compile.dispatchers`.

Against `compile.plain`: a fifth of the compile time, two thirds of the time of a small step, the same bits.
"""
from __future__ import annotations

from physics.compile import plain
from physics.compile.dispatchers import OPTIONS, Formula, Kernel
from physics.compile.interpreter_lock import keep_lock, stop_keeping
from physics.compile.lazy_calls import fill_cells
from physics.compile.records.forgetting import forget_records
from physics.compile.records.made_inside import record_over
from physics.compile.registry import KERNELS, kernel_name

__all__ = ["fill_cells", "forget_records", "formula", "keep_lock", "kernel", "record_over", "routine",
           "stop_keeping", "verb"]


def kernel(function):
    """A kernel without reference counting, which makes a loop over pairs ten times slower; numba then refuses allocations."""
    compiled = KERNELS[kernel_name(function)] = Kernel(function, OPTIONS)
    return compiled


def formula(function):
    """A function inlined into each kernel that uses it."""
    return Formula(function, inline=True)


def routine(function):
    """A function that is called inside each kernel that uses it."""
    return Formula(function, inline=False)


verb = plain.verb
