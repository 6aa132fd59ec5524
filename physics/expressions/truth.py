"""Truths: comparisons joined by `and`, `or`, `not`, as functions that give True or False for each body, joint or row.

What a value belongs to is its family: a kind ("body", "joint", "row"; "" for one number) and what of that kind.  Values of one
family are compared and joined entry by entry.  Truths of different families are joined as wholes: each holds when it holds for
one of its entries.  A comparison of what is not there is false, and so is one with a number that is none.
"""
from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from physics.expressions.error import at_node
from physics.expressions.evaluation import NoValue, Value, paired
from physics.expressions.words import COMPARISONS, CONSTANTS, EACH, FUNCTIONS


class Family(NamedTuple):
    """What a value has an entry for."""

    kind: str                    # "", "body", "joint" or "row"
    of: str | None = ""          # which of them, as written; None: of two lists


ONE = Family("")


class Meanings(Protocol):
    """What the words of a language mean."""

    text: str                    # the expression

    def leaf(self, node: ast.expr) -> Value:
        """The function of a quantity by name or call."""

    def family(self, node: ast.expr) -> Family:
        """What that quantity belongs to."""

    def special(self, node: ast.expr) -> "Truth | None":
        """The truth of a name, or of a comparison that is not of quantities; None for all others."""


class Truth(NamedTuple):
    """A truth: its function, what it has an entry for, and the comparisons in it."""

    held: Value
    family: Family
    parts: tuple["Compared", ...] = ()


class Compared(NamedTuple):
    """One comparison, or a truth by name."""

    node: ast.expr
    held: Value
    family: Family


def family_of(node: ast.expr, meanings: Meanings) -> Family:
    """The family of a quantity.  Raises ExpressionError for one made of two kinds."""
    if isinstance(node, ast.Constant) or isinstance(node, ast.Name) and node.id in CONSTANTS:
        return ONE
    if isinstance(node, ast.UnaryOp):
        return family_of(node.operand, meanings)
    if isinstance(node, ast.BinOp):
        return _common(node, (node.left, node.right), meanings)
    if isinstance(node, ast.Call) and node.func.id in FUNCTIONS:
        inner = family_of(node.args[0], meanings)
        return inner if node.func.id in EACH else ONE
    return meanings.family(node)


def _common(node: ast.expr, sides: tuple[ast.expr, ...], meanings: Meanings) -> Family:
    """The family of an operation on these."""
    found = [(side, family) for side in sides if (family := family_of(side, meanings)) != ONE]
    for (first, one), (second, other) in zip(found, found[1:]):
        if one.kind != other.kind:
            raise at_node(f"{ast.unparse(first)} is a number for each {one.kind}, {ast.unparse(second)} for each {other.kind}; "
                          f"take one number, for instance max({ast.unparse(second)})", meanings.text, node)
    families = {family for _, family in found}
    return families.pop() if len(families) == 1 else Family(found[0][1].kind, None) if found else ONE


def truth(node: ast.expr, meanings: Meanings) -> Truth:
    """The truth of a checked tree."""
    special = meanings.special(node)
    if special is not None:
        return special
    if isinstance(node, ast.BoolOp):
        return _joined([truth(part, meanings) for part in node.values],
                       np.logical_and if isinstance(node.op, ast.And) else np.logical_or)
    if isinstance(node, ast.UnaryOp):
        inner = truth(node.operand, meanings)
        return inner._replace(held=lambda at: np.logical_not(inner.held(at)))
    sides = [node.left, *node.comparators]
    pairs = [ast.Compare(a, [op], [b]) for a, op, b in zip(sides, node.ops, sides[1:])]
    parts = [_comparison(pair, meanings) for pair in pairs]
    return parts[0] if len(parts) == 1 else _joined(parts, np.logical_and)


def _comparison(node: ast.Compare, meanings: Meanings) -> Truth:
    (op,), (right,) = node.ops, node.comparators
    family = _common(node.left, (node.left, right), meanings)
    return compared(node, or_false(paired(COMPARISONS[type(op)], node.left, right, meanings.leaf)), family)


def compared(node: ast.expr, held: Value, family: Family) -> Truth:
    """The truth that is one comparison."""
    return Truth(held, family, (Compared(node, held, family),))


def or_false(value: Value) -> Value:
    """The function, False where there is nothing to compare."""
    def held(at: Any) -> Any:
        try:
            return value(at)
        except NoValue:
            return np.False_
    return held


def _joined(parts: list[Truth], operation: Callable) -> Truth:
    """Truths joined entry by entry where they have the same entries, else as wholes."""
    families = {part.family for part in parts if part.family != ONE}
    alike = len(families) <= 1 and all(family.of is not None for family in families)
    compares = tuple(compare for part in parts for compare in part.parts)

    def held(at: Any) -> Any:
        found = [mask if np.size(mask := part.held(at)) else np.False_ for part in parts]       # of nothing, none holds
        if not alike or len({np.shape(one) for one in found if np.ndim(one)}) > 1:
            found = [np.any(one) for one in found]
        joined = found[0]
        for one in found[1:]:
            joined = operation(joined, one)
        return joined
    return Truth(held, families.pop() if alike and families else ONE, compares)
