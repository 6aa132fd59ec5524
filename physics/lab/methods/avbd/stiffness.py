"""Stiffnesses and multipliers of rows: how they begin a substep, and how they grow after a sweep.

    begin    k = gamma k, at least LEAST beta, at most MOST beta;      multiplier = alpha gamma multiplier       (equation 19)
    sweep    multiplier = f,      k = k + beta |E|, where f is inside its bounds                            (equations 11, 16)

A spring of stiffness k* has no multiplier, and k* is its most.  With post-stabilization multipliers begin as they ended.

beta is a number [N/m2] for all rows, or with the setting 0

    beta = RATE n / (length K h2),      K = J M^-1 J^T,      n: substeps in a step

A row of stiffness 1 / (K h2) resists two free bodies as much as their inertia does, so light bodies and heavy ones are treated
alike.  `length` is the size of things; errors of a substep are shorter in proportion to it.  RATE is near what the authors'
beta comes to in their scenes: 1e5 N/m2 for links of 0.5 kg is 110.  With a greater one stacks sink in less and bodies that meet
hand on less of their momentum, until dominoes do not fall.  With a number, turns count as ways of their bodies' radius.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel

RATE = 50.0                                      # growth of k over 1 / (K h2), by an error of the size of things
LEAST, MOST = 1e-5, 1e4                          # of k over beta [m]; as in the authors' program, whose beta is 1e5 N/m2
THREE_HALVES = 1.5


@kernel
def begin_pull(rows, pull, bodies, descent, h):
    """Growths, bounds and the beginning of a substep's multipliers and stiffnesses; `descent` are the method's parameters.

    Reads   rows.a rows.b rows.k rows.jacobian rows.lower rows.upper pull.hard pull.soft bodies.local bodies.awake descent h
    Writes  pull.growth pull.most pull.lower pull.upper pull.stiffness pull.multiplier
    """
    kept = 1.0 if descent.after == 1 else descent.alpha * descent.gamma
    for i in range(len(rows.a)):
        pull.lower[i], pull.upper[i] = rows.lower[i] / h, rows.upper[i] / h
        pull.growth[i] = growth_of(rows, i, bodies, descent, h)
        pull.most[i] = MOST * pull.growth[i]
        if not pull.hard[i]:
            pull.most[i] = min(pull.most[i], 1.0 / (h * h * pull.soft[i]))
        pull.stiffness[i] = min(max(descent.gamma * pull.stiffness[i], LEAST * pull.growth[i]), pull.most[i])
        pull.multiplier[i] = kept * pull.multiplier[i] if pull.hard[i] else 0.0


@formula
def growth_of(rows, i, bodies, descent, h):
    """beta of a row [N/m2] or [N m/rad2]."""
    k = rows.k[i] if rows.k[i] > 0 else 1.0
    if descent.beta > 0:
        square = 1.0 if pushes(rows, i) else (inverse_mass(bodies, rows.a[i]) + inverse_mass(bodies, rows.b[i])) / k
        return descent.beta * square ** THREE_HALVES
    return RATE * descent.substeps / (k * h * h * (descent.length if pushes(rows, i) else 1.0))


@formula
def pushes(rows, i):
    """Whether a row acts along a line, and not about one alone."""
    found = False
    for j in range(3):
        found = found or rows.jacobian[i, j] != 0 or rows.jacobian[i, 6 + j] != 0
    return found


@formula
def inverse_mass(bodies, row):
    """1/m of a body that moves [1/kg]."""
    return 1.0 * bodies.local[row, 3] if bodies.awake[row] > 0 else 0.0


@formula
def grow(pull, every):
    """Multipliers and stiffnesses after a sweep, from the remaining errors and the forces by these."""
    for i in every:
        error = np.abs(pull.error[i])
        if pull.inside[i] or not pull.hard[i]:
            pull.stiffness[i] = min(pull.stiffness[i] + pull.growth[i] * error, pull.most[i])
        pull.multiplier[i] = pull.force[i] if pull.hard[i] else 0.0
