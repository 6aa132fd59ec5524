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

from physics.measure.metrics import METRICS
from physics.measure.sampler import Sampler
from scenes.running.expectations import (
    ALLOWED_ARITHMETIC,
    COMPARISONS,
    CONSTANTS,
    KINDS,
    PAIRED,
    REDUCERS,
    WINDOWS,
    Expression,
    select,
    selector_of,
)

SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
PLURALS = {"bodies": "dynamic body", "joints": "joint"}


class NoSubject(Exception):
    """What would be measured does not exist; the message says what."""


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
        names = {"body": bodies, "joint": joints}
        self.uids = {(kind, selector): select(selector, names[kind]) for kind, selector in expression.selectors}
        self.memory: dict[int, Any] = {}          # node -> data of start(...) or of a window function, or its NoSubject
        self.steps = 0

    def begin(self, sampler: Sampler) -> None:
        """Evaluate start(...) at time 0."""
        for node in ast.walk(self.expression.tree):
            if isinstance(node, ast.Call) and node.func.id == "start":
                self.memory[id(node)] = self._kept(node, sampler)

    def judge(self, sampler: Sampler) -> Judgement:
        """Evaluate one step of the window, and compare."""
        self.look(sampler)
        with np.errstate(all="ignore"):
            return self._truth(self.expression.tree, sampler)

    def look(self, sampler: Sampler) -> None:
        """Evaluate one step of the window."""
        self.steps += 1
        for node in ast.walk(self.expression.tree):
            if isinstance(node, ast.Call) and node.func.id in WINDOWS:
                self.memory[id(node)] = self._longer(node, self.memory.get(id(node)), self._kept(node, sampler))

    def quantity(self, sampler: Sampler) -> np.ndarray:
        """The value of an expression without comparison at the last step: a number or an array.  Raises NoSubject."""
        with np.errstate(all="ignore"):
            return np.asarray(self._value(self.expression.tree, sampler), float)

    def _kept(self, node: ast.Call, sampler: Sampler) -> Any:
        """The value of the argument, or its NoSubject."""
        try:
            return self._value(node.args[0], sampler)
        except NoSubject as missing:
            return missing

    @staticmethod
    def _longer(node: ast.Call, old: Any, new: Any) -> Any:
        """The data of a window function with one step more."""
        if old is None or isinstance(old, NoSubject):
            return new if old is None else old
        if isinstance(new, NoSubject):
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
            a, b = _broadcast((left, right), sides)
        except NoSubject as missing:
            return Judgement(False, math.nan, -math.inf, compared=(left, op, right), missing=str(missing))
        below = isinstance(op, (ast.Lt, ast.LtE))
        margins = np.nan_to_num(b - a if below else a - b, nan=-np.inf)
        worst = int(np.argmin(margins))
        shown, limit = (b, a) if isinstance(left, ast.Constant) else (a, b)
        return Judgement(bool(np.all(COMPARISONS[type(op)](a, b))), float(shown.flat[worst]), float(margins.flat[worst]),
                         float(limit.flat[worst]), (left, op, right))

    def _value(self, node: ast.expr, sampler: Sampler) -> Any:
        """A number or an array.  Raises NoSubject."""
        if isinstance(node, ast.Constant):
            return float(node.value)
        if isinstance(node, ast.Name):
            return CONSTANTS[node.id] if node.id in CONSTANTS else self._measured(node.id, None, sampler)
        if isinstance(node, ast.UnaryOp):
            value = np.asarray(self._value(node.operand, sampler), float)
            return -value if isinstance(node.op, ast.USub) else value
        if isinstance(node, ast.BinOp):
            return self._arithmetic(node, sampler)
        name = node.func.id
        if name in PAIRED:
            return sampler.read(name, *(self._subjects(KINDS[name], [argument], sampler) for argument in node.args))
        if name in KINDS:
            return self._measured(name, self._subjects(KINDS[name], node.args, sampler) if node.args else None, sampler)
        if name == "count":
            return self._count(node.args[0], sampler)
        if name in REDUCERS:
            return REDUCERS[name](np.asarray(self._value(node.args[0], sampler), float))
        return self._remembered(node, sampler)

    def _remembered(self, node: ast.Call, sampler: Sampler) -> Any:
        """The value of start(...) or of a window function."""
        name, seen = node.func.id, self.memory[id(node)]
        if isinstance(seen, NoSubject):
            raise seen
        if name == "start" and np.size(seen) > 1 and np.shape(seen) != np.shape(now := self._value(node.args[0], sampler)):
            raise _changed(node, seen, now)
        return seen / self.steps if name == "average" else seen

    def _arithmetic(self, node: ast.BinOp, sampler: Sampler) -> np.ndarray:
        sides = [np.asarray(self._value(side, sampler), float) for side in (node.left, node.right)]
        return ALLOWED_ARITHMETIC[type(node.op)](*_broadcast((node.left, node.right), sides))

    def _count(self, node: ast.expr, sampler: Sampler) -> float:
        try:
            return float(REDUCERS["count"](self._value(node, sampler)))
        except NoSubject:
            return 0.0

    @staticmethod
    def _measured(name: str, uids: list[int] | None, sampler: Sampler) -> Any:
        value, about = sampler.read(name, uids), METRICS[name]
        if np.size(value) == 0:
            hint = "; joints that broke or are off have none" if about.partial and len(sampler.now.joints.uids) else ""
            raise NoSubject(f"there is no {PLURALS[about.scope]} that {name} could measure{hint}")
        return value

    def _subjects(self, kind: str, arguments: list[ast.expr], sampler: Sampler) -> list[int]:
        """Uids of what the arguments name; each must still name something."""
        found: list[int] = []
        for argument in arguments:
            selector = selector_of(argument, kind)
            uids = self.uids[kind, selector]
            if not sampler.any_left(kind, uids):
                raise NoSubject(f"there is no {kind} {selector!r} {'any more' if uids else 'here'}")
            found += uids
        return found


def _changed(node: ast.Call, old: Any, new: Any) -> NoSubject:
    return NoSubject(f"{ast.unparse(node)} has no value: what it measures was {np.size(old)} values, and now is {np.size(new)}")


def _broadcast(nodes: tuple[ast.expr, ast.expr], sides: list[np.ndarray]) -> list[np.ndarray]:
    """Both sides in one shape.  Raises NoSubject where they have none: some bodies of one side are gone."""
    try:
        return np.broadcast_arrays(*sides)
    except ValueError:
        (left, right), (a, b) = map(ast.unparse, nodes), sides
        raise NoSubject(f"{left} is {len(a)} values and {right} is {len(b)}") from None
