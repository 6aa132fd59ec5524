"""The project's own source files, parsed: what the tests of this folder read.

`Source` is one Python file; `sources()` lists those of the given top folders.  `Kernel` is one function that is
compiled on arrays (decorated with `@kernel` or `@verb`).
"""
from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("physics", "scenes", "app", "impulse")                    # what is installed
EVERYTHING = (*PRODUCT, "tests")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One Python file of the project."""

    path: Path                # absolute
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """Path from the root of the project, with forward slashes."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def module(self) -> str:
        """Dotted name; a package's own file has the package's name."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def docstring(self) -> str:
        """The file's docstring, or ""."""
        return ast.get_docstring(self.tree) or ""

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree."""
        return tuple(ast.walk(self.tree))

    def functions(self) -> tuple[tuple[str, Function], ...]:
        """(qualified name, node) of every function and method, nested ones included."""
        return self._functions

    def imports(self) -> tuple[tuple[str, int, bool], ...]:
        """(module, line, lazily) of every import that happens at run time; `lazily` when inside a function.

        `from a import b` counts as `a.b`, which may be a module or a name in one.  Imports for type checkers alone are not
        listed.
        """
        return self._imports

    @cached_property
    def _functions(self) -> tuple[tuple[str, Function], ...]:
        return tuple(_functions(self.tree, ""))

    @cached_property
    def _imports(self) -> tuple[tuple[str, int, bool], ...]:
        return tuple(_imports(self, self.tree, lazily=False))


@cache
def project_files() -> tuple[str, ...]:
    """Names of all files of the project, from its root: what git tracks, or without git what an archive of it holds."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        names = [name for name in listed.split("\0") if name]
    except (FileNotFoundError, subprocess.CalledProcessError):
        ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split()}
        found = (p for p in sorted(ROOT.rglob("*")) if p.is_file())
        names = [p.relative_to(ROOT).as_posix() for p in found
                 if not any(part in ignored or part.endswith(".egg-info") for part in p.relative_to(ROOT).parts)]
    return tuple(name for name in names if (ROOT / name).is_file())


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """All Python files below the given top folders of the project, in alphabetical order."""
    found = [_source(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert found, f"no sources below {folders}"
    return tuple(found)


@cache
def _source(path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    return Source(path, text, ast.parse(text, filename=str(path)))


@cache
def modules() -> dict[str, Source]:
    """Dotted name -> source of everything that is installed."""
    return {source.module: source for source in sources(*PRODUCT)}


@cache
def decorators(function: Function) -> frozenset[str]:
    """Last names of a function's decorators: {"kernel"} for `@jit.kernel` and for `@kernel(...)`."""
    names = set()
    for node in function.decorator_list:
        node = node.func if isinstance(node, ast.Call) else node
        names.add(node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", ""))
    return frozenset(names)


def kernels() -> list[tuple[Source, Function]]:
    """Every function of physics that is compiled on arrays."""
    return [(source, node) for source in sources("physics") for _, node in source.functions()
            if decorators(node) & {"kernel", "verb"}]


def positional(function: Function) -> list[str]:
    """Names of the arguments that a caller can give by position: without self, cls and an intrinsic's typing context."""
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    given = names[:1] in (["self"], ["cls"]) or "intrinsic" in decorators(function)
    return names[1:] if given else names


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield prefix + child.name, child
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        else:
            yield from _functions(child, prefix)


def _imports(source: Source, node: ast.AST, lazily: bool) -> Iterator[tuple[str, int, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in (getattr(child.test, "id", ""), getattr(child.test, "attr", "")):
            continue
        if isinstance(child, ast.Import):
            yield from ((alias.name, child.lineno, lazily) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            start = _absolute(source, child)
            yield from ((f"{start}.{alias.name}", child.lineno, lazily) for alias in child.names)
        else:
            yield from _imports(source, child, lazily or isinstance(child, (Function, ast.Lambda)))


def _absolute(source: Source, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = source.module.split(".")
    if source.path.name != "__init__.py":
        package = package[:-1]
    kept = package[: len(package) - node.level + 1]
    return ".".join([*kept, node.module] if node.module else kept)
