"""What compiled code stores to, read off its text: the other half of the `Writes` line in a kernel's docstring.

A tuple argument whose parts the docstring names, "`step` = (pairs, contacts)", has fields of those names.  A NamedTuple made on
the way has the fields of its class.

A store is `x[...] = y` or `x[...] += y`, a call of a lane function that writes (`store`, `scatter_rows`, ...), or a
call of any function of physics that stores to the argument it is given.  Arrays are named by the kernel's own
arguments: `bodies.velocity` is the field of a NamedTuple argument, also when the code first gives it a short name.
"""
from __future__ import annotations

import ast
import re
from functools import cache
from typing import NamedTuple

from tests.architecture.sources import Function, Source, decorators, sources

# Code that builds instructions by hand cannot be read this way: (how its name begins, which argument it writes to)
WRITING_INTRINSICS = (("store", 0), ("stream", 0), ("scatter", 0), ("atomic", 0), ("add_rows", 0), ("replace_rows", 0),
                      ("replace_rows", 1))


class Compiled(NamedTuple):
    """One compiled function: where it stands and what it calls its arguments."""

    source: Source
    node: Function

    @property
    def arguments(self) -> list[str]:
        """Names of the arguments that a caller in compiled code gives."""
        names = [a.arg for a in self.node.args.args]
        return names[1:] if "intrinsic" in decorators(self.node) else names

    @property
    def parts(self) -> dict[str, list[str]]:
        """Argument -> names of its parts, for the tuples that the docstring spells out."""
        found = re.findall(r"`?\b(\w+)`? = \(([\w\s,]+)\)", ast.get_docstring(self.node) or "")
        return {name: [p.strip() for p in parts.split(",")] for name, parts in found if name in self.arguments}

    def full_name(self, name: str) -> str:
        """`pairs.a` as `step.pairs.a` when `pairs` is a part of the tuple argument `step`; other names as they are."""
        start = name.split(".")[0]
        owner = next((a for a, parts in self.parts.items() if start in parts), None)
        return name if start in self.arguments or owner is None else f"{owner}.{name}"


@cache
def compiled() -> dict[str, Compiled]:
    """Dotted name -> compiled function, for all of physics."""
    return {f"{source.module}.{name}": Compiled(source, node)
            for source in sources("physics") for name, node in source.functions()
            if decorators(node) & {"kernel", "verb", "formula", "routine", "intrinsic"}}


@cache
def stores(name: str) -> frozenset[str]:
    """The arrays that the compiled function of this dotted name stores to, in terms of its own arguments."""
    function = compiled()[name]
    if "intrinsic" in decorators(function.node):
        return frozenset(function.arguments[k] for word, k in WRITING_INTRINSICS if function.node.name.startswith(word))
    return frozenset(_stores(function))


@cache
def _imported(module: str) -> dict[str, str]:
    """Name in a module -> dotted name that it was imported from."""
    source = next(s for s in sources("physics") if s.module == module)
    return {alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in source.nodes if isinstance(node, ast.ImportFrom) for alias in node.names}


@cache
def tuples() -> dict[str, list[str]]:
    """Dotted name of a NamedTuple of physics -> its fields."""
    return {f"{source.module}.{node.name}": [a.target.id for a in node.body if isinstance(a, ast.AnnAssign)]
            for source in sources("physics") for node in source.tree.body
            if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "NamedTuple" for base in node.bases)}


def _meant(call: ast.Call, source: Source) -> str:
    """Dotted name of what a call means."""
    start, _, rest = ast.unparse(call.func).partition(".")
    start = _imported(source.module).get(start, f"{source.module}.{start}")
    return f"{start}.{rest}" if rest else start


def _called(call: ast.Call, source: Source) -> str | None:
    """Dotted name of the compiled function that a call means, or None when it means something else."""
    dotted = _meant(call, source)
    return dotted if dotted in compiled() else None


def _stores(function: Compiled) -> set[str]:
    node = function.node
    names = {argument: argument for argument in function.arguments}
    fields: dict[str, dict[str, str]] = {}               # name of a NamedTuple made here -> field -> array
    written: set[str] = set()

    def chain(target: ast.AST) -> str | None:
        """`a.b` of an expression `a.b`, `a.b[...]` or a short name for it; None when it is no argument's."""
        if isinstance(target, ast.Subscript):
            return chain(target.value)
        if isinstance(target, ast.Attribute):
            if isinstance(target.value, ast.Name) and target.value.id in fields:
                return fields[target.value.id].get(target.attr)
            start = chain(target.value)
            return f"{start}.{target.attr}" if start else None
        return names.get(target.id) if isinstance(target, ast.Name) else None

    def made_of(value: ast.AST) -> dict[str, str]:
        """Field -> array of a NamedTuple: a name that was given one, or the call that makes it."""
        if isinstance(value, ast.Name):
            return fields.get(value.id, {})
        if not isinstance(value, ast.Call):
            return {}
        given = dict(zip(tuples().get(_meant(value, function.source), ()), value.args, strict=False))
        return {field: start for field, each in given.items() if (start := chain(each))}

    def bind(target: ast.AST, value: ast.AST) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, other in zip(target.elts, value.elts, strict=True):
                bind(one, other)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Name):
            for one, part in zip(target.elts, function.parts.get(value.id, ()), strict=False):
                if isinstance(one, ast.Name):
                    names[one.id] = f"{value.id}.{part}"
        elif isinstance(target, ast.Name) and isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)) and chain(value):
            names[target.id] = chain(value)
        elif isinstance(target, ast.Name):
            names.pop(target.id, None)
            if made := made_of(value):
                fields[target.id] = made

    def visit(statement: ast.AST) -> None:
        for call in (n for n in ast.walk(statement) if isinstance(n, ast.Call)):
            written.update(_stored_by_call(call, function.source, chain, made_of))
        for part in ast.walk(statement):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AugAssign) else []
            for target in targets:
                for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(one, ast.Subscript) and chain(one):
                        written.add(chain(one))

    for part in ast.walk(node):
        if isinstance(part, ast.Assign) and len(part.targets) == 1:
            bind(part.targets[0], part.value)
    for statement in node.body:
        visit(statement)
    return written


def _stored_by_call(call: ast.Call, source: Source, chain, made_of) -> set[str]:
    """What a call stores to, in the caller's names."""
    callee = _called(call, source)
    if callee is None:
        return set()
    given = dict(zip(compiled()[callee].arguments, call.args, strict=False)) | {k.arg: k.value for k in call.keywords}
    found = set()
    for name in stores(callee):
        root, _, rest = name.partition(".")
        value = given.get(root)
        if isinstance(value, ast.Tuple):                     # `step.contacts.data`, where (pairs, contacts) is given for `step`
            part, _, rest = rest.partition(".")
            value = dict(zip(compiled()[callee].parts.get(root, ()), value.elts, strict=False)).get(part)
        start = chain(value) if value is not None else None
        if value is not None and (made := made_of(value)):
            part, _, rest = rest.partition(".")
            start = made.get(part)
        if start:
            found.add(f"{start}.{rest}" if rest else start)
    return found
