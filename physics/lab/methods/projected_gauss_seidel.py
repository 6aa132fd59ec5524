"""Projected Gauss-Seidel as in textbooks: one scalar row after the other, in double precision, in an order of your choice.

    lambda_i' = clamp(lambda_i - (J_i V + b_i) / K_ii),        V += M^-1 J_i^T (lambda_i' - lambda_i)

Every row is a plane in the space of velocities and every solve a projection onto it, so sweeps converge to the point in which all
planes meet (`lab.exact.complementarity`), if there is one.  `row_order`:

    color      as in the SIMD solver: colour by colour
    natural    body by body, in order of creation; a stack from below
    reverse    the opposite of natural
    random     a new permutation in every sweep

Tangent rows are clamped together (friction_model cone) or each by itself (pyramid).  A joint's largest force bounds each of its
rows.  Source: Catto, "Iterative Dynamics with Temporal Coherence", GDC 2005; Chou, "Game Physics: Constraints &
Sequential Impulse", 2013, for the planes.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.contacts.layout import PYRAMID
from physics.definitions.settings import ROW_ORDERS
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.lab.rows.row import Rows
from physics.lab.rows.row_step import RowProblem, stepping
from physics.lab.sweeps.gauss_seidel import sweep_rows
from physics.lab.sweeps.table import Table, table_of

Watch = Callable[[int, Table, np.ndarray], None]          # (sweeps done, table, velocities), after each sweep


def order_of(rows: Rows, name: str, sweep: int = 0) -> np.ndarray:
    """(m,) the order of the rows in a sweep."""
    if name == "color":
        return np.arange(len(rows.a))
    if name == "random":
        return np.random.default_rng(sweep).permutation(len(rows.a))
    low, high = np.minimum(rows.a, rows.b), np.maximum(rows.a, rows.b)
    order = np.lexsort((np.arange(len(low)), low, high))
    return order[::-1].copy() if name == "reverse" else order


def solve(problem: RowProblem, watch: Watch | None = None) -> np.ndarray:
    """(m,) impulses after the problem's sweeps."""
    name = ROW_ORDERS[problem.parameters.row_order]
    table, velocity = table_of(problem.rows, problem.parameters.solve.friction != PYRAMID), problem.velocity.copy()
    order = order_of(problem.rows, name)
    for sweep in range(problem.sweeps):
        sweep_rows(order if name != "random" else order_of(problem.rows, name, sweep), table, velocity)
        if watch:
            watch(sweep + 1, table, velocity)
    return table.impulse


METHOD = Method("projected_gauss_seidel", "One scalar row after the other, in an order of your choice: how textbooks do it",
                only("projected_gauss_seidel", CONTACT, JOINT, MOTOR, SPRING), stepping(solve),
                "what sequential_impulse does, and time: it takes one row after the other")
