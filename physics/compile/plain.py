"""Plain: what a kernel is, in numba's public words alone; `IMPULSE_COMPILE=plain` runs on this.

A kernel is a Python function on numpy arrays, numbers and NamedTuples of these, which numba makes machine code of when it is
first called with arguments of some types.  It runs without the interpreter lock, allocates nothing and writes what its
docstring says.  Arithmetic is IEEE's, as written: nothing is reassociated or fused, division by zero gives what numpy gives,
indices are not checked.  Kernels call kernels, and are made of

    formula     a small function on numbers or on sixteen lanes, inlined wherever it stands
    routine     one that stays a function, since it stands in many places and seldom runs
    verb        a loop over kernels, whose text numba puts into the kernel that calls it

Lanes are numba's too: a type with operators and intrinsics by its extension API, see `physics.simd`.  What the rest of this room
adds saves time alone: the state of a world after any number of steps has the same bits either way.  Each kernel is kept by
numba's own cache, in the folder that `compile.cache` names by all that it is made of.
"""
from __future__ import annotations

from numba import config, njit

from physics.compile.cache import folder_to_write
from physics.compile.registry import KERNELS, kernel_name

IEEE = {"nogil": True, "error_model": "numpy", "boundscheck": False}


def kernel(function):
    """Compile a function on arrays, and keep it; numba reads where when the decorator runs."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder_to_write(function))
    try:
        compiled = KERNELS[kernel_name(function)] = njit(function, cache=True, **IEEE)
    finally:
        config.CACHE_DIR = before
    return compiled


def formula(function):
    """A small function on scalars or lanes, inlined into the kernels that use it."""
    return njit(function, forceinline=True, **IEEE)


def routine(function):
    """A function inside the kernels that use it."""
    return njit(function, **IEEE)


def verb(function):
    """A loop over kernels, inlined as text."""
    return njit(function, inline="always", **IEEE)


def fill_cells(*_wanted) -> None:
    """Nothing: numba compiles a kernel with all that it calls."""
