"""The code of kernels: their stacks are aligned to cache lines."""
from __future__ import annotations

import platform

import pytest
from llvmlite import ir

from physics.compile.decorators import PLAIN

if PLAIN:
    pytest.skip("the plain way leaves code to numba", allow_module_level=True)

from physics.compile.module_linking import LINE, KernelLibrary
from physics.compile.target import KERNEL_TARGET

LANES = ir.VectorType(ir.FloatType(), 16)
MANY = 48                                            # values at a time: more than a processor has registers


def many_sums(module: ir.Module) -> None:
    """Add a function that needs a value of each of MANY places after it has read them all."""
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [LANES.as_pointer()]), "many_sums")
    builder = ir.IRBuilder(function.append_basic_block())
    places = [builder.gep(function.args[0], [ir.IntType(64)(k)]) for k in range(MANY)]
    values = [builder.load(place, typ=LANES) for place in places]
    total = values[0]
    for value in values[1:]:
        total = builder.fadd(total, value)
    for place, value in zip(places, values):
        builder.store(builder.fmul(total, value), place)
    builder.ret_void()


def library() -> KernelLibrary:
    """A kernel's library with that function."""
    made = KernelLibrary(KERNEL_TARGET.target_context.codegen(), "sums")
    module = made.create_ir_module("sums")
    many_sums(module)
    made.add_ir_module(module)
    return made


def test_functions_ask_for_an_aligned_stack():
    made = library()
    made.finalize()
    assert f"alignstack({LINE})" in made.get_llvm_str()


@pytest.mark.skipif(platform.machine().lower() not in ("x86_64", "amd64"), reason="reads code for x86")
def test_what_finds_no_register_lies_on_lines():
    """Without the attribute LLVM does not align the stack for values that it puts there late."""
    made = library()
    made.finalize()
    assert f"andq\t$-{LINE}, %rsp" in made.get_asm_str()
