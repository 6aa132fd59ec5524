"""Compiler: numba's own passes, with lowering into the libraries of `compile.module_linking`.

Left out are passes for what no kernel contains, closures, `with`, literal loops, array expressions, and listings for people: a
tenth of the time.  They are told by their names, so a pass that numba renames is run.

Leans on numba.core.compiler (CompilerBase, DefaultPassBuilder), numba.core.compiler_machinery (PassManager, register_pass), which
are documented, and on numba.core.typed_passes.NativeLowering: it writes the code into `state.library`.  Where these are gone
`compile.plain` compiles with numba's own compiler.
"""
from __future__ import annotations

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering

from physics.compile.module_linking import FormulaLibrary, KernelLibrary

NEEDLESS = {"WithLifting", "InlineClosureLikes", "MakeFunctionToJitFunction", "RewriteDynamicRaises", "FindLiterallyCalls",
            "LiteralUnroll", "LiteralPropagationSubPipelinePass", "InlineOverloads", "NopythonRewrites", "AnnotateTypes",
            "NoPythonSupportedFeatureValidation", "DumpParforDiagnostics"}


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """Lowering into a library of our own."""

    _name = "kernel_lowering"
    library = KernelLibrary

    def run_pass(self, state) -> bool:
        """Make the code of the function that is being compiled."""
        state.type_annotation = ""               # a listing of the source with types, which nobody reads
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.library.inline = state.flags.forceinline
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

    def define_pipelines(self) -> list[PassManager]:
        """numba's passes without Python objects, in numba's order."""
        manager = PassManager("impulse")
        for define in (DefaultPassBuilder.define_untyped_pipeline, DefaultPassBuilder.define_typed_pipeline,
                       DefaultPassBuilder.define_nopython_lowering_pipeline):
            for each, about in define(self.state).passes:
                if each.__name__ not in NEEDLESS:
                    manager.add_pass(self.lowering if each is NativeLowering else each, about)
        manager.finalize()
        return [manager]


class FormulaCompiler(KernelCompiler):
    """Compiles a formula."""

    lowering = FormulaLowering
