"""Newton's method for a problem of a few rows, compiled: sweeps of Gauss-Seidel, then steps until the natural map is 0.

    (matrix + e D) lambda' = e D lambda - slip     rows between their bounds
    lambda' = bound,      lambda_t' = -+ friction sum of normal lambda'           rows at a bound, and sliding ones

The system is solved by elimination with the largest pivot of each column, which skips zeros: most rows of a step are at a bound.
Source: Golub and Van Loan, "Matrix Computations", 2013, 3.4.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.lab.exact.problem import Bounds, aim_of, residual_of, set_bounds, unbounded
from physics.lab.rows.row import NORMAL, PATCHES, ROLLING, pressing

EXACT = 1e-10                                    # largest natural map of a solution, over `Problem.scale`
ROUNDING, STUCK = 4e-7, 0.9                      # natural map and its ratio to the one before that prove a contradiction
NEWTON = 12                                      # Newton steps in an attempt
FEW = 64                                         # rows up to which this is faster than rows one by one and LAPACK
NONE = -1.0                                      # in place of the natural map: no convergence
LOWER, INSIDE, UPPER = range(3)                  # where a row is


class Work(NamedTuple):
    """Room for Newton steps."""

    left: np.ndarray              # (m, m)
    right: np.ndarray             # (m,)
    side: np.ndarray              # (m,) LOWER, INSIDE or UPPER
    limits: Bounds


def work_for(m: int, patches: int) -> Work:
    """Room for Newton steps of m rows."""
    return Work(np.empty((m, m)), np.empty(m), np.empty(m, np.int64), unbounded(m, patches))


@kernel
def sweep_from(one, impulse, sweeps, work):
    """Sweeps of Gauss-Seidel over the matrix, lambda_i' = clamp(lambda_i - w_i / D_i) row by row; returns the residual.

    Reads   one impulse work
    Writes  impulse work
    """
    rows, m, rest, normal = one.rows, len(impulse), work.right, work.limits.pressing
    set_bounds(one, impulse, work.limits)
    for i in range(m):
        rest[i] = one.slip[i]
    for i in range(m):
        for j in range(m):
            work.left[i, j] = one.matrix[j, i]               # by columns: what a unit impulse of row i does to w
        for j in range(m):
            rest[j] += impulse[i] * work.left[i, j]
    for _ in range(sweeps):
        for i in range(m):
            low, high = one.lower[i], one.upper[i]
            if one.friction[i]:
                high = max(rows.friction[i] * pressing(normal, rows.kind[i], rows.patch[i]), 0.0)
                low = -high
            wanted = min(max(impulse[i] - rest[i] / one.diagonal[i], low), high)
            if wanted != impulse[i]:
                change = wanted - impulse[i]
                impulse[i] = wanted
                for j in range(m):
                    rest[j] += change * work.left[i, j]
                if rows.kind[i] == NORMAL:
                    normal[rows.patch[i]] += change
    return residual_of(one, impulse, work.limits)


@kernel
def step_from(one, impulse, goal, work):
    """Newton steps from `impulse`, whose residual is goal[0], with e = goal[1]; returns the residual of those found, or NONE.

    Reads   one impulse work
    Writes  impulse work
    """
    now, share = goal
    for _ in range(NEWTON):
        set_newton_system(one, impulse, share, work)
        if not eliminated(work.left, work.right):
            return NONE
        for i in range(len(impulse)):
            impulse[i] = work.right[i]
        before, now = now, residual_of(one, impulse, work.limits)
        if now <= EXACT * one.scale or STUCK * before < now and now <= ROUNDING * one.scale:
            return now
    return NONE


@kernel
def state_newton_system(one, impulse, share, work):
    """`set_newton_system` for Python.

    Reads   one impulse work
    Writes  work
    """
    set_newton_system(one, impulse, share, work)


@formula
def set_newton_system(one, impulse, share, work):
    """The linear system of a Newton step from `impulse`; what rows at a bound do to the others stands on the right."""
    rows, m, limits = one.rows, len(impulse), work.limits
    set_bounds(one, impulse, limits)
    for i in range(m):
        aim = aim_of(one, impulse, i)
        work.side[i] = LOWER if aim <= limits.lower[i] else UPPER if aim >= limits.upper[i] else INSIDE
        work.right[i] = limits.lower[i] if work.side[i] == LOWER else limits.upper[i]
    for i in range(m):
        for j in range(m):
            work.left[i, j] = 0.0
        work.left[i, i] = 1.0
        if work.side[i] == INSIDE:
            work.left[i, i] = share * one.diagonal[i]
            work.right[i] = share * one.diagonal[i] * impulse[i] - one.slip[i]
            for j in range(m):
                if work.side[j] == INSIDE or one.friction[j]:
                    work.left[i, j] += one.matrix[i, j]
                else:
                    work.right[i] -= one.matrix[i, j] * (limits.lower[j] if work.side[j] == LOWER else limits.upper[j])
        elif one.friction[i]:
            work.right[i] = 0.0
            for j in range(m):
                if rows.kind[j] == NORMAL and presses_on(rows, j, i):
                    work.left[i, j] = -rows.friction[i] if work.side[i] == UPPER else rows.friction[i]


@formula
def presses_on(rows, j, i):
    """Whether the normal row j bounds row i: of the same patch, or, of rolling and spinning rows, of the same contact."""
    if rows.kind[i] < ROLLING:
        return rows.patch[j] == rows.patch[i]
    return rows.patch[j] // PATCHES == rows.patch[i] // PATCHES


@formula
def eliminated(left, right):
    """Solve left x = right for x, in the place of `right`; whether there was a pivot in every column."""
    m = len(right)
    for k in range(m):
        pivot = k
        for i in range(k + 1, m):
            if abs(left[i, k]) > abs(left[pivot, k]):
                pivot = i
        if left[pivot, k] == 0:
            return False
        if pivot != k:
            right[k], right[pivot] = right[pivot], right[k]
            for j in range(k, m):
                left[k, j], left[pivot, j] = left[pivot, j], left[k, j]
        for i in range(k + 1, m):
            if left[i, k] != 0:
                factor = left[i, k] / left[k, k]
                right[i] -= factor * right[k]
                for j in range(k + 1, m):
                    left[i, j] -= factor * left[k, j]
    for back in range(m):
        k = m - 1 - back
        total = right[k]
        for j in range(k + 1, m):
            total -= left[k, j] * right[j]
        right[k] = total / left[k, k]
    return True
