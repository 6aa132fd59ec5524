"""How near impulses are to the exact answer of a step, sweep by sweep.

Impulses x are not unique where four points of a face share a load, so their distance is measured by what it does:

    |x - y| = sqrt((x - y) . K (x - y))            [sqrt(J)]

K is the matrix of `complementarity.Problem`.  It is 0 where every body gets the same and soft rows give way the same, however
that is split among points, and half its square is the kinetic energy of the difference and what soft rows store of it.
The dual energy above that of the answer y is worked out from the difference as well, so that it does not drown in roundings:

    E(x) - E(y) = (x - y) . (K (x - y) / 2 + w),    w = K y + J V + bias

Without friction it is never negative and falls with every sweep of Gauss-Seidel; with friction bounds depend on impulses,
and it may be either.  Source: Cottle, Pang and Stone, "The Linear Complementarity Problem", 1992, for both.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.lab.exact.complementarity import Problem, residual
from physics.lab.rows.row import applied
from physics.lab.rows.row_step import Turn


class ErrorNorms(NamedTuple):
    """How far impulses are from an answer; as a `course`, each field is (sweeps + 1,), the start first."""

    residual: float | np.ndarray              # largest of the natural map [N s], [N m s]
    velocity: float | np.ndarray              # largest of a body [m/s]
    spin: float | np.ndarray                  # largest of a body [rad/s]
    impulse: float | np.ndarray               # sqrt(d . K d) [sqrt(J)]
    energy: float | np.ndarray                # dual energy above the answer's [J]


def error_norms(one: Problem, answer: np.ndarray, impulse: np.ndarray) -> ErrorNorms:
    """How far `impulse` (m,) is from `answer` (m,)."""
    apart = impulse - answer
    moved = applied(one.made, apart, np.zeros_like(one.velocity))
    felt = one.matrix @ apart
    return ErrorNorms(residual(one, impulse), _longest(moved[:, :3]), _longest(moved[:, 3:]),
                    float(np.sqrt(max(apart @ felt, 0.0))), float(apart @ (0.5 * felt + one.matrix @ answer + one.slip)))


def course(solve: Callable[..., np.ndarray], turn: Turn, one: Problem, answer: np.ndarray) -> ErrorNorms:
    """How sweeps come nearer: `solve` is that of a sweeping method, which tells a `watch` about each of them."""
    seen = [error_norms(one, answer, turn.made.impulse)]
    solve(turn, lambda sweep, table, velocity: seen.append(error_norms(one, answer, table.impulse)))
    return ErrorNorms(*(np.array(column) for column in zip(*seen)))


def _longest(vectors: np.ndarray) -> float:
    return float(np.sqrt((vectors**2).sum(1)).max(initial=0.0))
