"""Compiled code: pure functions on arrays that say what they read and write, with named numbers and IEEE arithmetic."""
from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable
from functools import cache

from tests.architecture.loads import loads
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
KERNELS = [f"{source.module}.{node.name}" for source, node in kernels()]
FORMULAS = [c for c in compiled().values() if decorators(c.node) & {"kernel", "formula", "routine"}]


def _name(function: Compiled) -> str:
    return f"{function.source.module}.{function.node.name}"


def _offenders(broken: Callable[[Compiled], object]) -> str:
    """A line for each formula that `broken` finds fault with."""
    return "\n".join(f"{_name(function)}: {fault}" for function in FORMULAS if (fault := broken(function)))


def _section(node: ast.FunctionDef, title: str) -> list[str] | None:
    """The names after `Reads` or `Writes` in a docstring, which go on to the next section; None when it is not there."""
    text = ast.get_docstring(node) or ""
    found = re.search(rf"^{title}\b(.*?)(?=^(?:Reads|Writes|Returns|Raises)\b|\Z)", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"[A-Za-z_][\w.]*", found.group(1)) if found else None


def _related(name: str, others: set[str]) -> bool:
    """Whether `name` is one of `others`, a part of one, or has one as its part."""
    return any(name == o or name.startswith(o + ".") or o.startswith(name + ".") for o in others)


def _called_by(node: ast.AST) -> set[str]:
    """What is called inside, as written."""
    return {ast.unparse(n.func) for n in ast.walk(node) if isinstance(n, ast.Call)}


def test_there_is_something_to_look_at():
    assert len(KERNELS) > 50 and len(FORMULAS) > len(KERNELS)


def test_kernels_say_what_they_read_and_write():
    wrong = []
    for name, title in itertools.product(KERNELS, ("Reads", "Writes")):
        function = compiled()[name]
        said = _section(function.node, title)
        strangers = {n for n in said or () if function.full_name(n).split(".")[0] not in function.arguments}
        if said is None or strangers:
            wrong.append(f"{name}: " + (f"`{title}` names {strangers}, which are no arguments" if strangers
                                        else f"no line `{title}` in the docstring"))
    assert not wrong, "\n".join(wrong)


def test_kernels_read_what_they_say():
    """`Reads` names every array that the code loads, unless `Writes` does, and nothing that it does not use."""
    wrong = []
    for name in KERNELS:
        function, done = compiled()[name], loads(name)
        said, written = ({function.full_name(n) for n in _section(function.node, title) or ()} for title in ("Reads", "Writes"))
        unsaid = {array for array in done.loaded if not _related(array, said | written)}
        unused = {array for array in said if not _related(array, set(done.used))}
        wrong += [f"{name}: loads from {unsaid} and does not say so"] if unsaid else []
        wrong += [f"{name}: says that it reads {unused} and does not"] if unused else []
    assert not wrong, "\n".join(wrong)


def test_kernels_write_what_they_say():
    """`Writes` names every array that the code stores to, and no other."""
    wrong = []
    for name in KERNELS:
        function = compiled()[name]
        said, done = {function.full_name(n) for n in _section(function.node, "Writes") or ()}, set(stores(name))
        unsaid = {array for array in done if not _related(array, said)}
        undone = {array for array in said if not _related(array, done)}
        wrong += [f"{name}: stores to {unsaid} and does not say so"] if unsaid else []
        wrong += [f"{name}: says that it writes {undone} and does not"] if undone else []
    assert not wrong, "\n".join(wrong)


def test_numbers_have_names():
    """Literals are 0, 1, 2 and 1/2.  Places, counts of components and patterns of bits are whole numbers and never physics."""
    def literals(function: Compiled) -> list[tuple[int, float]]:
        if _name(function) in SERIES:
            return []
        nodes = tuple(ast.walk(function.node))
        places = {id(n) for sub in nodes if isinstance(sub, ast.Subscript) for n in ast.walk(sub.slice)}
        places |= {id(n) for op in nodes if isinstance(op, ast.BinOp) and isinstance(op.op, BITWISE) for n in (op.left, op.right)}
        return [(n.lineno, n.value) for n in nodes
                if isinstance(n, ast.Constant) and isinstance(n.value, (int, float)) and not isinstance(n.value, bool)
                and n.value not in PLAIN_NUMBERS and id(n) not in places and n.value not in COUNTS]

    assert not (wrong := _offenders(literals)), f"(line, literal)\n{wrong}"


def test_every_series_exists():
    assert SERIES.keys() <= compiled().keys()


def test_nothing_is_allocated():
    wrong = _offenders(lambda f: {c for c in _called_by(f.node) if c.startswith("np.") and c.split(".")[-1] in ALLOCATING})
    assert not wrong, f"take scratch arrays as arguments:\n{wrong}"


def test_no_trigonometry_of_the_system():
    """sin and its kind come from each system's own library and differ in the last bit."""
    wrong = _offenders(lambda f: {c for c in _called_by(f.node) if c.startswith(("math.", "np.")) and c.split(".")[-1] in LIBM})
    assert not wrong, wrong


def test_no_state_of_the_module():
    """Names that are neither arguments, locals, imports nor functions are constants: CAPITALS."""
    def variables(function: Compiled) -> set[str]:
        nodes = tuple(ast.walk(function.node))
        bound = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        read = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)} - bound
        lower = {name for name in read & _assigned(function.source) if name.upper() != name}
        return lower | {type(n).__name__ for n in nodes if isinstance(n, (ast.Global, ast.Nonlocal))}

    assert not (wrong := _offenders(variables)), wrong


@cache
def _assigned(source: Source) -> frozenset[str]:
    """Names that a module gives values to."""
    return frozenset(t.id for stmt in source.tree.body if isinstance(stmt, (ast.Assign, ast.AnnAssign))
                     for target in (stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target])
                     for t in ast.walk(target) if isinstance(t, ast.Name))


def test_arithmetic_stays_as_written():
    """No fast-math and no parallel loops anywhere: the same bits on every run and every thread count."""
    wrong = []
    for source in sources("physics"):
        for node in source.nodes:
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
