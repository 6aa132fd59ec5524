"""What of numba's compiler and of LLVM's passes kernels and formulas go through: a third of the time of numba's own pipeline.

A formula only ever becomes a part of kernels: its text is typed and lowered, but neither optimised nor made machine code
of, since the kernel around it is.  Kernels are optimised once, with everything they are made of inside.  Left out of numba's
passes are those for what no kernel contains: closures, `with`, generators, array expressions, parallel loops, objects.
"""
from __future__ import annotations

import gc

from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import (
    AnnotateTypes,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    InlineInlinables,
    IRProcessing,
    ReconstructSSA,
    RewriteSemanticConstants,
    TranslateByteCode,
)

from physics.contexts import kernel_context, kernel_typing


class KernelLibrary(JITCodeLibrary):
    """The code of a kernel: optimised once, when everything is linked in."""

    def _optimize_functions(self, module) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)


class FormulaLibrary(KernelLibrary):
    """The code of a formula, for others to link in."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True                   # no machine code


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """Lowering into a library of our own."""

    _name = "kernel_lowering"
    library = KernelLibrary

    def run_pass(self, state) -> bool:
        """Make the code of the function that is being compiled."""
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class FormulaLowering(KernelLowering):
    """Lowering of what has no address: callers find it by its name."""

    _name = "formula_lowering"
    library = FormulaLibrary

    def run_pass(self, state) -> bool:
        """Make the code, and tell callers where it is."""
        state.flags.no_compile = True
        super().run_pass(state)
        entry = state.cr.fndesc.mangled_name
        state.targetctx.insert_user_function(entry, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=entry)
        return True


class KernelCompiler(CompilerBase):
    """Compiles a kernel."""

    lowering = KernelLowering

    def __init__(self, typingctx, targetctx, *others):
        super().__init__(kernel_typing(typingctx), kernel_context(targetctx), *others)

    def define_pipelines(self) -> list[PassManager]:
        """The passes, in order."""
        manager = PassManager("impulse")
        for each in (TranslateByteCode, FixupArgs, IRProcessing, RewriteSemanticConstants, DeadBranchPrune, GenericRewrites,
                     InlineInlinables, DeadBranchPrune, ReconstructSSA, DeadBranchPrune, NopythonTypeInference,
                     PreLowerStripPhis, IRLegalization, AnnotateTypes, self.lowering, NoPythonBackend):
            manager.add_pass(each, each.__name__)
        manager.finalize()
        return [manager]


class FormulaCompiler(KernelCompiler):
    """Compiles a formula."""

    lowering = FormulaLowering


class _RareCollections(event.Listener):
    """Rare garbage collections while the compiler runs: its millions of nodes are almost all alive until it ends."""

    def __init__(self):
        self.depth, self.usual = 0, gc.get_threshold()

    def on_start(self, record) -> None:
        """The compiler begins, perhaps inside itself."""
        if self.depth == 0:
            self.usual = gc.get_threshold()
            gc.set_threshold(200_000, 50, 1000)
        self.depth += 1

    def on_end(self, record) -> None:
        """It has done."""
        self.depth -= 1
        if self.depth == 0:
            gc.set_threshold(*self.usual)


event.register("numba:compile", _RareCollections())
