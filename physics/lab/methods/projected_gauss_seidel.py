"""Projected Gauss-Seidel as books have it: one scalar row after the other, in double precision, in an order of one's choice.

    lambda_i' = clamp(lambda_i - (J_i V + b_i) / K_ii),        V += M^-1 J_i^T (lambda_i' - lambda_i)

Every row is a plane in the space of velocities and every solve a projection onto it, so sweeps come to the point in which all
planes meet (`lab.exact.complementarity`), if there is one.  `row_order`:

    color      as the wide solver takes them: colour by colour
    natural    body by body, in the order in which they were made; a stack from below
    reverse    the other way round
    random     anew in every sweep

Tangent rows are clamped together (friction_model cone) or each for itself (pyramid).  A joint's largest force holds for every
row of it.  Source: Catto, "Iterative Dynamics with Temporal Coherence", GDC 2005; Chou, "Game Physics: Constraints &
Sequential Impulse", 2013, for the planes.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.contacts.layout import PYRAMID
from physics.definitions.settings import ROW_ORDERS
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.lab.rows.row import Rows
from physics.lab.rows.row_step import Turn, stepping
from physics.lab.rows.row_sweep import Table, sweep_rows, table_of

Watch = Callable[[int, Table, np.ndarray], None]          # (sweeps done, table, velocities), after each sweep


def order_of(made: Rows, name: str, sweep: int = 0) -> np.ndarray:
    """(m,) the order in which a sweep takes the rows."""
    if name == "color":
        return np.arange(len(made.a))
    if name == "random":
        return np.random.default_rng(sweep).permutation(len(made.a))
    low, high = np.minimum(made.a, made.b), np.maximum(made.a, made.b)
    order = np.lexsort((np.arange(len(low)), low, high))
    return order[::-1].copy() if name == "reverse" else order


def solve(turn: Turn, watch: Watch | None = None) -> np.ndarray:
    """(m,) impulses after the turn's sweeps."""
    name = ROW_ORDERS[turn.parameters.row_order]
    table, velocity = table_of(turn.made, turn.parameters.solve.friction != PYRAMID), turn.velocity.copy()
    order = order_of(turn.made, name)
    for sweep in range(turn.sweeps):
        sweep_rows(order if name != "random" else order_of(turn.made, name, sweep), table, velocity)
        if watch:
            watch(sweep + 1, table, velocity)
    return table.impulse


METHOD = Method("projected_gauss_seidel", "One scalar row after the other, in an order of your choice: how textbooks do it",
                only("projected_gauss_seidel", CONTACT, JOINT, MOTOR, SPRING), stepping(solve))
