"""Fast: the four decorators as this package compiles them, see `compile.dispatchers`.

A fifth of the time that `compile.plain` takes to compile, two thirds of a small step, and the same bits.
"""
from __future__ import annotations

from physics.compile import plain
from physics.compile.dispatchers import OPTIONS, Formula, Kernel
from physics.compile.lazy_calls import fill_cells
from physics.compile.registry import KERNELS, kernel_name

__all__ = ["fill_cells", "formula", "kernel", "routine", "verb"]


def kernel(function):
    """A kernel without counting of references: ten times the time of a loop over pairs. numba refuses to allocate then."""
    compiled = KERNELS[kernel_name(function)] = Kernel(function, OPTIONS)
    return compiled


def formula(function):
    """A function that becomes part of each kernel that uses it."""
    return Formula(function, inline=True)


def routine(function):
    """A function that stays one inside each kernel that uses it."""
    return Formula(function, inline=False)


verb = plain.verb
