"""The global solution: all rows of a substep at once and exactly, instead of by iterated sweeps.

    (J M^-1 J^T + compliance) lambda + J V + b = w,    lambda within its bounds, w complementary to them

With joints alone it is a linear system; with contacts and friction a complementarity problem, which
`lab.exact.complementarity` solves until its natural map is below 1e-10.  Friction is a pyramid whatever `friction_model` says:
each of the two tangent rows of a point is bounded by mu times the normal impulse.  `iterations` has no effect.

Redundant rows that contradict each other within rounding get the nearest solution.  Soft joints that leave a body no freedom
answer by least squares, weighted with their softness: rows at such a body are not relaxed.  If no motion removes the errors of
these joints, a note says so (`lab.exact.contradiction`).  Rigid rows that truly contradict each other (a rigid mouse pulls
through the floor), or too many rows, raise an error.
Sources: Baraff, "Linear-Time Dynamics", 1996; Stewart and Trinkle, "An implicit time-stepping scheme", 1996.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.lab.exact import complementarity
from physics.lab.exact.contradiction import contradiction
from physics.lab.rows.row import Rows, applied
from physics.lab.rows.row_step import RowProblem, stepping


def solve(problem: RowProblem) -> np.ndarray:
    """(m,) impulses.  Raises complementarity.Unsolved."""
    rows = problem.rows
    return complementarity.nearly(complementarity.problem(rows, applied(rows, -rows.impulse, problem.velocity)), rows.impulse)


def examine(rows: Rows) -> tuple[np.ndarray, str]:
    """(m,) bool: rows that keep the answer of their springs, and a note on joints that contradict each other, or ""."""
    found = contradiction(rows)
    return found.at_locked, found.text


METHOD = Method("global_direct", "All rows at once and exactly: the answer that sweeps come closer to",
                only("global_direct", CONTACT, JOINT, MOTOR, SPRING), stepping(solve, examine),
                "time, and answers: more than 1000 rows are refused, and one of 248 rows in dominoes_short is not found")
