"""Jacobi: all rows at once from the same velocities, what a graphics card would do without colouring.

    lambda_i' = clamp(lambda_i - relaxation / n_i (J_i V + b_i) / K_ii)

Rows do not know what the others do in the same sweep.  So that their sum is not too much, each body shares its mass among the
n rows that act on it; n_i is the number at the busier body of row i.  `jacobi_relaxation` says how much of that is done: with 1
sweeps never diverge, with more they converge faster until they do not.  Sweep for sweep it is slower than Gauss-Seidel by
about n; with few sweeps, started from the impulses of the step before, a chain under load swings up all the same.
Source: Tonge, Benevolenski and Voroshilov, "Mass Splitting for Jitter-Free Parallel Rigid Body Simulation", 2012.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.contact_blocks import PYRAMID
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.lab.row_step import Turn, stepping
from physics.lab.row_sweep import jacobi_sweep


def solve(turn: Turn) -> np.ndarray:
    """(m,) impulses after the turn's sweeps."""
    made, velocity, p = turn.made, turn.velocity, turn.parameters
    for _ in range(turn.sweeps):
        made, velocity = jacobi_sweep(made, velocity, (p.solve.friction != PYRAMID, p.jacobi_relaxation))
    return made.impulse


METHOD = Method("jacobi", "All rows at once, none knowing of the others: parallel, and slow to converge",
                only("jacobi", CONTACT, JOINT, MOTOR, SPRING), stepping(solve))
