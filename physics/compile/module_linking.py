"""Libraries: the code of kernels and formulas, from numba's hands to the cache.

A formula only ever becomes a part of kernels: its text is typed and lowered, but neither optimised nor made machine code of,
since the kernel around it is.  Kernels are optimised once, with everything they are made of inside.

Leans on numba.core.codegen: CodeLibrary, CPUCodeLibrary, JITCodeLibrary (add_ir_module, add_linking_library, finalize,
_final_module, _linking_libraries, _get_module_for_linking, _finalize_final_module, _get_compiled_object,
serialize_using_object_code) and CPUCodegen._module_pass_manager, and on numba.core.cgutils.normalize_ir_text.  Where these are
gone `compile.plain` lets numba optimise every function by itself.
"""
from __future__ import annotations

from llvmlite import binding as llvm
from llvmlite import ir as llvmir
from numba.core import cgutils
from numba.core.codegen import CodeLibrary, CPUCodeLibrary, JITCodeLibrary

ENOUGH = 1                                       # of LLVM's levels: kernels are as fast with it, in two thirds of the time


class FormulaLibrary(JITCodeLibrary):
    """The code of a formula, for others to link in; what it calls itself is linked into these as well."""

    inline = True

    def __init__(self, codegen, name):
        CodeLibrary.__init__(self, codegen, name)
        self._linking_libraries, self._final_module, self._shared_module = [], None, None

    def add_ir_module(self, ir_module) -> None:
        """Take the code."""
        for function in ir_module.functions:
            if function.blocks:
                function.linkage = "linkonce_odr"
                if not self.inline:
                    function.attributes.add("noinline")
        self._final_module = parsed(ir_module)
        self._final_module.data_layout = self._codegen._data_layout

    def add_linking_library(self, library) -> None:
        """Note what is called."""
        library._ensure_finalized()
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """No machine code."""
        self._finalized = True

    def _get_module_for_linking(self):
        """For callers that are no kernels: with all that it calls."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for library in below(self):
                self._shared_module.link_in(own_module(library), preserve=True)
        return self._shared_module


def below(library: CPUCodeLibrary) -> list[CPUCodeLibrary]:
    """What a library calls, directly or not."""
    found, waiting = {}, list(library._linking_libraries)
    while waiting:
        each = waiting.pop()
        if each not in found:
            found[each] = None
            if isinstance(each, FormulaLibrary):
                waiting += each._linking_libraries
    return list(found)


def own_module(library: CPUCodeLibrary):
    """The code of a formula alone, or of another library with all that it calls."""
    return library._final_module if isinstance(library, FormulaLibrary) else library._get_module_for_linking()


def parsed(ir_module):
    """A module in LLVM's own form."""
    module = llvm.parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
    module.name = ir_module.name
    return module


class KernelLibrary(JITCodeLibrary):
    """The code of a kernel: optimised once, when everything is linked in."""

    def add_ir_module(self, ir_module) -> None:
        """Take the code of the kernel or of its entry from Python."""
        module = parsed(ir_module)
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Link, optimise, make machine code."""
        for library in below(self):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(own_module(library), preserve=True)
        manager, builder = self._codegen._module_pass_manager(opt=ENOUGH)
        manager.run(self._final_module, builder)
        self._final_module.verify()
        self._finalize_final_module()

    def serialize_using_object_code(self) -> tuple:
        """For the cache: machine code and the names in it; nobody links this code into another."""
        names = llvmir.Module()
        for value in (*self._final_module.functions, *self._final_module.global_variables):
            if not value.is_declaration:
                llvmir.GlobalVariable(names, llvmir.IntType(1), value.name).initializer = llvmir.IntType(1)(0)
        return self.name, "object", (self._get_compiled_object(), parsed(names).as_bitcode())
