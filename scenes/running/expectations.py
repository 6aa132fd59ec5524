"""Expectations: the language of `expect:`, expressions over metrics that are evaluated while a world runs.

    max_penetration < 0.01
    max(speed(brick)) < 0.1
    abs(joint_measure(door)) < 1.6
    inside(gate, "ball_*") > 2
    peak(height(ball)) - 0.5 <= 5 * restitution(ball)**2 + 0.2

The words are those of `physics.measure.quantities`.  `start(x)` is x at time 0; `peak lowest first last average` evaluate all
steps of the window.  A comparison of an array holds when it holds for every entry.  `judge` evaluates it.
"""
from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from physics.expressions import grammar
from physics.expressions.grammar import Place, check_one
from physics.measure.quantities import Quantities

WINDOWS: dict[str, Callable] = {
    "peak": np.maximum, "lowest": np.minimum, "average": operator.add,
    "first": lambda old, new: old, "last": lambda old, new: new}
START = "start"


class Expression(NamedTuple):
    """A checked expression.

    tree       the comparison, logic or quantity at its top
    selectors  names and patterns in it, each with its kind: "body" or "joint"
    windowed   whether it depends on all steps of its window, and so is judged once, at the window's end
    """

    tree: ast.expr
    selectors: tuple[tuple[str, str], ...]
    windowed: bool


class Expectations(Quantities):
    """Metrics, and functions over time."""

    def functions(self) -> Iterable[str]:
        return [*WINDOWS, START, *super().functions()]

    def check_call(self, node: ast.Call, place: Place) -> None:
        if node.func.id in WINDOWS or node.func.id == START:
            check_one(node, place)
            self._check_times(node, place)
        else:
            super().check_call(node, place)

    @staticmethod
    def _check_times(node: ast.Call, place: Place) -> None:
        """What a function over time holds is a quantity of one moment; in those of a window, start(...) too."""
        outer = node.func.id
        for inner in grammar.calls(node.args[0]):
            name = inner.func.id
            if name in WINDOWS or name == START == outer:
                allowed = "a quantity of one moment" + ("" if outer == START else ", or start(...) of one")
                raise place.wrong(inner, f"{outer} holds {allowed}, and not {name}(...)")


def parse(text: str, compares: bool = True) -> Expression:
    """The expression in `text`, a comparison or, when not `compares`, a quantity; ExpressionError names the invalid part and the
    allowed ones."""
    language = Expectations()
    tree = grammar.parse(text, language, compares)
    windowed = any(node.func.id in WINDOWS for node in grammar.calls(tree))
    return Expression(tree, tuple(language.selectors), windowed)
