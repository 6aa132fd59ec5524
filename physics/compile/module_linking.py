"""Module linking: the code of kernels and formulas, from numba's lowering to the cache.

A formula only becomes part of kernels: it is typed and lowered, but neither optimised nor turned into machine code by itself.
Kernels are optimised once, with all their formulas linked in.

Uses numba.core.codegen: CodeLibrary, CPUCodeLibrary, JITCodeLibrary (add_ir_module, add_linking_library, finalize,
_final_module, _linking_libraries, _get_module_for_linking, _finalize_final_module, _get_compiled_object,
serialize_using_object_code) and CPUCodegen._module_pass_manager, and numba.core.cgutils.normalize_ir_text.  Without these
`compile.plain` lets numba optimise every function by itself.
"""
from __future__ import annotations

from llvmlite import binding as llvm
from llvmlite import ir as llvmir
from numba.core import cgutils
from numba.core.codegen import CodeLibrary, CPUCodeLibrary, JITCodeLibrary

from physics.compile.interpreter_lock import use_own_calls

LINE = 64                                        # bytes of a cache line, and of a lane value in single precision
OPTIMISATION = 1                                 # LLVM's level: kernels are as fast, in 2/3 of the compile time


def align_stack(function) -> None:
    """Let a function align its stack to cache lines.

    LLVM otherwise does so only for variables that it knows before it gives out registers; lane values that find none would
    straddle two lines, in three of four processes, which made kernels up to a quarter slower.
    """
    function.attributes.alignstack = LINE
    function.attributes.add("nounwind")          # true of all; llvmlite prints nothing of an empty set


class FormulaLibrary(JITCodeLibrary):
    """The code of a formula; callers link it in, with the formulas that it calls."""

    inline = True

    def __init__(self, codegen, name):
        CodeLibrary.__init__(self, codegen, name)
        self._linking_libraries, self._final_module, self._shared_module = [], None, None

    def add_ir_module(self, ir_module) -> None:
        """Take the code of the formula."""
        for function in ir_module.functions:
            if function.blocks:
                function.linkage = "linkonce_odr"
                align_stack(function)
                if not self.inline:
                    function.attributes.add("noinline")
        self._final_module = parsed(ir_module)
        self._final_module.data_layout = self._codegen._data_layout

    def add_linking_library(self, library) -> None:
        """Note a library that this code calls."""
        library._ensure_finalized()
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Make no machine code."""
        self._finalized = True

    def _get_module_for_linking(self):
        """The code with all formulas that it calls, for callers other than kernels."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for library in below(self):
                self._shared_module.link_in(own_code(library), preserve=True)
        return self._shared_module


def below(library: CPUCodeLibrary) -> list[CPUCodeLibrary]:
    """The libraries that a library calls, directly or through formulas."""
    found, waiting = {}, list(library._linking_libraries)
    while waiting:
        each = waiting.pop()
        if each not in found:
            found[each] = None
            if isinstance(each, FormulaLibrary):
                waiting += each._linking_libraries
    return list(found)


def own_code(library: CPUCodeLibrary):
    """The code of a formula alone, or of another library with all its callees."""
    return library._final_module if isinstance(library, FormulaLibrary) else library._get_module_for_linking()


def parsed(ir_module):
    """The parsed LLVM module."""
    module = llvm.parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
    module.name = ir_module.name
    return module


class KernelLibrary(JITCodeLibrary):
    """The code of a kernel: optimised once, when all formulas are linked in."""

    def add_ir_module(self, ir_module) -> None:
        """Take the code of the kernel or of its entry from Python."""
        use_own_calls(ir_module)
        for function in ir_module.functions:
            if function.blocks:
                align_stack(function)
        module = parsed(ir_module)
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Link, optimise, make machine code."""
        for library in below(self):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(own_code(library), preserve=True)
        manager, builder = self._codegen._module_pass_manager(opt=OPTIMISATION)
        manager.run(self._final_module, builder)
        self._final_module.verify()
        self._finalize_final_module()

    def serialize_using_object_code(self) -> tuple:
        """For the cache: machine code and its symbols, without bitcode, because no other library links it."""
        names = llvmir.Module()
        for value in (*self._final_module.functions, *self._final_module.global_variables):
            if not value.is_declaration:
                llvmir.GlobalVariable(names, llvmir.IntType(1), value.name).initializer = llvmir.IntType(1)(0)
        return self.name, "object", (self._get_compiled_object(), parsed(names).as_bitcode())
