"""The global solution: all rows of a substep at once, exactly, instead of by sweeps that come closer and closer.

    (J M^-1 J^T + compliance) lambda + J V + b = w,    lambda within its bounds, w against them

Joints make it a linear system; contacts and friction a complementarity problem, which `lab.exact.complementarity` solves until
its
natural map is below 1e-10.  Friction is a pyramid whatever `friction_model` says: the two tangent rows of a point each lie
within mu times the normal impulse.  Redundant rows that contradict each other by a rounding get the nearest answer there is;
where they truly do (a rigid mouse pulls through the floor), or there are too many rows, it says so and does not step.
`iterations` mean nothing here.  Sources: Baraff, "Linear-Time Dynamics", 1996; Stewart and Trinkle, "An implicit time-stepping
scheme", 1996.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.lab.exact import complementarity
from physics.lab.rows.row import applied
from physics.lab.rows.row_step import Turn, stepping


def solve(turn: Turn) -> np.ndarray:
    """(m,) impulses; raises complementarity.Unsolved."""
    made = turn.made
    return complementarity.nearly(complementarity.problem(made, applied(made, -made.impulse, turn.velocity)), made.impulse)


METHOD = Method("global_direct", "All rows at once and exactly: the answer that sweeps come closer to",
                only("global_direct", CONTACT, JOINT, MOTOR, SPRING), stepping(solve))
