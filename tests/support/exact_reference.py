"""The exact problem of a step in numpy, and its Newton steps by LAPACK: the reference for the kernels of `physics.lab.exact`."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.lab.exact.problem import Problem
from physics.lab.rows.row import OF_PARTS, Rows, is_friction
from tests.support.pressing_rows import presses


def matrix_between(rows: Rows) -> np.ndarray:
    """(m, m) J M^-1 J^T of all rows [1/kg]."""
    full = np.zeros((len(rows.a), len(rows.a)))
    for body, part in ((rows.a, slice(0, 6)), (rows.b, slice(6, 12))):
        for other, other_part in ((rows.a, slice(0, 6)), (rows.b, slice(6, 12))):
            shared = (body[:, None] == other[None, :]) & (body[:, None] >= FIRST)
            full += np.where(shared, rows.jacobian[:, part] @ rows.response[:, other_part].T, 0)
    return full


def system(rows: Rows) -> np.ndarray:
    """(m, m) the same plus the compliance of soft rows."""
    between = matrix_between(rows)
    share = rows.impulse_scale / np.where(rows.mass_scale > 0, rows.mass_scale, 1)
    together = (rows.group[:, None] == rows.group[None, :]) & (rows.kind >= OF_PARTS)[:, None]
    return between + np.where(together | np.eye(len(rows.a), dtype=bool), share[:, None] * between, 0)


def slip(rows: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) J V + bias."""
    return (rows.jacobian * np.concatenate((velocity[rows.a], velocity[rows.b]), 1)).sum(1) + rows.bias


def ties(rows: Rows) -> np.ndarray:
    """(m, m) bounds of friction rows = ties @ impulses."""
    bounding = np.array([presses(rows.kind, rows.patch, i) for i in range(len(rows.a))]).reshape(len(rows.a), len(rows.a))
    return rows.friction[:, None] * (bounding & is_friction(rows)[:, None])


def bounds(one: Problem, impulse: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(lower, upper) bounds of every row."""
    limit = np.maximum(ties(one.rows) @ impulse, 0)
    return np.where(one.friction, -limit, one.lower), np.where(one.friction, limit, one.upper)


def aim(one: Problem, impulse: np.ndarray) -> np.ndarray:
    """(m,) lambda - w / D."""
    return impulse - (one.matrix @ impulse + one.slip) / one.diagonal


def natural_map(one: Problem, impulse: np.ndarray) -> np.ndarray:
    """(m,) the natural map."""
    return impulse - np.clip(aim(one, impulse), *bounds(one, impulse))


def newton_step(one: Problem, impulse: np.ndarray, share: float) -> np.ndarray:
    """(m,) impulses after a Newton step with e = `share`."""
    (lower, upper), wanted, ridge = bounds(one, impulse), aim(one, impulse), share * one.diagonal
    side = np.where(wanted <= lower, -1, np.where(wanted >= upper, 1, 0))
    inside, sliding = side == 0, (side != 0) & one.friction
    left = np.where(inside[:, None], one.matrix + np.diag(ridge),
                    np.eye(len(side)) - np.where(sliding, side, 0)[:, None] * ties(one.rows))
    held = np.where(sliding, 0.0, np.where(side < 0, lower, np.where(side > 0, upper, 0.0)))
    return np.linalg.solve(left, np.where(inside, ridge * impulse - one.slip, held))


def sweep(one: Problem, impulse: np.ndarray) -> np.ndarray:
    """(m,) impulses after a sweep of Gauss-Seidel, row by row."""
    impulse = impulse.copy()
    for i in range(len(impulse)):
        lower, upper = bounds(one, impulse)
        impulse[i] = np.clip(aim(one, impulse)[i], lower[i], upper[i])
    return impulse
