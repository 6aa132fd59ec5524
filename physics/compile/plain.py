"""Plain: kernels by numba's public interface alone; `IMPULSE_COMPILE=plain` selects it.

A kernel is a Python function on numpy arrays, numbers and NamedTuples of these, which numba compiles at the first call with
arguments of given types.  It runs without the interpreter lock, allocates nothing and writes only what its docstring says.
Arithmetic is IEEE, as written: nothing is reassociated or fused, division by zero gives what numpy gives, indices are not
checked.  Kernels call kernels, and are made of

    formula     a small function on numbers or on sixteen lanes, inlined at each use
    routine     one that stays a called function, because it has many uses and seldom runs
    verb        a loop over kernels, whose source numba inlines into the kernel that calls it

Lanes are a numba type with operators and intrinsics by numba's extension API, see `physics.simd`.  The other files of this
package only save time: the state of a world after any number of steps has the same bits either way.  numba's own cache keeps
each kernel, in the folder that `compile.cache` names after all its sources.
"""
from __future__ import annotations

from numba import config, njit

from physics.compile.cache import folder_to_write, own_files_only
from physics.compile.registry import KERNELS, kernel_name

IEEE = {"nogil": True, "error_model": "numpy", "boundscheck": False}


def kernel(function):
    """A cached function on arrays; numba reads the cache folder when the decorator runs."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(own_files_only(folder_to_write(function)))
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
    """A loop over kernels, inlined as source."""
    return njit(function, inline="always", **IEEE)


def fill_cells(*_wanted) -> None:
    """Do nothing: numba compiles a kernel with all that it calls."""


def keep_lock() -> None:
    """Do nothing: numba's entries always release the interpreter lock, short kernels as well."""


def stop_keeping() -> None:
    """Do nothing, as `keep_lock`."""


def forget_records() -> None:
    """Do nothing: nothing is known of the arguments of the last call."""


def record_over(words, like):
    """There are none: NamedTuples are passed by value.  Kernels that need this are not called, see `pipeline.steady_run`."""
    raise NotImplementedError
