"""Evaluation: a checked tree becomes functions, made once and called for every state.

A function takes whatever the language reads from (a sampler, a table of rows) and gives a number or an array of float64.  Sides
of different lengths, and what is not there, raise NoValue.  Division by zero is infinite, by numpy's rules; whoever calls says
that it is no error.  `truth` has comparisons.
"""
from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from physics.expressions.words import CONSTANTS, FUNCTIONS, OF_ANY, OPERATIONS

Value = Callable[[Any], Any]
Leaf = Callable[[ast.expr], Value]


class NoValue(Exception):
    """What would be measured does not exist; the message says what."""


def quantity(node: ast.expr, leaf: Leaf) -> Value:
    """The function of a quantity; `leaf` makes those of the language's own names and calls."""
    if isinstance(node, ast.Constant) or isinstance(node, ast.Name) and node.id in CONSTANTS:
        number = np.float64(node.value if isinstance(node, ast.Constant) else CONSTANTS[node.id])
        return lambda _: number
    if isinstance(node, ast.UnaryOp):
        inner = quantity(node.operand, leaf)
        return (lambda at: -inner(at)) if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        return paired(OPERATIONS[type(node.op)], node.left, node.right, leaf)
    if isinstance(node, ast.Call) and node.func.id in FUNCTIONS:
        return _applied(node, leaf)
    inner = leaf(node)
    return lambda at: np.asarray(inner(at), np.float64)


def _applied(node: ast.Call, leaf: Leaf) -> Value:
    function, inner = FUNCTIONS[node.func.id], quantity(node.args[0], leaf)
    if node.func.id in OF_ANY:
        return lambda at: function(_not_empty(inner(at), node))
    if node.func.id != "count":
        return lambda at: function(inner(at))

    def count(at: Any) -> float:
        try:
            return np.float64(np.size(inner(at)))
        except NoValue:
            return np.float64(0.0)
    return count


def _not_empty(value: Any, node: ast.Call) -> Any:
    if np.size(value) == 0:
        raise NoValue(f"there is nothing of which {ast.unparse(node)} could be taken")
    return value


def paired(operation: Callable, left: ast.expr, right: ast.expr, leaf: Leaf) -> Value:
    """The function of an operation on two quantities, entry by entry."""
    a, b = quantity(left, leaf), quantity(right, leaf)

    def both(at: Any) -> Any:
        return operation(*broadcast((left, right), (a(at), b(at))))
    return both


def broadcast(nodes: tuple[ast.expr, ast.expr], sides: tuple[Any, Any]) -> tuple[Any, Any]:
    """Both sides, if they have one shape.  Raises NoValue where they have none: some bodies of one side are gone."""
    if np.ndim(sides[0]) and np.ndim(sides[1]):
        try:
            np.broadcast_shapes(np.shape(sides[0]), np.shape(sides[1]))
        except ValueError:
            (left, right), (a, b) = map(ast.unparse, nodes), sides
            raise NoValue(f"{left} is {len(a)} values and {right} is {len(b)}") from None
    return sides
