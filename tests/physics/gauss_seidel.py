"""A plain scalar projected Gauss-Seidel on explicit rows: the reference that the wide solver is compared with.

One row, or one group of rows, after the other in numpy's double precision, straight from the formulas in `lab/rows`; velocity
is an (n, 6) array of body rows.
"""
from __future__ import annotations

import itertools

import numpy as np

from physics.dynamics.contact_blocks import MOST_COUPLING
from physics.lab.rows import FRICTION, NORMAL, POINT, Rows, speeds


def apply(rows: Rows, i: int, change: float, velocity: np.ndarray) -> None:
    """Add the impulse `change` of row i to both bodies."""
    velocity[rows.a[i]] += change * rows.response[i, :6]
    velocity[rows.b[i]] += change * rows.response[i, 6:]


def speed(rows: Rows, i: int, velocity: np.ndarray) -> float:
    """J V of row i."""
    return float(rows.jacobian[i, :6] @ velocity[rows.a[i]] + rows.jacobian[i, 6:] @ velocity[rows.b[i]])


def couple(rows: Rows, members: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Impulses of one or two normal rows: w = K x + q, x >= 0, w >= 0, x w = 0, whichever of the cases holds."""
    old = rows.impulse[members]
    k = rows.jacobian[members] @ rows.response[members].T
    most = MOST_COUPLING * np.sqrt(k[0, 0] * k[-1, -1])
    k = np.where(np.eye(len(members)) > 0, k, np.clip(k, -most, most))
    q = now + rows.bias[members] - k @ old
    soft = k + np.diag(np.diag(k) * (1 / rows.mass_scale[members] - 1))
    for pushing in itertools.product((True, False), repeat=len(members)):
        on, x = np.flatnonzero(pushing), np.zeros(len(members))
        x[on] = np.linalg.solve(soft[np.ix_(on, on)], -q[on])
        if (x >= 0).all() and ((soft @ x + q)[[i for i in range(len(members)) if i not in on]] >= 0).all():
            return x
    raise ArithmeticError(f"no case of the couple holds: K {soft}, q {q}")


def clamped(rows: Rows, members: np.ndarray, wanted: np.ndarray, cone: bool) -> np.ndarray:
    """Impulses of a group inside its bounds; friction is bound by the present impulse of its normal row."""
    first = members[0]
    limit = rows.upper[first]
    if rows.kind[first] == FRICTION:
        limit = rows.friction[first] * rows.impulse[rows.limiting[first]]
        if not cone:
            return np.clip(wanted, -limit, limit)
    length = np.linalg.norm(wanted)
    return wanted * (limit / length) if length > limit else wanted


def solved(rows: Rows, members: np.ndarray, now: np.ndarray, cone: bool) -> np.ndarray:
    """Impulses of a group that moves at `now`."""
    old = rows.impulse[members]
    if rows.kind[members[0]] == NORMAL:
        return couple(rows, members, now)
    if rows.kind[members[0]] == POINT:
        change = np.linalg.solve(rows.jacobian[members] @ rows.response[members].T, now + rows.bias[members])
    else:
        change = rows.effective_mass[members] * (now + rows.bias[members])
    wanted = old - rows.mass_scale[members] * change - rows.impulse_scale[members] * old
    return clamped(rows, members, wanted, cone)


def groups_in_order(rows: Rows, backward: bool) -> list[int]:
    """First rows of the groups; backward, those of the normal rows of a contact are reversed, and those of its friction rows."""
    starts = [int(i) for i in np.flatnonzero(rows.group == np.arange(len(rows.group)))]
    runs = [list(run) for _, run in itertools.groupby(starts, lambda i: (rows.kind[i], rows.a[i], rows.b[i]))]
    return [i for run in runs for i in (reversed(run) if backward else run)]


def sweep(rows: Rows, velocity: np.ndarray, cone: bool = True, backward: bool = False, waiting: np.ndarray | None = None) -> None:
    """Solve every group once, in order; changes `velocity` and `rows.impulse`.  Rows that are `waiting` keep their impulse."""
    for first in groups_in_order(rows, backward):
        members = np.flatnonzero(rows.group == first)
        now = np.array([speed(rows, i, velocity) for i in members])
        old = rows.impulse[members].copy()
        new = solved(rows, members, now, cone)
        if waiting is not None:
            new = np.where(waiting[members], old, new)
        rows.impulse[members] = new
        for i, before in zip(members, old):
            apply(rows, i, rows.impulse[i] - before, velocity)


def residual(rows: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) J V + bias [m/s]."""
    return speeds(rows, velocity) + rows.bias
