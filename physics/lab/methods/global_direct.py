"""The global solution: all rows of a substep at once and exactly, instead of by iterated sweeps.

    (J M^-1 J^T + compliance) lambda + J V + b = w,    lambda within its bounds, w complementary to them

With joints alone it is a linear system; with contacts and friction a complementarity problem, which
`lab.exact.complementarity` solves until its natural map is below 1e-10.  Friction is a pyramid whatever `friction_model` says:
each of the two tangent rows of a point is bounded by mu times the normal impulse.  Redundant rows that contradict each other
within rounding get the nearest solution; rows that truly contradict each other (a rigid mouse pulls through the floor), or too
many rows, raise an error.  `iterations` has no effect.  Sources: Baraff, "Linear-Time Dynamics", 1996; Stewart and Trinkle,
"An implicit time-stepping scheme", 1996.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.lab.exact import complementarity
from physics.lab.rows.row import applied
from physics.lab.rows.row_step import RowProblem, stepping


def solve(problem: RowProblem) -> np.ndarray:
    """(m,) impulses.  Raises complementarity.Unsolved."""
    rows = problem.rows
    return complementarity.nearly(complementarity.problem(rows, applied(rows, -rows.impulse, problem.velocity)), rows.impulse)


METHOD = Method("global_direct", "All rows at once and exactly: the answer that sweeps come closer to",
                only("global_direct", CONTACT, JOINT, MOTOR, SPRING), stepping(solve))
