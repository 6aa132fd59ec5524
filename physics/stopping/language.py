"""The language of stop expressions: metrics and readings of bodies and joints, columns of the rows, and named conditions.

    max_penetration > 0.01                       a metric of the world
    speed(crate) > 3                             a reading of a body; of several it holds for one of them at least
    kind == normal and impulse > 10              columns of the rows: one row for which both hold
    first_contact or energy_rise > 5             a named condition, a quantity of the step
"""
from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

import numpy as np

from physics.expressions.columns import ROW, Columns, check_named, is_column
from physics.expressions.columns import special as named_value
from physics.expressions.evaluation import Value
from physics.expressions.grammar import Place
from physics.expressions.truth import ONE, Family, Truth, compared
from physics.measure.quantities import KINDS, PAIRED, Quantities, Selections
from physics.stopping.conditions import CONDITIONS, STEP_QUANTITIES, Moment, rows_of


class StopLanguage(Quantities):
    """Metrics, columns of rows, named conditions."""

    logic = True
    example = "max_penetration > 0.01"

    def __init__(self, columns: Columns):
        super().__init__()
        self.columns, self.own = columns, [*super().words(), *STEP_QUANTITIES, *CONDITIONS]

    def words(self) -> Iterable[str]:
        return [*self.own, *self.columns.names]

    def check_name(self, node: ast.Name, place: Place) -> None:
        if node.id in self.own or not is_column(self.columns, node, place):
            super().check_name(node, place)

    def check_comparison(self, node: ast.Compare, place: Place) -> bool:
        return check_named(self.columns, node, place)

    def is_truth(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in CONDITIONS


class StopMeanings:
    """What the words mean at a `Moment`; see `expressions.truth.Meanings`.

    calls  family of bodies -> the call that it came from
    """

    def __init__(self, text: str, columns: Columns, selections: Selections):
        self.text, self.columns, self.selections = text, columns, selections
        self.calls: dict[Family, ast.Call] = {}

    def leaf(self, node: ast.expr) -> Value:
        """The function of a moment that a name or a call stands for."""
        if isinstance(node, ast.Name) and node.id in self.columns.names:
            return read_column(node.id)
        if isinstance(node, ast.Name) and node.id in STEP_QUANTITIES:
            return STEP_QUANTITIES[node.id].measure
        measured = self.selections.leaf(node)
        return lambda moment: measured(moment.sampler)

    def family(self, node: ast.expr) -> Family:
        """What a name or a call has an entry for."""
        if isinstance(node, ast.Name):
            return ROW if node.id in self.columns.names else Family("joint") if node.id in KINDS else ONE
        if node.func.id in PAIRED:
            return ONE
        family = Family(KINDS[node.func.id], ", ".join(ast.unparse(argument) for argument in node.args))
        self.calls[family] = node
        return family

    def special(self, node: ast.expr) -> Truth | None:
        """A named condition, or a comparison with a named value of a column."""
        if isinstance(node, ast.Name):
            measure = CONDITIONS[node.id].measure
            return compared(node, lambda moment: np.bool_(bool(measure(moment))), ONE)
        return named_value(self.columns, node, read_column)


def read_column(name: str) -> Value:
    """The function of a moment that reads a column of the rows of the step.  It raises NoValue where they cannot be read."""
    def column(moment: Moment) -> Any:
        return getattr(rows_of(moment.world), name)
    return column
