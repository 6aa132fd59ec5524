"""Which components of joints `auto` solves together: all whose elimination is cheap.

A sweep multiplies what two joints of a body lack by the largest eigenvalue of

    K_11^-1 K_12 K_22^-1 K_21          K = J M^-1 J^T of both

which is near 1 for a light body between a hook and a heavy load, and for anchors at a distance r from the centre where m r^2 is
many times the inertia I: cubes of 20 cm on hinges 1 m from their centres have m r^2 / I = 150, and need 400 steps of sweeps to
pass a force on.  A hanging chain of n equal bodies has cos^2(pi / 2n).  A motor, a spring and a stop of one axis are the same row
three times.  Of a single joint without drives one sweep is as exact; but as a spring it is 64 / h stiff only where it is solved
together.

Elimination takes 0.25 us a part and substep in a chain, and 0.009 us more for each product of entries, where a sweep of a large
net takes 0.1 (`python -m tests.benchmarks.joint_solve`).  With MOST_PRODUCTS a part takes half a us; nets of more than seven by
seven exceed that, and a body with ten joints of a hinge's parts, and are swept.

All this follows from settings and from which bodies joints hold: the same world is solved alike on every machine, by any number
of threads, and after a restored snapshot.  Whether bodies touch something has no part in it, for that changes from step to step.
Source of rates: Young, "Iterative Solution of Large Linear Systems", 1971, consistently ordered matrices.
"""
from __future__ import annotations

from physics.definitions.method_names import OURS
from physics.definitions.settings import JOINT_SOLVES, SolverSettings

SWEEP, DIRECT, AUTO = JOINT_SOLVES
MOST_PRODUCTS = 30.0                              # of entries a part; 1 or 3 in a chain, see `elimination`


def joint_solve_of(solver: SolverSettings) -> str:
    """SWEEP, DIRECT or AUTO: `solver.joint_solve`, but SWEEP for methods that know nothing of it."""
    return solver.joint_solve if solver.method == OURS else SWEEP
