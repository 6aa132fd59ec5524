"""Compiled code: pure functions on arrays that say what they read and write, with named numbers and IEEE arithmetic."""
from __future__ import annotations

import ast
import re

import pytest

from tests.architecture.sources import Source, decorators, kernels, sources
from tests.architecture.stores import Compiled, compiled, stores

PLAIN_NUMBERS = {0, 1, 2, 0.5}
COUNTS = range(3, 9)          # whole numbers (also of lanes) that count components: 3 of a vector, 4 points, 6 faces, 8 of a row
BITWISE = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)
SERIES = {                    # formula -> what its coefficients are, and where they stand
    "physics.simd.quat.from_rotation_vector": "two Taylor series by Horner, spelt out in the docstring",
}
ALLOCATING = {"zeros", "empty", "ones", "full", "zeros_like", "empty_like", "array", "arange", "copy", "append", "concatenate"}
LIBM = {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "arcsin", "arccos", "arctan", "arctan2", "exp", "log", "pow"}
KERNELS = [pytest.param(source, node, id=f"{source.module}.{node.name}") for source, node in kernels()]
FORMULAS = [pytest.param(c, id=name) for name, c in compiled().items() if decorators(c.node) & {"kernel", "formula", "routine"}]


def _section(node: ast.FunctionDef, title: str) -> list[str] | None:
    """The names after `Reads` or `Writes` in a docstring, which go on to the next section; None when it is not there."""
    text = ast.get_docstring(node) or ""
    found = re.search(rf"^{title}\b(.*?)(?=^(?:Reads|Writes|Returns|Raises)\b|\Z)", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"[A-Za-z_][\w.]*", found.group(1)) if found else None


def _related(name: str, others: set[str]) -> bool:
    """Whether `name` is one of `others`, a part of one, or has one as its part."""
    return any(name == o or name.startswith(o + ".") or o.startswith(name + ".") for o in others)


@pytest.mark.parametrize(("source", "node"), KERNELS)
def test_says_what_it_reads_and_writes(source: Source, node):
    function = compiled()[f"{source.module}.{node.name}"]
    for title in ("Reads", "Writes"):
        names = _section(node, title)
        assert names is not None, f"no line `{title}` in the docstring"
        strangers = {n for n in names if function.full_name(n).split(".")[0] not in function.arguments}
        assert not strangers, f"`{title}` names {strangers}, which are no arguments"


@pytest.mark.parametrize(("source", "node"), KERNELS)
def test_writes_what_it_says(source: Source, node):
    """`Writes` names every array that the code stores to, and no other."""
    name = f"{source.module}.{node.name}"
    said, done = {compiled()[name].full_name(n) for n in _section(node, "Writes") or ()}, set(stores(name))
    unsaid = {name for name in done if not _related(name, said)}
    undone = {name for name in said if not _related(name, done)}
    assert not unsaid, f"stores to {unsaid} and does not say so"
    assert not undone, f"says that it writes {undone} and does not"


@pytest.mark.parametrize("function", FORMULAS)
def test_numbers_have_names(function: Compiled):
    """Literals are 0, 1, 2 and 1/2.  Places, counts of components and patterns of bits are whole numbers and never physics."""
    if f"{function.source.module}.{function.node.name}" in SERIES:
        return
    places = {id(n) for sub in ast.walk(function.node) if isinstance(sub, ast.Subscript) for n in ast.walk(sub.slice)}
    places |= {id(n) for op in ast.walk(function.node) if isinstance(op, ast.BinOp) and isinstance(op.op, BITWISE)
               for n in (op.left, op.right)}
    found = [(n.lineno, n.value) for n in ast.walk(function.node)
             if isinstance(n, ast.Constant) and isinstance(n.value, (int, float)) and not isinstance(n.value, bool)
             and n.value not in PLAIN_NUMBERS and id(n) not in places
             and n.value not in COUNTS]
    assert not found, f"{function.source.name}: (line, literal) {found}"


def test_every_series_exists():
    assert SERIES.keys() <= compiled().keys()


@pytest.mark.parametrize("function", FORMULAS)
def test_nothing_is_allocated(function: Compiled):
    calls = {ast.unparse(n.func) for n in ast.walk(function.node) if isinstance(n, ast.Call)}
    wrong = {c for c in calls if c.startswith("np.") and c.split(".")[-1] in ALLOCATING}
    assert not wrong, f"allocates with {wrong}; take scratch arrays as arguments"


@pytest.mark.parametrize("function", FORMULAS)
def test_no_trigonometry_of_the_system(function: Compiled):
    """sin and its kind come from each system's own library and differ in the last bit."""
    calls = {ast.unparse(n.func) for n in ast.walk(function.node) if isinstance(n, ast.Call)}
    wrong = {c for c in calls if c.startswith(("math.", "np.")) and c.split(".")[-1] in LIBM}
    assert not wrong, wrong


@pytest.mark.parametrize("function", FORMULAS)
def test_no_state_of_the_module(function: Compiled):
    """Names that are neither arguments, locals, imports nor functions are constants: CAPITALS."""
    node, tree = function.node, function.source.tree
    module_names = {t.id for stmt in tree.body if isinstance(stmt, (ast.Assign, ast.AnnAssign))
                    for target in (stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target])
                    for t in ast.walk(target) if isinstance(t, ast.Name)}
    bound = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    read = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)} - bound
    lower = {name for name in read & module_names if name.upper() != name}
    assert not lower, f"reads the module's {lower}"
    assert not any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in ast.walk(node))


def test_arithmetic_stays_as_written():
    """No fast-math and no parallel loops anywhere: the same bits on every run and every thread count."""
    wrong = []
    for source in sources("physics"):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.keyword) and node.arg in ("fastmath", "parallel") and not _is_false(node.value):
                wrong.append(f"{source.name}:{node.value.lineno} {node.arg}")
            if isinstance(node, (ast.Name, ast.Attribute)) and getattr(node, "id", getattr(node, "attr", "")) == "prange":
                wrong.append(f"{source.name}:{node.lineno} prange")
    assert not wrong, wrong


def test_one_way_to_compile():
    """numba's own decorators are used in physics/compile/plain.py alone; everything else says `kernel` or `formula`."""
    wrong = [f"{source.name}:{line} {name}"
             for source in sources("physics", "scenes", "app") for name, line, _ in source.imports()
             if source.module != "physics.compile.plain"
              and name in ("numba.njit", "numba.jit", "numba.vectorize", "numba.guvectorize")]
    assert not wrong, wrong


def _is_false(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is False
