"""Jacobi: all rows at once from the same velocities, what a graphics card would do without colouring.

    lambda_i' = clamp(lambda_i - relaxation (J_i V + b_i) / sum_j |K_ij|)

Rows do not know what the others do in the same sweep.  So that their sum is not too much, each is divided by all that rows can do
to it together instead of K_ii alone; those at right angles to it do not count.  `jacobi_relaxation` says how much of that is
done: with 1 sweeps never diverge, with more they converge faster until they do not.  Sweep for sweep it is slower than
Gauss-Seidel; with few sweeps, started from the impulses of the step before, a chain under load swings up all the same: its
impulses lag behind.  Sources: Tonge, Benevolenski and Voroshilov, "Mass Splitting for Jitter-Free Parallel Rigid Body
Simulation", 2012, where bodies share their mass among rows; Baker, Falgout, Kolev and Yang, "Multigrid Smoothers for
Ultraparallel Computing", SIAM J. Sci. Comput. 33, 2011, for sums of rows.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.contacts.layout import PYRAMID
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.lab.rows.row import Rows
from physics.lab.rows.row_step import Turn, stepping
from physics.lab.rows.row_sweep import jacobi_sweep, row_norms

Watch = Callable[[int, Rows, np.ndarray], None]           # (sweeps done, rows, velocities), after each sweep


def solve(turn: Turn, watch: Watch | None = None) -> np.ndarray:
    """(m,) impulses after the turn's sweeps."""
    made, velocity, p = turn.made, turn.velocity, turn.parameters
    total = row_norms(made)
    share = p.jacobi_relaxation / np.where(total > 0, total, np.inf)
    for sweep in range(turn.sweeps):
        made, velocity = jacobi_sweep(made, velocity, (p.solve.friction != PYRAMID, share))
        if watch:
            watch(sweep + 1, made, velocity)
    return made.impulse


METHOD = Method("jacobi", "All rows at once, none knowing of the others: parallel, and slow to converge",
                only("jacobi", CONTACT, JOINT, MOTOR, SPRING), stepping(solve))
