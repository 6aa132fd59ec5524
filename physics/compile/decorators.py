"""Compiling: the `kernel`, `verb`, `formula` and `routine` decorators, and what a kernel is to Python and to other kernels."""
from __future__ import annotations

import contextlib
import functools
import inspect
import threading
from collections.abc import Callable

from numba import config, njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import make_concrete_template

import physics.compile.struct_abi  # noqa: F401 - tells numba how kernels take NamedTuples
from physics.compile.cache import module_folder
from physics.compile.compiler import FormulaCompiler, KernelCompiler
from physics.compile.fast_dispatch import Description, comparison
from physics.compile.lazy_calls import CELLS, KERNELS, Link, call_through_cell, returned

REMEMBERED = 4                                  # kinds of arguments of a kernel
OPTIONS = {"pipeline_class": KernelCompiler, "nogil": True, "_nrt": False, "no_cfunc_wrapper": True, "error_model": "numpy",
           "boundscheck": False}                # of kernels

MAKING = threading.Lock()                       # one cache at a time: where it lies is told through numba's one setting


class _CalleeCacheImpl(CompileResultCacheImpl):
    """Callees have files of their own: the same function is there for Python as well."""

    def get_filename_base(self, fullname, abiflags):
        """Name of the files in the cache."""
        return "callee-" + super().get_filename_base(fullname, abiflags)


class _Cache(FunctionCache):
    """Loads code without the libraries that numba loads to compile."""

    def load_overload(self, sig, target_context):
        """The compiled function for these types, or None."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


class _CalleeCache(_Cache):
    _impl_class = _CalleeCacheImpl


class Kept(CPUDispatcher):
    """Keeps what it compiles in the folder of its module; looks for that folder when it is first needed."""

    cache_class = _Cache

    def compile(self, sig):
        """Compile for these types of arguments, or load from the cache."""
        if isinstance(self._cache, NullCache):
            with MAKING:
                before = config.CACHE_DIR
                # numba reads it when the cache is made
                config.CACHE_DIR = str(module_folder(self.py_func))
                try:
                    self._cache = self.cache_class(self.py_func)
                finally:
                    config.CACHE_DIR = before
        return super().compile(sig)


class Callee(Kept):
    """A kernel as other kernels call it: without an entry for Python."""

    cache_class = _CalleeCache

    def add_overload(self, compiled) -> None:
        """Tell callers the address."""
        arguments = tuple(compiled.signature.args)
        if compiled.signature.return_type != returned(self.py_func):
            raise TypeError(f"{self.py_func.__qualname__} returns {compiled.signature.return_type}: say so, with -> int")
        self.overloads[arguments] = compiled
        cell = CELLS[Link(kernel_name(self.py_func), arguments)()]
        cell.address.value = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


class Kernel(Kept):
    """A kernel as Python calls it, see `compile.fast_dispatch`; kernels call its `callee`, see `compile.lazy_calls`."""

    known: tuple[tuple[Description, Callable], ...] = ()     # arguments that were there, and where they go

    def __call__(self, *arguments):
        """Do it."""
        alike = comparison()
        for description, enter in self.known:
            if alike(arguments, description.address):
                return enter(*arguments)
        result = super().__call__(*arguments)
        self._remember(arguments)
        return result

    def _remember(self, arguments: tuple) -> None:
        """Where calls with such arguments go; those that need conversions go the usual way."""
        compiled = self.overloads.get(tuple(self.typeof_pyval(each) for each in arguments))
        with contextlib.suppress(TypeError):
            if compiled is not None:
                self.known = ((Description(arguments), compiled.entry_point), *self.known[:REMEMBERED - 1])

    @functools.cached_property
    def callee(self) -> Callee:
        """The same for callers that are kernels."""
        compiled = njit(self.py_func, no_cpython_wrapper=True, **OPTIONS)
        compiled.__class__ = Callee
        return compiled

    @functools.cached_property
    def entries(self) -> dict:
        """(what stands for the code of a call, its signature) by types of arguments."""
        return {}

    def get_call_template(self, args, kws):
        """For the typing of a kernel that calls this one: only what goes in and what comes out."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(types.unliteral(each) for each in args)
        if args not in self.entries:
            key, takes, implementation = call_through_cell(Link(kernel_name(self.py_func), args), returned(self.py_func))
            self.targetctx._defns[key].append(implementation, implementation.signature)
            self.entries[args] = key, takes
        template = make_concrete_template(f"Call({self.py_func.__name__})", self.py_func.__name__, [self.entries[args][1]])
        return template, pysig, args, {}

    def get_overload(self, sig):
        """What stands for the code that calls this kernel."""
        return self.entries[tuple(normalize_signature(sig)[0])][0]


def kernel_name(function) -> str:
    """module.name, without `physics`."""
    return f"{function.__module__.removeprefix('physics.')}.{function.__name__}"


def kernel(function):
    """Compile a function on arrays: nogil, cached, IEEE arithmetic as written (never fastmath).

    `_nrt=False`: no counting of references (atomic additions around every use of an array in a NamedTuple, ten times
    the time of a loop over pairs) and no allocation, which a kernel must not do anyway: numba refuses it.
    """
    compiled = njit(signed(function), **OPTIONS)
    compiled.__class__ = Kernel
    KERNELS[kernel_name(function)] = compiled
    return compiled


class Formula(CPUDispatcher):
    """A function that is only ever inlined: there are no entry points and no machine code of it, see `compile.compiler`.

    Called from Python, as tests do, it is compiled once more as an ordinary function.
    """

    @functools.cached_property
    def ordinary(self):
        return njit(self.py_func, error_model="numpy", boundscheck=False)

    @functools.cached_property
    def templates(self) -> dict:
        """What typing is told, by types of arguments."""
        return {}

    def add_overload(self, compiled) -> None:
        self.overloads[tuple(compiled.signature.args)] = compiled

    def get_call_template(self, args, kws):
        """For the typing of what calls this: its one signature for these types, whatever numbers are written there."""
        args = tuple(types.unliteral(each) for each in args)
        key = args, tuple(kws.items())
        if key not in self.templates:
            _, pysig, folded, kws = super().get_call_template(args, kws)
            signature = self.overloads[tuple(folded)].signature
            name = self.py_func.__name__
            self.templates[key] = make_concrete_template(f"Call({name})", name, [signature]), pysig, folded, kws
        return self.templates[key]

    def _compile_for_args(self, *args, **kws):
        return self.ordinary


def signed(function):
    """The same function, which carries its signature: numba looks for it twice, in hundreds of them."""
    function.__signature__ = inspect.signature(function)
    return function


def _part(function, inline: bool):
    compiled = njit(signed(function), pipeline_class=FormulaCompiler, nogil=True, forceinline=inline, _nrt=False,
                    error_model="numpy", boundscheck=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    compiled.__class__ = Formula
    return compiled


def formula(function):
    """A small function on scalars or lanes, inlined into the kernels that use it."""
    return _part(function, inline=True)


def routine(function):
    """A formula that stays one function inside each kernel that uses it, for what stands in many places and seldom runs."""
    return _part(function, inline=False)


def verb(function):
    """A kernel that is a loop over other kernels: numba puts its text into the one that calls it.

    So it needs no compiling by itself, and no call.
    """
    return njit(function, nogil=True, inline="always", _nrt=False, error_model="numpy", boundscheck=False)
