"""A plain scalar projected Gauss-Seidel on explicit rows: the reference that the wide solver is compared with.

One row, or one group of rows, after the other in numpy's double precision, straight from the formulas in `lab/row`; velocity
is an (n, 6) array of body rows.
"""
from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from physics.constraints.parts.point import POINT
from physics.contacts.layout import MOST_COUPLING
from physics.lab.rows.row import NORMAL, OF_PARTS, Rows, speeds
from tests.support.pressing_rows import presses


class Sweep(NamedTuple):
    """How to go through the rows."""

    cone: bool = True
    backward: bool = False                       # the points of a contact last to first
    waiting: np.ndarray | None = None            # (m,) bool: rows that keep their impulse
    block: bool = True                           # a point's rows together, not one after another


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


def rubbed(rows: Rows, members: np.ndarray, now: np.ndarray, cone: bool) -> np.ndarray:
    """Friction impulses of a place, bound by the present normal impulses of its patch."""
    first = members[0]
    wanted = rows.impulse[members] - rows.effective_mass[members] * (now + rows.bias[members])
    limit = rows.friction[first] * rows.impulse[presses(rows.kind, rows.patch, first)].sum()
    return capped(wanted, limit) if cone else np.clip(wanted, -limit, limit)


def capped(wanted: np.ndarray, limit: float) -> np.ndarray:
    """A vector no longer than `limit`."""
    length = np.linalg.norm(wanted)
    return wanted * (limit / length) if length > limit else wanted


def joined(rows: Rows, members: np.ndarray, now: np.ndarray, block: bool) -> np.ndarray:
    """Impulses of the rows of a part; a row that moves nothing keeps its own."""
    k = rows.jacobian[members] @ rows.response[members].T
    old, slip, over = rows.impulse[members], now + rows.bias[members], rows.relaxation[members[0]]
    if block or len(members) == 1:
        change = np.linalg.solve(k, slip) if np.diag(k).min() > 0 else 0 * slip
        wanted = old - over * (rows.mass_scale[members] * change + rows.impulse_scale[members] * old)
    else:
        wanted = old.copy()
        for n, i in enumerate(members):
            slip_now = slip[n] + k[n] @ (wanted - old)
            wanted[n] = old[n] - over * (rows.mass_scale[i] * slip_now / k[n, n] + rows.impulse_scale[i] * old[n])
    first = members[0]
    if rows.part_kind[first] == POINT:
        return capped(wanted, rows.upper[first])
    return np.clip(wanted, rows.lower[members], rows.upper[members])


def solved(rows: Rows, members: np.ndarray, now: np.ndarray, plan: Sweep) -> np.ndarray:
    """Impulses of a group that moves at `now`."""
    kind = rows.kind[members[0]]
    if kind == NORMAL:
        return couple(rows, members, now)
    return rubbed(rows, members, now, plan.cone) if kind < OF_PARTS else joined(rows, members, now, plan.block)


def groups_in_order(rows: Rows, backward: bool) -> list[int]:
    """First rows of the groups; backward, those of the normal rows of a contact are reversed, and those of its friction rows."""
    starts = [int(i) for i in np.flatnonzero(rows.group == np.arange(len(rows.group)))]
    runs = [list(run) for _, run in itertools.groupby(starts, lambda i: (rows.kind[i], rows.a[i], rows.b[i]))]
    return [i for run in runs for i in (reversed(run) if backward and rows.kind[run[0]] < OF_PARTS else run)]


def sweep(rows: Rows, velocity: np.ndarray, plan: Sweep = Sweep()) -> None:
    """Solve every group once, in order; changes `velocity` and `rows.impulse`."""
    for first in groups_in_order(rows, plan.backward):
        members = np.flatnonzero(rows.group == first)
        now = np.array([speed(rows, i, velocity) + rows.surface_jacobian[i] @ (velocity[rows.b[i]] - velocity[rows.a[i]])[:3]
                        for i in members])
        old = rows.impulse[members].copy()
        new = solved(rows, members, now, plan)
        if plan.waiting is not None:
            new = np.where(plan.waiting[members], old, new)
        rows.impulse[members] = new
        for i, before in zip(members, old):
            apply(rows, i, rows.impulse[i] - before, velocity)


def residual(rows: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) J V + bias [m/s]."""
    return speeds(rows, velocity) + rows.bias
