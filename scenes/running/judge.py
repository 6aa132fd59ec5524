"""The judge of one expectation: it evaluates the expression while a world runs.

What has no subject is false: a comparison that measures a body or joint that is gone, or all bodies of a world without any.  It
says so, and the other part of an `or` may still hold.  `count` of nothing is 0.
"""
from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from physics.expressions.evaluation import NoValue, Value, broadcast, quantity
from physics.expressions.grammar import calls
from physics.expressions.words import COMPARISONS
from physics.measure.quantities import Selections
from physics.measure.sampler import Sampler
from scenes.running.expectations import START, WINDOWS, Expression

SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}

class Judgement(NamedTuple):
    """One evaluation: whether it holds, the judged value, and the margin (negative when it does not hold).

    limit     the value on the other side
    compared  the comparison that decided: its left side, its sign and its right side
    missing   why there was nothing to compare, "" when there was
    """

    passed: bool
    value: float
    margin: float
    limit: float = math.nan
    compared: tuple[ast.expr, ast.cmpop, ast.expr] | None = None
    missing: str = ""

    @property
    def rank(self) -> tuple[bool, float]:
        """The order of judgements: what fails comes first, and then the smaller margin."""
        return self.passed, self.margin

    def said(self, whole: ast.expr) -> str:
        """What was compared, as text; `whole` is the expression, of which it may be a part."""
        left, op, right = self.compared
        part = ast.unparse(ast.Compare(left, [op], [right]))
        of = f"in its part {part!r} " if isinstance(whole, ast.BoolOp) or len(whole.ops) > 1 else ""
        if self.missing:
            return f"{of}{self.missing}"
        sign, shown = SIGNS[type(op)], ast.unparse(left)
        if isinstance(left, ast.Constant):
            sign, shown = MIRRORED[sign], ast.unparse(right)
        return f"{of}{shown} is {self.value:.6g}; it must be {sign} {self.limit:.6g}"


RANK = attrgetter("rank")


class Judge:
    """Evaluates one expression step by step.  `bodies` and `joints` map the document's names to uids."""

    def __init__(self, expression: Expression, bodies: Mapping[str, int], joints: Mapping[str, int]):
        self.expression = expression
        self.selections = Selections(expression.selectors, bodies, joints)
        self.memory: dict[int, Any] = {}          # node -> data of start(...) or of a window function, or its NoValue
        self.steps = 0
        self._made: dict[int, Value] = {}         # node -> the function of its quantity

    def begin(self, sampler: Sampler) -> None:
        """Evaluate start(...) at time 0."""
        for node in calls(self.expression.tree):
            if node.func.id == START:
                self.memory[id(node)] = self._kept(node, sampler)

    def judge(self, sampler: Sampler) -> Judgement:
        """Evaluate one step of the window, and compare."""
        self.look(sampler)
        with np.errstate(all="ignore"):
            return self._truth(self.expression.tree, sampler)

    def look(self, sampler: Sampler) -> None:
        """Evaluate one step of the window."""
        self.steps += 1
        for node in calls(self.expression.tree):
            if node.func.id in WINDOWS:
                self.memory[id(node)] = self._longer(node, self.memory.get(id(node)), self._kept(node, sampler))

    def quantity(self, sampler: Sampler) -> np.ndarray:
        """The value of an expression without comparison at the last step: a number or an array.  Raises NoValue."""
        with np.errstate(all="ignore"):
            return np.asarray(self._value(self.expression.tree, sampler), float)

    def _kept(self, node: ast.Call, sampler: Sampler) -> Any:
        """The value of the argument, or its NoValue."""
        try:
            return self._value(node.args[0], sampler)
        except NoValue as missing:
            return missing

    @staticmethod
    def _longer(node: ast.Call, old: Any, new: Any) -> Any:
        """The data of a window function with one step more."""
        if old is None or isinstance(old, NoValue):
            return new if old is None else old
        if isinstance(new, NoValue):
            return new
        if np.shape(old) != np.shape(new):
            return _changed(node, old, new)
        return WINDOWS[node.func.id](old, new)

    def _truth(self, node: ast.expr, sampler: Sampler) -> Judgement:
        if isinstance(node, ast.BoolOp):
            parts = [self._truth(part, sampler) for part in node.values]
            return (min if isinstance(node.op, ast.And) else max)(parts, key=RANK)
        sides = [node.left, *node.comparators]
        judgements = [self._compare(left, op, right, sampler) for left, op, right in zip(sides, node.ops, sides[1:])]
        return min(judgements, key=RANK)

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr, sampler: Sampler) -> Judgement:
        """Compare; the entry with the smallest margin decides, NaN never holds."""
        try:
            sides = [np.asarray(self._value(side, sampler), float) for side in (left, right)]
            a, b = np.broadcast_arrays(*broadcast((left, right), sides))
        except NoValue as missing:
            return Judgement(False, math.nan, -math.inf, compared=(left, op, right), missing=str(missing))
        below = isinstance(op, (ast.Lt, ast.LtE))
        margins = np.nan_to_num(b - a if below else a - b, nan=-np.inf)
        worst = int(np.argmin(margins))
        shown, limit = (b, a) if isinstance(left, ast.Constant) else (a, b)
        return Judgement(bool(np.all(COMPARISONS[type(op)](a, b))), float(shown.flat[worst]), float(margins.flat[worst]),
                         float(limit.flat[worst]), (left, op, right))

    def _value(self, node: ast.expr, sampler: Sampler) -> Any:
        """A number or an array.  Raises NoValue."""
        if id(node) not in self._made:
            self._made[id(node)] = quantity(node, self._leaf)
        return self._made[id(node)](sampler)

    def _leaf(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Call) and (node.func.id in WINDOWS or node.func.id == START):
            return lambda sampler: self._remembered(node, sampler)
        return self.selections.leaf(node)

    def _remembered(self, node: ast.Call, sampler: Sampler) -> Any:
        """The value of start(...) or of a window function."""
        name, seen = node.func.id, self.memory[id(node)]
        if isinstance(seen, NoValue):
            raise seen
        if name == START and np.size(seen) > 1 and np.shape(seen) != np.shape(now := self._value(node.args[0], sampler)):
            raise _changed(node, seen, now)
        return seen / self.steps if name == "average" else seen


def _changed(node: ast.Call, old: Any, new: Any) -> NoValue:
    return NoValue(f"{ast.unparse(node)} has no value: what it measures was {np.size(old)} values, and now is {np.size(new)}")
