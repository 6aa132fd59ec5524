"""Looking into the last step of a world: rows, causes of motion, impulses by sweep, and bodies at any moment of it.

Nothing has to be switched on, and nothing in the world changes by looking: stages 5 to 10 run again in a copy, once for all
questions about the same step.
"""
from __future__ import annotations

from typing import Any

from physics.expressions.columns import Columns
from physics.introspection.causes import Cause, causes_of
from physics.introspection.coupling import Coupling, coupling_of
from physics.introspection.energy.work import Work, work_of
from physics.introspection.equation import Equation
from physics.introspection.load_path import LoadPath, load_path_of
from physics.introspection.moments import BodiesAt, Moment, bodies_at, moments_of
from physics.introspection.row_table import RowTable
from physics.introspection.row_words import row_columns
from physics.introspection.rows_inside import rows_inside
from physics.introspection.tabulate import rows_of
from physics.introspection.terms import equation_of
from physics.introspection.trace import Trace, trace_of
from physics.parallel.entrance import alone


class WorldIntrospection:
    """Questions about the last step; `World` provides `_bodies`, `_joints`, `_contacts` and `_beginning`.

    All raise NoInsight, with the reason, where the last step cannot be looked into: there is none, or the world was changed by
    hand since.
    """

    @alone
    def rows(self) -> RowTable:
        """Every constraint row of the last step: J, errors, bias, masses, bounds and impulses, as read-only arrays; of a world
        that stands inside a step, as of that moment."""
        return rows_inside(self) if self._beginning.inside is not None else rows_of(self)

    @alone
    def row_columns(self, inside: bool = False) -> Columns:
        """The columns of `rows` as words of a `Filter`, with the names of bodies and joints that there are now; `absent` are
        those that are not known with the world's method, or `inside` a step."""
        return row_columns(self, inside)

    @alone
    def explain(self, body: Any) -> list[Cause]:
        """What changed the velocity of a body (handle or uid) in the last step, largest first; the changes add up to it."""
        return causes_of(self, body)

    @alone
    def work(self) -> Work:
        """What each row, and gravity, forces, damping and turning, gave to the kinetic energy in the last step; they add up."""
        return work_of(self)

    @alone
    def trace(self) -> Trace:
        """Impulses of every row, and what is left of their equations, after each sweep of the last step."""
        return trace_of(self)

    @alone
    def equation(self, row: int) -> Equation:
        """The equation of a row (its number in `rows()`) term by term, and why, in words."""
        return equation_of(self, row)

    @alone
    def load_path(self, body: Any) -> LoadPath:
        """What carries a dynamic body (handle or uid), and how its weight gets to the ground."""
        return load_path_of(self, body)

    @alone
    def coupling(self, body: Any) -> Coupling:
        """J M^-1 J^T of the rows of a body's island (handle or uid)."""
        return coupling_of(self, body)

    @alone
    def moments(self) -> list[Moment]:
        """The moments of the last step, stage by stage and sweep by sweep."""
        return moments_of(self)

    @alone
    def bodies_at(self, moment: Moment) -> BodiesAt:
        """Poses and velocities of all bodies at a moment of the last step."""
        return bodies_at(self, moment)
