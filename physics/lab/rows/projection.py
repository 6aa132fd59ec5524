"""Projection of rows, unit by unit, in order: one sweep of Gauss-Seidel on multipliers in double precision.

    error + J d + compliance multiplier -> 0,        change = -(K + compliance)^-1 (error + J d + compliance multiplier)

d is the displacement of the bodies.  A unit is a set of rows that are solved together: those of a part, the two tangents of a
point, any other row by itself.  Its multipliers are clamped, each by itself or as a vector (friction in a cone, a point's
spring).  Where clamping changes them, the unit is solved with the greatest eigenvalue of K in place of K: friction then opposes
the slip.  With K it would not, and pairs of points would pinch what slides between them.
Units that share no movable body are solved at once, in levels: a unit comes after all units before it that touch its bodies, so
a sweep gives the same numbers as one unit after the other.
Source: Macklin, Mueller, Chentanez, "XPBD", 2016, equation 18; levels as for triangular systems, Anderson and Saad, 1989.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.constraints.parts.point import POINT
from physics.contacts.layout import PYRAMID
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, TWIST, RowParameters, Rows

MOST_ROWS = 3                                    # of a unit
RIDGE = 1e-12                                    # share of K added to its diagonal, which keeps redundant rows solvable


class Plan(NamedTuple):
    """Units by level."""

    rows: np.ndarray              # (units, 3) row numbers; m, the number of rows: no row
    a: np.ndarray                 # (units,)
    b: np.ndarray                 # (units,)
    levels: np.ndarray            # (levels + 1,) first unit of each level
    round: np.ndarray             # (units,) bool: bounded as a vector
    is_friction: np.ndarray       # (units,) bool: bounded by friction times the patch's normal multipliers
    is_normal: np.ndarray         # (units,) bool: normal rows


class Task(NamedTuple):
    """Errors, compliance and bounds of a sweep, by row."""

    error: np.ndarray             # (m,) which the sweep brings to 0
    compliance: np.ndarray        # (m,)
    lower: np.ndarray             # (m,) bounds of the multiplier; `upper` of a vector: of its length; unused for friction
    upper: np.ndarray             # (m,)


def plan(rows: Rows, movable: np.ndarray, params: RowParameters) -> Plan:
    """The units in the order of their rows, by level; movable (n,) by body row."""
    m = len(rows.a)
    group = np.where(rows.kind == NORMAL, np.arange(m), rows.group)
    firsts, number = np.unique(group, return_inverse=True)
    members = np.full((len(firsts), MOST_ROWS), m)
    order = np.argsort(number, kind="stable")
    place = np.arange(m) - np.searchsorted(number[order], number[order])
    members[number[order], place] = order
    level, last = np.zeros(len(firsts), np.int64), np.zeros(len(movable), np.int64)
    bodies = list(zip(rows.a[firsts].tolist(), rows.b[firsts].tolist()))
    free = movable.tolist()
    for unit, (a, b) in enumerate(bodies):
        here = max(last[a] if free[a] else 0, last[b] if free[b] else 0)
        level[unit] = here
        last[a] = last[b] = here + 1
    order = np.argsort(level, kind="stable")
    first = firsts[order]
    kind = rows.kind[first]
    cone = (kind == FRICTION) & (params.contact.friction != PYRAMID)
    return Plan(members[order], rows.a[first], rows.b[first], np.searchsorted(level[order], np.arange(level.max(initial=-1) + 2)),
                cone | (rows.part_kind[first] == POINT), (kind == FRICTION) | (kind == TWIST), kind == NORMAL)


def of_contacts(rows: Rows, whole: Plan) -> Plan:
    """The units of contacts alone."""
    return some_of(whole, rows.kind[whole.rows[:, 0]] < OF_PARTS)


def some_of(whole: Plan, mine: np.ndarray) -> Plan:
    """The units marked in `mine` (units,), in the same order."""
    before = np.concatenate(((0,), np.cumsum(mine)))
    some = (column[mine] for column in (whole.rows, whole.a, whole.b))
    return Plan(*some, before[whole.levels], *(column[mine] for column in whole[4:]))


def sweep(rows: Rows, task: Task, units: Plan, multipliers: np.ndarray, bodies: int) -> tuple[np.ndarray, np.ndarray]:
    """(displacements (bodies, 6), multipliers (m,)) after one sweep, by the Jacobians of `rows`."""
    members, displacement = units.rows, np.zeros((bodies, 6))
    jacobian, response = _padded(rows.jacobian)[members], _padded(rows.response)[members]
    error, compliance, lower, upper, friction = (_padded(column)[members] for column in (*task, rows.friction))
    answer = _padded(multipliers)[members]
    inverse, stiffest = _inverses(jacobian, response, compliance)
    patch = _padded(rows.patch)[members[:, 0]]
    normal = np.bincount(np.where(units.is_normal, patch, 0), np.where(units.is_normal, answer[:, 0], 0),
                         patch.max(initial=0) + 2)
    patch = np.where(units.is_normal | units.is_friction, patch, len(normal) - 1)
    for first, last in zip(units.levels, units.levels[1:]):
        here = slice(first, last)
        a, b = units.a[here], units.b[here]
        motion = np.concatenate((displacement[a], displacement[b]), 1)
        old = answer[here]
        ask = error[here] + np.einsum("urj,uj->ur", jacobian[here], motion) + compliance[here] * old
        new = old - np.einsum("urs,us->ur", inverse[here], ask)
        limit = np.where(units.is_friction[here, None], friction[here] * normal[patch[here], None], upper[here])
        least = np.where(units.is_friction[here, None], -limit, lower[here])
        clamped = _bounded(new, least, limit, units.round[here])
        isotropic = _bounded(old - ask / stiffest[here, None], least, limit, units.round[here])
        new = np.where((clamped == new).all(1)[:, None], clamped, isotropic)
        change = new - old
        answer[here] = new
        normal[patch[here]] += np.where(units.is_normal[here], change[:, 0], 0)
        moved = np.einsum("ur,urj->uj", change, response[here])
        displacement[a] += moved[:, :6]
        displacement[b] += moved[:, 6:]
    found = np.append(multipliers, 0.0)
    found[members] = answer
    return displacement, found[:-1]


def _padded(column: np.ndarray) -> np.ndarray:
    """The column with a row of zeros at its end, for units with fewer than three rows."""
    return np.concatenate((column, np.zeros((1, *column.shape[1:]), column.dtype)))


def _bounded(answer: np.ndarray, least: np.ndarray, limit: np.ndarray, as_vectors: np.ndarray) -> np.ndarray:
    """Multipliers (units, 3) within their bounds; vectors no longer than the upper bound of their first row."""
    length = np.sqrt((answer * answer).sum(1))
    shrink = np.minimum(limit[:, 0], length) / np.where(length > 0, length, 1)
    shrink = np.where(length > limit[:, 0], shrink, 1)
    return np.where(as_vectors[:, None], shrink[:, None] * answer, np.minimum(np.maximum(answer, least), limit))


def _inverses(jacobian: np.ndarray, response: np.ndarray, compliance: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(units, 3, 3) inverses of K + compliance, and (units,) upper bounds of its eigenvalues, exact for a single row.

    Missing rows, and rows between immovable bodies, have no effect.
    """
    k = np.einsum("urj,usj->urs", jacobian, response)
    diagonal = np.einsum("urr->ur", k) + compliance
    scale = np.where(diagonal > 0, diagonal, 1)
    k = k + np.einsum("ur,rs->urs", np.where(diagonal > 0, compliance + RIDGE * scale, 1), np.eye(MOST_ROWS))
    there = np.einsum("urs,ur,us->urs", k, diagonal > 0, diagonal > 0)
    most = np.abs(there).sum(2).max(1)
    return np.linalg.inv(k), np.where(most > 0, most, 1)
