"""Looking into the last step of a world: rows, causes of motion, impulses by sweep, and bodies at any moment of it.

Nothing has to be switched on, and nothing in the world changes by looking: stages 5 to 10 run again in a copy, once for all
questions about the same step.
"""
from __future__ import annotations

from typing import Any

from physics.expressions.columns import Columns
from physics.introspection.causes import Cause, causes_of
from physics.introspection.row_table import RowTable
from physics.introspection.row_words import row_columns
from physics.introspection.tabulate import rows_of


class WorldIntrospection:
    """Questions about the last step; `World` provides `_bodies`, `_joints`, `_contacts` and `_beginning`.

    All raise NoInsight, with the reason, where the last step cannot be looked into: there is none, or the world was changed by
    hand since.
    """

    def rows(self) -> RowTable:
        """Every constraint row of the last step: J, errors, bias, masses, bounds and impulses, as read-only arrays."""
        return rows_of(self)

    def row_columns(self) -> Columns:
        """The columns of `rows` as words of a `Filter`, with the names of bodies and joints that there are now."""
        return row_columns(self)

    def explain(self, body: Any) -> list[Cause]:
        """What changed the velocity of a body (handle or uid) in the last step, largest first; the changes add up to it."""
        return causes_of(self, body)
