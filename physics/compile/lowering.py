"""From numba's statements to LLVM's: variables of kernels are values, not memory.

numba keeps every variable that lives in more than one block in memory of its own, from which LLVM takes it back: it fills it
with zeros, loads it at each use, and empties it in the end, for there may be references to count, which kernels do not have.
But a variable that is assigned once, in a block that comes before all its uses, is a value; most are.
"""
from __future__ import annotations

from collections import Counter

from numba.core import ir
from numba.core.analysis import compute_use_defs
from numba.core.lowering import Lower


class KernelLower(Lower):
    """Lowers a function that counts no references."""

    def _find_singly_assigned_variable(self) -> None:
        """Note which variables are values: numba renamed them so that who is assigned once is assigned before all its uses.

        Blocks are lowered in the order of their labels.
        """
        use_defs, number = compute_use_defs(self.func_ir.blocks), Counter()
        for block in self.func_ir.blocks.values():
            number.update(assign.target.name for assign in block.find_insts(ir.Assign))
        defined = {name: label for label, names in use_defs.defmap.items() for name in names if number[name] == 1}
        early = {name for label, names in use_defs.usemap.items() for name in names if defined.get(name, label) >= label}
        self._singly_assigned_vars = set(defined) - early
        self._blk_local_varmap = {}

    def delvar(self, name: str) -> None:
        """Nothing is to be done where a variable ends."""
