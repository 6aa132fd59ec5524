"""Columns: a table whose columns are words of expressions, and a filter over its rows.

    kinds = {"kind": {"normal": 0, "friction": 1}}
    Filter("kind == normal and impulse > 10", Columns(("kind", "impulse"), kinds)).mask(table)      # (m,) bool

A column with named values is compared with one of its names, by == or !=.  A name in quotes is always a name: `a == "upper"` is
the body that is called so, where `upper` alone is a column.
"""
from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from physics.definitions.tunable import nearest
from physics.expressions import truth
from physics.expressions.evaluation import Value
from physics.expressions.grammar import Language, Place, name_of, one_line, parse
from physics.expressions.truth import Family, Truth, compared
from physics.expressions.words import COMPARISONS, CONSTANTS, EQUALITY

ROW = Family("row")
MOST_NAMES = 12                    # in a message


def some_of(names: Collection[str]) -> str:
    """Names for a message: all, or the first ones and how many more."""
    shown = ", ".join(list(names)[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else f"{shown} and {len(names) - MOST_NAMES:,} more"


class Columns(NamedTuple):
    """The columns of a table, and the names of values of some of them.

    names   of (m,) arrays, attributes of the table
    values  column -> name -> value in the array.  A name that is written with spaces has `_` here, unless it has spaces; one with
            quotes around it has this value where it is quoted, and the one without is another
    absent  columns that have no numbers as things are -> why, for a message
    """

    names: Sequence[str]
    values: Mapping[str, Mapping[str, Any]] = {}
    absent: Mapping[str, str] = {}

    def column_of(self, name: str) -> str:
        """The column that has a value of this name, or ""."""
        return next((column for column, values in self.values.items() if name in values), "")

    def named(self, node: ast.Compare) -> tuple[str, str, ast.expr] | None:
        """Column, name and the name's node of a comparison of a column with named values; None for any other.  Beside a column of
        names a word is one of these, also where a column has it: `kind == friction`."""
        for side, other in _both_ways(node):
            if isinstance(side, ast.Name) and side.id in self.values and (name := name_of(other)):
                quoted, word = isinstance(other, ast.Constant), self.has_names(side.id) and name in self.values[side.id]
                if quoted or word or name not in self.names:
                    return side.id, self._listed(side.id, name, quoted), other
        return None

    def has_names(self, column: str) -> bool:
        """Whether a column has names and no numbers."""
        return any(isinstance(value, str) for value in self.values.get(column, {}).values())

    def _listed(self, column: str, name: str, quoted: bool) -> str:
        """The name of a value as it is listed."""
        values = self.values[column]
        if quoted and f'"{name}"' in values:
            return f'"{name}"'
        return name if name in values else name.replace(" ", "_")


def _both_ways(node: ast.Compare) -> tuple[tuple[ast.expr, ast.expr], ...]:
    """The sides of a comparison of two, in both orders."""
    return (node.left, node.comparators[0]), (node.comparators[0], node.left)


class ColumnLanguage(Language):
    """The columns of a table as words."""

    logic = True
    example = "impulse > 10"

    def __init__(self, columns: Columns):
        self.columns = columns

    def check_name(self, node: ast.Name, place: Place) -> None:
        if not is_column(self.columns, node, place):
            known = [*self.columns.names, *CONSTANTS]
            raise place.wrong(node, f"there is no column {node.id!r}; {nearest(node.id, known)}allowed are {', '.join(known)}")

    def check_comparison(self, node: ast.Compare, place: Place) -> bool:
        return check_named(self.columns, node, place)


def is_column(columns: Columns, node: ast.Name, place: Place) -> bool:
    """Whether a name is a column of numbers; raises for a column of names, and for a name of a value."""
    if node.id in columns.absent:
        raise place.wrong(node, columns.absent[node.id])
    if node.id in columns.names:
        if columns.has_names(node.id):
            words = ", ".join(columns.values[node.id])
            raise place.wrong(node, f"{node.id} has names, not numbers; compare with == or != one of {words}")
        return True
    if column := columns.column_of(node.id):
        raise place.wrong(node, f"{node.id} is a value of {column}; write {column} == {node.id}")
    return False


def check_named(columns: Columns, node: ast.Compare, place: Place) -> bool:
    """Whether a comparison is of a column with named values; raises where it is a wrong one."""
    if len(node.comparators) > 1:
        return False
    if (found := columns.named(node)) is None:
        _check_plain(columns, node, place)
        return False
    (column, name, side), values = found, columns.values[found[0]]
    if name not in values:
        raise place.wrong(side, f"{column} is never {name_of(side)!r}; {nearest(name, list(values))}"
                                f"it is one of {some_of(values)}")
    if type(node.ops[0]) not in EQUALITY:
        raise place.wrong(node, f"{column} has names, not numbers; compare with == or !=")
    return True


def _check_plain(columns: Columns, node: ast.Compare, place: Place) -> None:
    """Raise where a column is compared with the bare name of another that is also the name of one of its values."""
    sign = {ast.Eq: "==", ast.NotEq: "!="}.get(type(node.ops[0]))
    for side, other in _both_ways(node):
        if sign and isinstance(side, ast.Name) and isinstance(other, ast.Name) and other.id in columns.values.get(side.id, {}):
            raise place.wrong(other, f"{other.id} is a column, and also a name in {side.id}; in quotes it is the name: "
                                     f"{side.id} {sign} \"{other.id}\"")


def special(columns: Columns, node: ast.expr, read: Any) -> Truth | None:
    """The truth of a comparison of a column with a named value; `read` gives the function of a column."""
    if not isinstance(node, ast.Compare) or len(node.comparators) > 1 or (found := columns.named(node)) is None:
        return None
    column, name, _ = found
    operation, column_of, value = COMPARISONS[type(node.ops[0])], read(column), columns.values[column][name]
    return compared(node, lambda at: operation(np.asarray(column_of(at)), value), ROW)


class _Meanings:
    """What the words of a filter mean: columns are read from the table."""

    def __init__(self, text: str, columns: Columns):
        self.text, self.columns = text, columns

    def leaf(self, node: ast.Name) -> Value:
        return _read(node.id)

    def family(self, node: ast.expr) -> Family:
        return ROW

    def special(self, node: ast.expr) -> Truth | None:
        return special(self.columns, node, _read)


def _read(name: str) -> Value:
    return lambda table: getattr(table, name)


class Filter:
    """A checked expression over the rows of a table.  Raises ExpressionError."""

    def __init__(self, text: str, columns: Columns):
        self.text = one_line(text)
        self._truth = truth.truth(parse(text, ColumnLanguage(columns)), _Meanings(self.text, columns))

    def mask(self, table: Any, rows: int) -> np.ndarray:
        """(rows,) bool, for which of the table's rows it holds; `table` has the columns as attributes."""
        with np.errstate(all="ignore"):
            return np.broadcast_to(self._truth.held(table), (rows,)).copy()
