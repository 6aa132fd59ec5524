"""Calls from kernel to kernel: through the address in a cell, which is filled when the call is made for the first time.

numba would link the code of the called kernel into the caller and optimise it there once more.  And it would have to be
compiled first, whether it will ever be called or not: no world without joints needs the kernels of joints.  So the caller
knows the types only.  Its code asks the cell for the address; while that is zero it calls `fill`, which compiles the
kernel, or loads it from the cache.

A cell is a symbol of the process, named by the kernel and its types, so compiled code in the cache finds it again.

Leans on numba.core.codegen (CodeLibrary._reload_init: what to call before code from the cache runs), numba.core.base
(BaseContext.call_conv, .active_code_library) and numba.core.typing.signature.  Where these are gone `compile.plain` lets numba
link called kernels into their callers.
"""
from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from typing import NamedTuple

from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.core.typing import signature

from physics.compile.registry import KERNELS

CELLS: dict[str, "Cell"] = {}                    # by symbol
BY_ADDRESS: dict[int, "Cell"] = {}               # the same, by where they are
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
        """Compile the kernel or load it from the cache."""
        KERNELS[self.kernel].callee.compile(self.arguments)


class Link(NamedTuple):
    """Makes the cell again when code that needs it comes from the cache."""

    kernel: str
    arguments: tuple

    def __call__(self) -> str:
        """Returns the cell's symbol."""
        digest = hashlib.sha256(str(self.arguments).encode()).hexdigest()[:16]
        symbol = f"impulse.{self.kernel}.{digest}"
        if symbol not in CELLS:
            CELLS[symbol] = Cell(symbol, self.kernel, self.arguments)
        return symbol


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _fill(address: int) -> None:
    """Called by compiled code, by any thread, without the interpreter lock; an exception leaves the cell empty."""
    BY_ADDRESS[address].fill()


binding.add_symbol(FILL, ctypes.cast(_fill, ctypes.c_void_p).value)


def call_through_cell(link: Link, result):
    """(key, signature) of a function for callers' code: a call of the kernel by its cell."""
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
    """The address in a cell, filled if it was empty."""
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
    """Compile or load the kernels that somebody may call and nobody has called yet, the one of the largest `size` first.

    Those that another process has claimed are left to it: `claim(symbol)` says whether this one may have it.
    """
    passed: set[str] = set()
    while empty := [symbol for symbol, cell in CELLS.items()
                    if not cell.address.value and symbol not in passed and wanted(cell.kernel)]:
        symbol = max(empty, key=lambda each: size(CELLS[each].kernel))
        passed.add(symbol)
        if claim(symbol):
            CELLS[symbol].fill()                     # which may find more


def returned(function) -> types.Type:
    """What a kernel returns to kernels, by its annotation: nothing, or an int."""
    return {None: types.none, "None": types.none, "int": types.int64, int: types.int64}[function.__annotations__.get("return")]
