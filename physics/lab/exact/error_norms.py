"""Error norms: how far impulses are from the exact solution of a step, sweep by sweep.

Impulses x are not unique where four points of a face share a load, so their distance is measured by its effect:

    |x - y| = sqrt((x - y) . K (x - y))            [sqrt(J)]

K is the matrix of `complementarity.Problem`.  The distance is 0 where x and y have the same effect on all bodies and soft rows,
however it is distributed among points; half its square is the kinetic energy of the difference plus its energy in soft rows.
The dual energy above that of the solution y is also computed from the difference, to avoid cancellation:

    E(x) - E(y) = (x - y) . (K (x - y) / 2 + w),    w = K y + J V + bias

Without friction it is never negative and falls with every sweep of Gauss-Seidel; with friction bounds depend on impulses, and
it may have either sign.  Source: Cottle, Pang and Stone, "The Linear Complementarity Problem", 1992, for both.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.lab.exact.complementarity import Problem, residual
from physics.lab.rows.row import applied
from physics.lab.rows.row_step import RowProblem


class ErrorNorms(NamedTuple):
    """Distances of impulses from a solution; in a `course` each field is (sweeps + 1,), the start first."""

    residual: float | np.ndarray              # largest value of the natural map [N s], [N m s]
    velocity: float | np.ndarray              # largest error of a body's velocity [m/s]
    spin: float | np.ndarray                  # largest error of a body's angular velocity [rad/s]
    impulse: float | np.ndarray               # sqrt(d . K d) [sqrt(J)]
    energy: float | np.ndarray                # dual energy above that of the solution [J]


def error_norms(one: Problem, answer: np.ndarray, impulse: np.ndarray) -> ErrorNorms:
    """The distances of `impulse` (m,) from `answer` (m,)."""
    apart = impulse - answer
    moved = applied(one.rows, apart, np.zeros_like(one.velocity))
    response = one.matrix @ apart
    return ErrorNorms(residual(one, impulse), _longest(moved[:, :3]), _longest(moved[:, 3:]),
                    float(np.sqrt(max(apart @ response, 0.0))), float(apart @ (0.5 * response + one.matrix @ answer + one.slip)))


def course(solve: Callable[..., np.ndarray], start: RowProblem, one: Problem, answer: np.ndarray) -> ErrorNorms:
    """The error norms after each sweep; `solve` belongs to a method of sweeps, which reports each one to a `watch`."""
    seen = [error_norms(one, answer, start.rows.impulse)]
    solve(start, lambda sweep, table, velocity: seen.append(error_norms(one, answer, table.impulse)))
    return ErrorNorms(*(np.array(column) for column in zip(*seen)))


def _longest(vectors: np.ndarray) -> float:
    return float(np.sqrt((vectors**2).sum(1)).max(initial=0.0))
