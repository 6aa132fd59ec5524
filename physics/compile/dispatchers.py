"""Dispatchers: how Python and other kernels call kernels and formulas.

Uses numba.core.registry.CPUDispatcher (targetdescr, _cache, _compiler, compile, add_overload, get_overload,
get_call_template, typeof_pyval, _compile_for_args, _types_active_call), numba.core.sigutils.normalize_signature,
numba.core.typing.templates.make_concrete_template and numba.core.base (BaseContext._defns).  Without these
`compile.plain` uses numba's own dispatchers.
"""
from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable

from numba import types
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import make_concrete_template

from physics.compile import plain
from physics.compile.code_files import CodeFiles
from physics.compile.compiler import FormulaCompiler, KernelCompiler
from physics.compile.interpreter_lock import provide_lock_calls
from physics.compile.lazy_calls import CELLS, DROPPED, Link, call_through_cell, entry_of, raise_dropped, result_type
from physics.compile.records.fast_dispatch import Description, comparison
from physics.compile.records.struct_abi import argument_type
from physics.compile.registry import kernel_name
from physics.compile.target import KERNEL_TARGET
from physics.compile.undisturbed import undisturbed

REMEMBERED = 4                                  # descriptions of arguments that a kernel remembers
OPTIONS = {"nopython": True, "nogil": True, "_nrt": False, "no_cfunc_wrapper": True, "error_model": "numpy", "boundscheck": False}
INSIDE = OPTIONS | {"no_cpython_wrapper": True}  # of functions that only compiled code calls


class CachingDispatcher(CPUDispatcher):
    """A dispatcher for the target of kernels, which caches what it compiles."""

    targetdescr = KERNEL_TARGET
    prefix = ""                                 # of the names of its files in the cache

    def __init__(self, function, targetoptions: dict, pipeline_class: type = KernelCompiler):
        super().__init__(with_signature(function), targetoptions=targetoptions, pipeline_class=pipeline_class)
        self._cache = CodeFiles(function, self.prefix)

    def compile(self, sig):
        """Compile for these types of arguments, or load from the cache."""
        provide_lock_calls()
        with undisturbed():
            return super().compile(sig)


class Callee(CachingDispatcher):
    """A kernel as other kernels call it: without an entry for Python."""

    prefix = "callee-"

    def add_overload(self, compiled) -> None:
        """Write the address to the cell through which callers call."""
        arguments = tuple(compiled.signature.args)
        if compiled.signature.return_type != result_type(self.py_func):
            raise TypeError(f"{self.py_func.__qualname__} returns {compiled.signature.return_type}: annotate it with -> int")
        self.overloads[arguments] = compiled
        cell = CELLS[Link(kernel_name(self.py_func), arguments)()]
        cell.address.value = entry_of(compiled)


class Kernel(CachingDispatcher):
    """A kernel as Python calls it, see `compile.records.fast_dispatch`; kernels call its `callee`, see `compile.lazy_calls`."""

    known: tuple[tuple[Description, Callable], ...] = ()     # known arguments, and their entry points

    def __call__(self, *arguments):
        """Call the compiled code for arguments of these types."""
        alike = comparison()
        try:
            for description, enter in self.known:
                if alike(arguments, description.address):
                    result = enter(*arguments)
                    break
            else:
                result = super().__call__(*arguments)
                self._remember(arguments)
        except RuntimeError:
            raise_dropped()
            raise
        if DROPPED:
            raise_dropped()
        return result

    def typeof_pyval(self, value):
        """The type of an argument, see `compile.records.struct_abi`."""
        kind = argument_type(value) if isinstance(value, tuple) else super().typeof_pyval(value)
        self._types_active_call.add(kind)
        return kind

    def _remember(self, arguments: tuple) -> None:
        """Remember the entry point for such arguments; calls that need conversions always go through numba."""
        compiled = self.overloads.get(tuple(self.typeof_pyval(each) for each in arguments))
        with contextlib.suppress(TypeError):
            if compiled is not None:
                self.known = ((Description(arguments), compiled.entry_point), *self.known[:REMEMBERED - 1])

    @functools.cached_property
    def callee(self) -> Callee:
        """The kernel as kernels call it."""
        return Callee(self.py_func, INSIDE)

    @functools.cached_property
    def entries(self) -> dict:
        """(key of the code of a call, its signature) by types of arguments."""
        return {}

    def get_call_template(self, args, kws):
        """For the typing of a kernel that calls this one: only the types of arguments and result."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(types.unliteral(each) for each in args)
        if args not in self.entries:
            key, takes, implementation = call_through_cell(Link(kernel_name(self.py_func), args), result_type(self.py_func))
            self.targetctx._defns[key].append(implementation, implementation.signature)
            self.entries[args] = key, takes
        template = make_concrete_template(f"Call({self.py_func.__name__})", self.py_func.__name__, [self.entries[args][1]])
        return template, pysig, args, {}

    def get_overload(self, sig):
        """Key of the code that calls this kernel."""
        return self.entries[tuple(normalize_signature(sig)[0])][0]


class Formula(CPUDispatcher):
    """A function that only becomes part of kernels: it has neither entry points nor machine code, see `compile.compiler`.

    When Python calls it, as tests do, it is compiled once more as an ordinary function.
    """

    targetdescr = KERNEL_TARGET

    def __init__(self, function, inline: bool):
        super().__init__(with_signature(function), targetoptions=INSIDE | {"forceinline": inline}, pipeline_class=FormulaCompiler)

    @functools.cached_property
    def ordinary(self):
        """The function as numba compiles it."""
        return plain.formula(self.py_func)

    @functools.cached_property
    def templates(self) -> dict:
        """Call templates for typing, by types of arguments."""
        return {}

    def add_overload(self, compiled) -> None:
        self.overloads[tuple(compiled.signature.args)] = compiled

    def get_call_template(self, args, kws):
        """For the typing of callers: the one signature for these types, whether arguments are literals or not."""
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


def with_signature(function):
    """The function with its signature stored, because numba computes it twice for each of hundreds of functions."""
    function.__signature__ = inspect.signature(function)
    return function
