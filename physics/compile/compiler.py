"""Compiler: numba's own passes, with lowering into the libraries of `compile.module_linking`.

It omits passes for constructs that no kernel contains, closures, `with`, literal loops, array expressions, and for listings: a
tenth of the time.  They are omitted by name, so a pass that numba renames is run.

Uses numba.core.compiler (CompilerBase, DefaultPassBuilder) and numba.core.compiler_machinery (PassManager, register_pass), which
are documented, and numba.core.typed_passes.NativeLowering, which writes the code into `state.library`.  Without these
`compile.plain` compiles with numba's own compiler.
"""
from __future__ import annotations

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering

from physics.compile.module_linking import FormulaLibrary, KernelLibrary

OMITTED = {"WithLifting", "InlineClosureLikes", "MakeFunctionToJitFunction", "RewriteDynamicRaises", "FindLiterallyCalls",
           "LiteralUnroll", "LiteralPropagationSubPipelinePass", "InlineOverloads", "NopythonRewrites", "AnnotateTypes",
           "NoPythonSupportedFeatureValidation", "DumpParforDiagnostics"}


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """Lowering into a KernelLibrary."""

    _name = "kernel_lowering"
    library = KernelLibrary

    def run_pass(self, state) -> bool:
        """Generate the code of the function."""
        state.type_annotation = ""               # an unused listing of the source with types
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.library.inline = state.flags.forceinline
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class FormulaLowering(KernelLowering):
    """Lowering of a formula, which has no address: callers link it by name."""

    _name = "formula_lowering"
    library = FormulaLibrary

    def run_pass(self, state) -> bool:
        """Generate the code, and register it for callers."""
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
                if each.__name__ not in OMITTED:
                    manager.add_pass(self.lowering if each is NativeLowering else each, about)
        manager.finalize()
        return [manager]


class FormulaCompiler(KernelCompiler):
    """Compiles a formula."""

    lowering = FormulaLowering
