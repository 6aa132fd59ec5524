"""What of numba's compiler and of LLVM's passes kernels and formulas go through: a third of the time of numba's own pipeline.

Left out are those for what no kernel contains: closures, `with`, generators, array expressions, parallel loops, objects; and
numba finds out five times for how long each variable lives, once is
enough.  What becomes of the code stands in `compile.module_linking`.
"""
from __future__ import annotations

import gc

from numba.core import event
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.rewrites import rewrite_registry
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import (
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

from physics.compile.contexts import kernel_context, kernel_typing
from physics.compile.lowering import KernelLower
from physics.compile.module_linking import FormulaLibrary, KernelLibrary


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """Lowering into a library of our own."""

    _name = "kernel_lowering"
    library, lowering_class = KernelLibrary, KernelLower

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


@register_pass(mutates_CFG=True, analysis_only=False)
class Canonical(IRProcessing):
    """Loops with one way in and one way out; how long variables live is found later, by `IRLegalization`."""

    _name = "canonical"

    def run_pass(self, state) -> bool:
        """Put the blocks in order."""
        state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
        state.func_ir.generator_info = None
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class Rewrites(GenericRewrites):
    """numba's rewriting of subscripts and conversions with constants."""

    _name = "rewrites"

    def run_pass(self, state) -> bool:
        """Rewrite each block for as long as something in it matches."""
        blocks = state.func_ir.blocks
        for rule in rewrite_registry.rewrites["before-inference"]:
            rewrite, waiting = rule(state), list(blocks.items())
            while waiting:
                key, block = waiting.pop()
                if rewrite.match(state.func_ir, block, state.typemap, state.calltypes):
                    blocks[key] = rewrite.apply()
                    waiting.append((key, blocks[key]))
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class SingleAssignment(ReconstructSSA):
    """Every variable assigned once; how long they live is found later, by `IRLegalization`."""

    _name = "single_assignment"

    def run_pass(self, state) -> bool:
        """Rename."""
        state.func_ir = reconstruct_ssa(state.func_ir)
        self._patch_locals(state)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class AssignmentsForPhis(PreLowerStripPhis):
    """Assignments in place of phi nodes; how long variables live is found next."""

    _name = "assignments_for_phis"

    def run_pass(self, state) -> bool:
        """Replace them."""
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


class Passes(PassManager):
    """The passes one after the other, without timers, checks and prints around each."""

    def _runPass(self, index, pss, internal_state) -> None:
        pss.analysis = self._analysis
        for run in (pss.run_initialization, pss.run_pass, pss.run_finalizer):
            run(internal_state)


class KernelCompiler(CompilerBase):
    """Compiles a kernel."""

    lowering = KernelLowering

    def __init__(self, typingctx, targetctx, *others):
        super().__init__(kernel_typing(typingctx), kernel_context(targetctx), *others)

    def define_pipelines(self) -> list[PassManager]:
        """The passes, in order."""
        manager = Passes("impulse")
        for each in (TranslateByteCode, FixupArgs, Canonical, RewriteSemanticConstants, DeadBranchPrune, Rewrites,
                     InlineInlinables, DeadBranchPrune, SingleAssignment, DeadBranchPrune, NopythonTypeInference,
                     AssignmentsForPhis, IRLegalization, self.lowering, NoPythonBackend):
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
            gc.set_threshold(1_000_000, 50, 1000)
        self.depth += 1

    def on_end(self, record) -> None:
        """It has done."""
        self.depth -= 1
        if self.depth == 0:
            gc.set_threshold(*self.usual)


event.register("numba:compile", _RareCollections())
