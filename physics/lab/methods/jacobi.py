"""Jacobi: all rows at once from the same velocities, as on a graphics card without colouring.

    lambda_i' = clamp(lambda_i - relaxation (J_i V + b_i) / sum_j |K_ij|)

A row does not see the changes of the other rows in the same sweep.  So that their sum does not overshoot, its change is divided
by the row sum of |K| instead of K_ii alone; rows orthogonal to it contribute nothing.  `jacobi_relaxation` scales the change: up
to 1 sweeps never diverge; above it they converge faster, up to the point where they diverge.  It converges more slowly than
Gauss-Seidel.  With few sweeps and warm starting a chain under load builds up oscillations nevertheless, because its impulses
lag behind.  A bounce has one substep to be solved in: a box of restitution 1 that falls 2.00 m on its four corners rises by
1.36 m with ten sweeps, by 2.00 with forty.  Sources: Tonge, Benevolenski and Voroshilov, "Mass Splitting for Jitter-Free
Parallel Rigid Body Simulation", 2012, where bodies share their mass among rows; Baker, Falgout, Kolev and Yang, "Multigrid
Smoothers for Ultraparallel Computing", SIAM J. Sci. Comput. 33, 2011, for sums of rows.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.contacts.layout import PYRAMID
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.lab.rows.row import Rows
from physics.lab.rows.row_step import RowProblem, stepping
from physics.lab.sweeps.jacobi import jacobi_sweep, row_norms

Watch = Callable[[int, Rows, np.ndarray], None]           # (sweeps done, rows, velocities), after each sweep


def solve(problem: RowProblem, watch: Watch | None = None) -> np.ndarray:
    """(m,) impulses after the problem's sweeps."""
    rows, velocity, p = problem.rows, problem.velocity, problem.parameters
    total = row_norms(rows, len(velocity))
    scale = p.jacobi_relaxation / np.where(total > 0, total, np.inf)
    for sweep in range(problem.sweeps):
        rows, velocity = jacobi_sweep(rows, velocity, scale, p.solve.friction != PYRAMID)
        if watch:
            watch(sweep + 1, rows, velocity)
    return rows.impulse


METHOD = Method("jacobi", "All rows at once from the same velocities: parallel, and slow to converge",
                only("jacobi", CONTACT, JOINT, MOTOR, SPRING), stepping(solve),
                "bounces, and chains under load, which fly apart: with ten sweeps a box of restitution 1 rises by 1.36 of 2.00 m")
