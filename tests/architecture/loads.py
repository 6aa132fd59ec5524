"""What compiled code loads, read off its text: the other half of the `Reads` line in a kernel's docstring.

A load is `x[...]` whose value is used, a call of a lane function that reads (`load`, `gather_rows`, ...), or a call of a function
of physics that loads from the argument it is given.  Arrays are named by the kernel's own arguments, also when the code gives
them a short name or puts them into a NamedTuple on the way.
"""
from __future__ import annotations

import ast
from functools import cache
from typing import NamedTuple

from tests.architecture.sources import decorators
from tests.architecture.stores import Compiled, _called, _meant, compiled, tuples

# Code that builds instructions by hand cannot be read: (how its name begins, which argument it reads)
READING_INTRINSICS = (("load", 0), ("gather", 0), ("gather", 1), ("scatter", 1), ("add_rows", 0), ("replace_rows", 0),
                      ("replace_rows", 1), ("atomic_load", 0), ("atomic_add", 0), ("compare_and_swap", 0), ("copy_within", 0),
                      ("store_packed", 2))
PARTS = "physics.constraints.parts"                    # its formulas that choose by kind call `place_...` of each of its modules
Value = str | dict | None                              # the name of an array or a scalar; parts of a tuple; neither


class Loads(NamedTuple):
    """What a function uses, in terms of its own arguments."""

    loaded: frozenset[str]         # arrays whose numbers it reads
    used: frozenset[str]           # these, and what is used as it is: scalars of NamedTuples


@cache
def loads(name: str) -> Loads:
    """What the compiled function of this dotted name loads."""
    function = compiled()[name]
    if "intrinsic" in decorators(function.node):
        found = frozenset(function.arguments[k] for word, k in READING_INTRINSICS if function.node.name.startswith(word))
        return Loads(found, found)
    reader = _Reader(function)
    for statement in function.node.body:
        reader.visit(statement)
    return Loads(frozenset(reader.loaded), frozenset(reader.loaded | reader.used))


class _Reader(ast.NodeVisitor):
    """Goes through a function in the order of its text."""

    def __init__(self, function: Compiled):
        self.function, self.source = function, function.source
        self.names: dict[str, Value] = {
            name: {part: f"{name}.{part}" for part in function.parts[name]} if name in function.parts else name
            for name in function.arguments}
        self.loaded: set[str] = set()
        self.used: set[str] = set()

    def value(self, node: ast.AST) -> Value:
        """What an expression is, as far as it is an argument's."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.Attribute):
            base = self.value(node.value)
            if node.attr == "shape" and isinstance(base, str) and not base.endswith("bodies"):
                return None                            # how long an array is, not what is in it; those of bodies are shapes
            return base.get(node.attr) if isinstance(base, dict) else f"{base}.{node.attr}" if base else None
        if isinstance(node, ast.Subscript):
            base = self.value(node.value)
            if isinstance(base, dict) and isinstance(node.slice, ast.Constant):
                return list(base.values())[node.slice.value] if node.slice.value < len(base) else None
            return base if isinstance(base, str) else None
        if isinstance(node, ast.Tuple):
            return {str(k): self.value(each) for k, each in enumerate(node.elts)}
        if isinstance(node, ast.Call) and (fields := tuples().get(_meant(node, self.source))):
            named = {k.arg: self.value(k.value) for k in node.keywords}
            return dict(zip(fields, map(self.value, node.args), strict=False)) | named
        return None

    def bind(self, target: ast.AST, value: Value) -> None:
        """Give what a value is to the names that it is assigned to."""
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, ast.Tuple):
            parts = list(value.values()) if isinstance(value, dict) else [None] * len(target.elts)
            for one, part in zip(target.elts, parts + [None] * len(target.elts), strict=False):
                self.bind(one, part)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.take(node.value)
        for target in node.targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Subscript):
                    self.visit(part.slice)
            self.bind(target, self.value(node.value))

    def take(self, node: ast.AST) -> None:
        """Look into an expression that a name is given to: what is only named is not used yet."""
        if isinstance(node, ast.Tuple):
            for each in node.elts:
                self.take(each)
        elif not isinstance(node, (ast.Name, ast.Attribute)):
            self.visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        if isinstance(node.target, ast.Subscript):
            self.visit(node.target.slice)
            if isinstance(base := self.value(node.target.value), str):
                self.used.add(base)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.slice)
        base = self.value(node.value)
        if isinstance(base, str):
            self.loaded.add(base)
        elif not isinstance(node.value, (ast.Name, ast.Attribute)):
            self.visit(node.value)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        found = self.value(node)
        if isinstance(found, str):
            self.used.add(found)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(found := self.names.get(node.id), str):
            self.used.add(found)

    def visit_Call(self, node: ast.Call) -> None:
        meant = _meant(node, self.source)
        given = [*node.args, *(k.value for k in node.keywords)]
        if meant in tuples():
            for each in given:
                self.take(each)
            return
        if meant.startswith(f"{PARTS}.place_"):
            for name in (n for n, c in compiled().items() if c.source.module.startswith(f"{PARTS}.") and ".place_" in n):
                self.call(name, dict(zip(compiled()[name].arguments, node.args[1:], strict=False)))
            return
        name = _called(node, self.source)
        if name is None:
            for each in given:
                self.visit(each)
            return
        for each in given:
            if not isinstance(each, (ast.Name, ast.Attribute)):
                self.take(each)
        self.call(name, dict(zip(compiled()[name].arguments, node.args, strict=False)) | {k.arg: k.value for k in node.keywords})

    def call(self, name: str, given: dict[str, ast.AST]) -> None:
        """What a function loads of the arguments it is given."""
        found = loads(name)
        for wanted, kept in ((found.loaded, self.loaded), (found.used, self.used)):
            for chain in wanted:
                root, *parts = chain.split(".")
                value = self.value(given[root]) if root in given else None
                while parts and isinstance(value, dict):
                    part, *parts = parts
                    value = value.get(part)
                if isinstance(value, str):
                    kept.add(".".join((value, *parts)))
