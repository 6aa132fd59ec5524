"""Sizes, names and docstrings: what keeps every file readable on its own."""
from __future__ import annotations

import ast
import re

from tests.architecture.sources import EVERYTHING, PRODUCT, ROOT, Function, decorators, positional, project_files, sources

MAX_LINES = 400
MAX_WIDTH = 130
MAX_STATEMENT_LINES = 70          # a function without its docstring; a screen, with room for one long call
MAX_ARGUMENTS = 5
MORE_ARGUMENTS = {                # function -> why it may take one more
    "physics.simd.memory.scatter_slots": "an address in blocks takes five numbers and a store its value besides",
}
EMPTY_NAMES = {"utils", "util", "common", "helpers", "helper", "misc", "manager", "managers", "base", "stuff", "lib"}
PROTOTYPE_WORDS = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
TOP = {"README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml", "requirements.lock",
       "docs", "app", "impulse", "physics", "scenes", "lessons", "assets", "tests", ".ci", ".gitignore", ".gitattributes"}


def test_file_sizes():
    long = [f"{s.name}: {n} lines" for s in sources(*EVERYTHING) if (n := s.text.count("\n")) > MAX_LINES]
    assert not long, f"more than {MAX_LINES} lines: " + ", ".join(long)


def test_line_widths():
    wide = [f"{s.name}:{n}" for s in sources(*EVERYTHING)
            for n, line in enumerate(s.text.splitlines(), 1) if len(line) > MAX_WIDTH]
    assert not wide, f"wider than {MAX_WIDTH}: " + ", ".join(wide)


def test_names_say_something():
    folders = [p for top in (*PRODUCT, "assets", "tests") for p in (ROOT / top).rglob("*")]
    empty = [p.relative_to(ROOT).as_posix() for p in folders
             if "__pycache__" not in p.parts and EMPTY_NAMES & set(p.stem.lower().split("_"))]
    assert not empty, f"names that say nothing: {empty}"


def test_top_folder():
    """Nothing new lies at the top of the project: what git does not ignore there is on the list."""
    found = {name.split("/")[0] for name in project_files()}
    assert found <= TOP, f"unexpected at the top: {sorted(found - TOP)}"


def test_module_docstrings():
    bare = [s.name for s in sources(*EVERYTHING) if s.tree.body and not ast.get_docstring(s.tree)]
    assert not bare, f"no docstring that says what the file owns: {bare}"


def test_docstring_comes_first():
    late = [s.name for s in sources(*EVERYTHING) if s.text.strip() and not s.text.startswith(('"""', 'r"""'))]
    assert not late, f"something stands before the docstring: {late}"


def test_public_docstrings():
    """Public functions and classes of a module are described, and public methods of more than one statement.

    A method of a class with a parent may be described there, and a setter is by its getter.
    """
    bare = []
    for source in sources(*PRODUCT):
        for node in source.tree.body:
            if isinstance(node, (*_kinds(Function), ast.ClassDef)) and not node.name.startswith("_"):
                if not ast.get_docstring(node):
                    bare.append(f"{source.name}:{node.lineno} {node.name}")
                if isinstance(node, ast.ClassDef) and not node.bases:
                    bare += [f"{source.name}:{m.lineno} {node.name}.{m.name}" for m in node.body
                             if isinstance(m, Function) and not m.name.startswith("_")
                             and len(m.body) > 1 and not ast.get_docstring(m) and "setter" not in decorators(m)]
    assert not bare, "no docstring:\n" + "\n".join(bare)


def test_functions_fit_a_screen():
    long = []
    for source in sources(*PRODUCT):
        for name, node in source.functions():
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = node.end_lineno - body[0].lineno + 1 if body else 0
            if lines > MAX_STATEMENT_LINES:
                long.append(f"{source.name}:{node.lineno} {name} has {lines} lines")
    assert not long, "\n".join(long)


def test_few_arguments():
    """At most five arguments by position; a command's options and a definition's keywords are named where they are given."""
    many = {f"{source.module}.{name}": f"{source.name}:{node.lineno} {name} takes {len(positional(node))}"
            for source in sources(*PRODUCT) for name, node in source.functions()
            if len(positional(node)) > MAX_ARGUMENTS and not _is_command(source, name)}
    wrong = [text for name, text in many.items() if name not in MORE_ARGUMENTS]
    assert not wrong, "a NamedTuple or a dataclass is missing:\n" + "\n".join(wrong)
    assert MORE_ARGUMENTS.keys() <= many.keys(), "MORE_ARGUMENTS names functions that do with five"


def test_nothing_unfinished():
    here = "tests/architecture/test_files.py"
    found = [f"{s.name}:{n}" for s in sources(*EVERYTHING) if s.name != here
             for n, line in enumerate(s.text.splitlines(), 1) if PROTOTYPE_WORDS.search(line)]
    assert not found, f"unfinished: {found}"


def test_no_bare_except():
    """`except:` also swallows Ctrl-C; `except Exception` needs its reason in a comment on that line or the next."""
    wrong = []
    for source in sources(*PRODUCT):
        lines = source.text.splitlines()
        for node in source.nodes:
            if isinstance(node, ast.ExceptHandler):
                caught = ast.unparse(node.type) if node.type else ""
                near = " ".join(lines[node.lineno - 1: node.lineno + 1])
                if not caught or re.search(r"\b(Exception|BaseException)\b", caught) and not ("#" in near or _reraises(node)):
                    wrong.append(f"{source.name}:{node.lineno}")
    assert not wrong, f"catches everything without saying why: {wrong}"


def _kinds(union) -> tuple[type, ...]:
    return union.__args__


def _is_command(source, name: str) -> bool:
    """Whether a function is a subcommand, whose arguments are the options that a person types."""
    return source.module in (f"app.cli.{name}", f"app.cli.studies.{name}")


def _reraises(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None
