"""Lazy calls from kernel to kernel: through the address in a cell, which is filled by the first call.

numba would link the code of the called kernel into the caller and optimise it there again, and would have to compile it first,
even if it is never called: worlds without joints do not need the kernels of joints.  So the caller knows the types only.  Its
code loads the address from the cell; while that is zero it calls `fill`, which compiles the kernel or loads it from the cache.

A cell is a symbol of the process, named by the kernel and its types, so cached code finds it again.

Uses numba.core.codegen (CodeLibrary._reload_init: what to call before code from the cache runs), numba.core.base
(BaseContext.call_conv, .active_code_library) and numba.core.typing.signature.  Without these `compile.plain` lets numba link
called kernels into their callers.  What filling a cell raises, Ctrl-C as well, comes through sys.unraisablehook, as ctypes hands
it over, and is raised by the call of the kernel from Python; all else the hook passes on.
"""
from __future__ import annotations

import ctypes
import hashlib
import sys
import threading
from collections.abc import Callable
from typing import NamedTuple

from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.core.typing import signature

from physics.compile.registry import KERNELS

CELLS: dict[str, "Cell"] = {}                    # by symbol
BY_ADDRESS: dict[int, "Cell"] = {}               # the same, by the address of their address
DROPPED: dict[int, BaseException] = {}           # by thread, what `_fill` raised
FILL = "impulse_fill_cell"
POINTER = ir.IntType(8).as_pointer()


class Cell:
    """The address of a kernel for some types of arguments, zero until the kernel is compiled."""

    def __init__(self, symbol: str, kernel: str, arguments: tuple):
        self.kernel, self.arguments = kernel, arguments
        self.address = ctypes.c_void_p(None)
        binding.add_symbol(symbol, ctypes.addressof(self.address))
        BY_ADDRESS[ctypes.addressof(self.address)] = self

    def fill(self) -> None:
        """Take the kernel that Python has called already, else compile it or load it from the cache."""
        kernel = KERNELS[self.kernel]
        compiled = kernel.overloads.get(self.arguments)
        if compiled is None:
            kernel.callee.compile(self.arguments)
        else:
            self.address.value = entry_of(compiled)


def entry_of(compiled) -> int:
    """Address of a compiled kernel, for calls from other kernels."""
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


class Link(NamedTuple):
    """Makes the cell of a call; cached code that calls through it does so when it is loaded."""

    kernel: str                                  # name in KERNELS
    arguments: tuple                             # numba types

    def __call__(self) -> str:
        """Make the cell if it does not exist; returns its symbol."""
        digest = hashlib.sha256(str(self.arguments).encode()).hexdigest()[:16]
        symbol = f"impulse.{self.kernel}.{digest}"
        if symbol not in CELLS:
            CELLS[symbol] = Cell(symbol, self.kernel, self.arguments)
        return symbol


def _fill(address: int) -> None:
    """Called by compiled code in any thread, without the interpreter lock; an exception is kept for `raise_dropped`."""
    BY_ADDRESS[address].fill()


CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_fill)
binding.add_symbol(FILL, ctypes.cast(CALLBACK, ctypes.c_void_p).value)


def _keep_dropped(dropped, usual=sys.unraisablehook) -> None:
    """Keep what `_fill` raised.  Up to Python 3.12 the hook is told the callback, from 3.13 on its outermost frame says it."""
    outermost = dropped.exc_traceback
    if dropped.object is _fill or (outermost is not None and outermost.tb_frame.f_code is _fill.__code__):
        DROPPED[threading.get_ident()] = dropped.exc_value
    else:
        usual(dropped)


sys.unraisablehook = _keep_dropped               # ctypes gives it what a callback raised, an interrupt on its first line as well


def raise_dropped() -> None:
    """Raise what was raised in this thread while compiled code had a cell filled."""
    error = DROPPED.pop(threading.get_ident(), None)
    if error is not None:
        raise error


def call_through_cell(link: Link, result):
    """(key, signature, implementation) of a call of the kernel through its cell, for the code of callers."""
    symbol = link()
    takes = signature(result, *link.arguments)

    def implementation(context, builder, sig, args):
        context.active_code_library._reload_init.add(link)
        address = _address(context, builder, symbol)
        kind = context.call_conv.get_function_type(sig.return_type, sig.args)
        function = builder.bitcast(address, kind.as_pointer())
        status, value = context.call_conv.call_function(builder, function, sig.return_type, sig.args, args)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return value

    implementation.signature = takes.args
    return symbol, takes, implementation


def _address(context, builder, symbol: str):
    """The address in a cell, which is filled if it was empty."""
    try:
        cell = builder.module.get_global(symbol)
    except KeyError:
        cell = ir.GlobalVariable(builder.module, POINTER, name=symbol)
        cell.linkage = "external"
    known = cgutils.alloca_once(builder, POINTER)
    builder.store(builder.load(cell), known)
    with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(known))):
        fill = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.VoidType(), [POINTER]), FILL)
        builder.call(fill, [builder.bitcast(cell, POINTER)])
        builder.store(builder.load(cell), known)
        with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(known))):
            context.call_conv.return_user_exc(builder, RuntimeError, (f"{symbol} could not be compiled",))
    return builder.load(known)


def fill_cells(wanted: Callable[[str], bool], claim: Callable[[str], bool] = lambda symbol: True,
               size: Callable[[str], int] = lambda kernel: 0) -> None:
    """Compile or load the wanted kernels that compiled code may call and has not called yet, in order of falling `size`.

    `claim(symbol)` says whether this process compiles a kernel; those claimed by other processes are left to them.
    """
    passed: set[str] = set()
    while empty := [symbol for symbol, cell in CELLS.items()
                    if not cell.address.value and symbol not in passed and wanted(cell.kernel)]:
        symbol = max(empty, key=lambda each: size(CELLS[each].kernel))
        passed.add(symbol)
        if claim(symbol):
            CELLS[symbol].fill()                     # may add more cells


def result_type(function) -> types.Type:
    """The type of a kernel's result for other kernels, by its annotation: none or int."""
    return {None: types.none, "None": types.none, "int": types.int64, int: types.int64}[function.__annotations__.get("return")]
