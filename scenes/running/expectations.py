"""Expectations: arithmetic over metrics under `expect:`, parsed safely and evaluated while a world runs.

    max_penetration < 0.01                              a metric of the world
    max(speed(brick)) < 0.1                             of bodies: a name, a generator's name, "brick_*", or nothing for all
    abs(joint_measure(door)) < 1.6                      of joints, in the same way; without parentheses all of them
    inside(gate, "ball_*") > 2                          of two: how many of these bodies overlap these sensors
    peak(height(ball)) - 0.5 <= 5 * restitution(ball)**2 + 0.2

`min max sum mean norm abs sqrt` reduce; `start(x)` is x at time 0; `peak lowest first last average` evaluate all steps of the
window.  A comparison of an array holds when it holds for every entry.  Python's own parser makes the tree, of which only these
forms are accepted; nothing is evaluated as Python.  `judge` evaluates it.
"""
from __future__ import annotations

import ast
import fnmatch
import math
import operator
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from physics.definitions.tunable import nearest
from physics.measure.metrics import DIVIDED, METRICS, unknown

LONGEST = 400       # characters of an expression
ALLOWED_ARITHMETIC: dict[type, Callable] = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
                                            ast.Div: operator.truediv, ast.Pow: operator.pow}
COMPARISONS: dict[type, Callable] = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge}
REDUCERS: dict[str, Callable] = {
    "min": np.min, "max": np.max, "sum": np.sum, "mean": np.mean, "abs": np.abs, "sqrt": np.sqrt, "count": np.size,
    "norm": lambda v: np.sqrt((np.asarray(v) ** 2).sum(-1))}
WINDOWS: dict[str, Callable] = {
    "peak": np.maximum, "lowest": np.minimum, "average": operator.add,
    "first": lambda old, new: old, "last": lambda old, new: new}
CONSTANTS = {"pi": math.pi, "g": 9.81}
SUBJECTS = {"bodies": "body", "joints": "joint", "pairs": "body"}                # scope of a metric -> what its arguments name
WORDS = [name for name, found in METRICS.items() if found.scope in ("world", "joints")]
KINDS = {name: SUBJECTS[found.scope] for name, found in METRICS.items() if found.scope != "world"}
PAIRED = [name for name, found in METRICS.items() if found.scope == "pairs"]
FUNCTIONS = [*REDUCERS, *WINDOWS, "start", *KINDS]


class Expression(NamedTuple):
    """A checked expression.

    tree       the comparison, logic or quantity at its top
    selectors  names and patterns in it, each with its kind: "body" or "joint"
    windowed   whether it depends on all steps of its window, and so is judged once, at the window's end
    """

    tree: ast.expr
    selectors: tuple[tuple[str, str], ...]
    windowed: bool


def parse(text: str, compares: bool = True) -> Expression:
    """The expression in `text`, a comparison or, when not `compares`, a quantity; ValueError names the invalid part and the
    allowed ones."""
    if len(text) > LONGEST:
        raise ValueError(f"longer than {LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ValueError(f"{text!r} is not an expression: {getattr(error, 'msg', error)}") from None
    if compares and not isinstance(tree, (ast.Compare, ast.BoolOp)):
        raise ValueError(f"{text!r} compares nothing; write for instance max_penetration < 0.01")
    if not compares and isinstance(tree, (ast.Compare, ast.BoolOp)):
        raise ValueError(f"{text!r} compares; write a quantity alone, for instance max_penetration")
    selectors: list[tuple[str, str]] = []
    _check(tree, selectors)
    windowed = any(isinstance(n, ast.Call) and n.func.id in WINDOWS for n in ast.walk(tree))
    return Expression(tree, tuple(selectors), windowed)


def _check(node: ast.expr, selectors: list[tuple[str, str]]) -> None:
    """Raise ValueError for anything that is not in the language; collect the selectors."""
    if isinstance(node, ast.BoolOp):
        for part in node.values:
            if not isinstance(part, (ast.Compare, ast.BoolOp)):
                raise ValueError("`and` and `or` join comparisons")
            _check(part, selectors)
    elif isinstance(node, ast.Compare):
        for op in node.ops:
            if type(op) not in COMPARISONS:
                raise ValueError("compare with <, <=, > or >=; equality is abs(a - b) < tolerance")
        for part in (node.left, *node.comparators):
            _check(part, selectors)
    elif isinstance(node, ast.BinOp) and type(node.op) in ALLOWED_ARITHMETIC:
        _check(node.left, selectors)
        _check(node.right, selectors)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        _check(node.operand, selectors)
    elif isinstance(node, ast.Call):
        _check_call(node, selectors)
    elif isinstance(node, ast.Name):
        if node.id in PAIRED:
            raise ValueError(f"{node.id} takes a sensor and a body: {node.id}(gate, ball)")
        if KINDS.get(node.id) == "body":
            raise ValueError(f"{node.id} is measured on bodies: {node.id}() for all, {node.id}(name) for some")
        if node.id not in WORDS and node.id not in CONSTANTS:
            raise ValueError(unknown(node.id, [*WORDS, *CONSTANTS]))
    elif not (isinstance(node, ast.Constant) and type(node.value) in (int, float)):
        raise ValueError(f"{ast.unparse(node)!r} is not allowed here; use numbers, metrics, + - * / ** and functions")


def _check_call(node: ast.Call, selectors: list[tuple[str, str]]) -> None:
    name = node.func.id if isinstance(node.func, ast.Name) else None
    if name in DIVIDED:
        raise ValueError(unknown(name))
    if name not in FUNCTIONS:
        word = repr(name or ast.unparse(node.func))
        raise ValueError(f"there is no function {word}; {nearest(name, FUNCTIONS)}allowed are {', '.join(FUNCTIONS)}")
    if node.keywords:
        raise ValueError(f"{name} takes no named arguments")
    if name in PAIRED and len(node.args) != 2:
        raise ValueError(f"{name} takes a sensor and a body: {name}(gate, ball)")
    if name in KINDS:
        for argument in node.args:
            selectors.append((KINDS[name], selector_of(argument, KINDS[name])))
    elif len(node.args) != 1:
        raise ValueError(f"{name} takes one argument")
    else:
        _check(node.args[0], selectors)


def selector_of(node: ast.expr, kind: str) -> str:
    """The name or pattern that is written there; ValueError for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):                  # doll_0.head is one name
        return f"{selector_of(node.value, kind)}.{node.attr}"
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise ValueError(f"{ast.unparse(node)!r} names no {kind}; write a name or a pattern such as \"brick_*\"")


def select(selector: str, names: Mapping[str, int]) -> list[int]:
    """Uids of the bodies or joints of a selector: that of this name, else those numbered under it, else by pattern."""
    if selector in names:
        return [names[selector]]
    numbered = [uid for name, uid in names.items() if name.startswith(f"{selector}_") and name[len(selector) + 1:].isdigit()]
    return numbered or [uid for name, uid in names.items() if fnmatch.fnmatchcase(name, selector)]
