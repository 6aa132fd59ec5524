"""Projection of rows, unit by unit, in order: one sweep of Gauss-Seidel on multipliers in double precision.

    error + J way + compliance multiplier -> 0,        change = -(K + compliance)^-1 (error + J way + compliance multiplier)

A unit is what is solved together: the rows of a part, the two tangents of a place, any other row by itself; its multipliers
are put within their bounds: each by itself, or as a vector (friction in a cone, a point's spring).  Where that changes them
they move by one number for all rows instead, the greatest eigenvalue of K: then friction opposes the slip, which with K it
would not, and pairs of points would pinch what slides between them.  Units that share no
body that moves are worked on at once, in levels: a unit comes after all units before it that touch its bodies, so a sweep
gives the same numbers as one unit after the other would.
Source: Macklin, Mueller, Chentanez, "XPBD", 2016, equation 18; levels as for triangular systems, Anderson and Saad, 1989.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.constraints.parts.point import POINT
from physics.contacts.layout import PYRAMID
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, TWIST, Laws, Rows

MOST_ROWS = 3                                    # of a unit
RIDGE = 1e-12                                    # share of K that keeps rows solvable which say the same


class Plan(NamedTuple):
    """Units by level."""

    rows: np.ndarray              # (units, 3) row numbers; the number of rows: none
    a: np.ndarray                 # (units,)
    b: np.ndarray                 # (units,)
    levels: np.ndarray            # (levels + 1,) where each starts
    round: np.ndarray             # (units,) bool: bounded as a vector
    rubs: np.ndarray              # (units,) bool: bounded by friction times the patch's normal multipliers
    presses: np.ndarray           # (units,) bool: normal rows


class Task(NamedTuple):
    """What a sweep is to do, by row."""

    error: np.ndarray             # (m,) to be made 0
    compliance: np.ndarray              # (m,)
    lower: np.ndarray             # (m,) bounds of the multiplier; of a vector: `upper` is of its length; not of friction
    upper: np.ndarray             # (m,)


def plan(made: Rows, movable: np.ndarray, laws: Laws) -> Plan:
    """The order of a sweep in the rows' order; movable (n,) by body row."""
    m = len(made.a)
    group = np.where(made.kind == NORMAL, np.arange(m), made.group)
    firsts, number = np.unique(group, return_inverse=True)
    members = np.full((len(firsts), MOST_ROWS), m)
    order = np.argsort(number, kind="stable")
    place = np.arange(m) - np.searchsorted(number[order], number[order])
    members[number[order], place] = order
    level, last = np.zeros(len(firsts), np.int64), np.zeros(len(movable), np.int64)
    bodies = list(zip(made.a[firsts].tolist(), made.b[firsts].tolist()))
    free = movable.tolist()
    for unit, (a, b) in enumerate(bodies):
        here = max(last[a] if free[a] else 0, last[b] if free[b] else 0)
        level[unit] = here
        last[a] = last[b] = here + 1
    order = np.argsort(level, kind="stable")
    first = firsts[order]
    kind = made.kind[first]
    cone = (kind == FRICTION) & (laws.contact.friction != PYRAMID)
    return Plan(members[order], made.a[first], made.b[first], np.searchsorted(level[order], np.arange(level.max(initial=-1) + 2)),
                cone | (made.part_kind[first] == POINT), (kind == FRICTION) | (kind == TWIST), kind == NORMAL)


def of_contacts(made: Rows, whole: Plan) -> Plan:
    """The units of contacts alone."""
    return some_of(whole, made.kind[whole.rows[:, 0]] < OF_PARTS)


def some_of(whole: Plan, mine: np.ndarray) -> Plan:
    """Those units, (units,) bool, in the same order."""
    before = np.concatenate(((0,), np.cumsum(mine)))
    some = (column[mine] for column in (whole.rows, whole.a, whole.b))
    return Plan(*some, before[whole.levels], *(column[mine] for column in whole[4:]))


def sweep(made: Rows, task: Task, units: Plan, multipliers: np.ndarray, bodies: int) -> tuple[np.ndarray, np.ndarray]:
    """((bodies, 6) way that the bodies go, (m,) multipliers afterwards); both are applied at the same linearisation."""
    rows, way = units.rows, np.zeros((bodies, 6))
    jacobian, response = _padded(made.jacobian)[rows], _padded(made.response)[rows]
    error, compliance, lower, upper, friction = (_padded(column)[rows] for column in (*task, made.friction))
    answer = _padded(multipliers)[rows]
    inverse, stiffest = _inverses(jacobian, response, compliance)
    patch = _padded(made.patch)[rows[:, 0]]
    press = np.bincount(np.where(units.presses, patch, 0), np.where(units.presses, answer[:, 0], 0), patch.max(initial=0) + 2)
    patch = np.where(units.presses | units.rubs, patch, len(press) - 1)
    for first, last in zip(units.levels, units.levels[1:]):
        here = slice(first, last)
        a, b = units.a[here], units.b[here]
        motion = np.concatenate((way[a], way[b]), 1)
        old = answer[here]
        ask = error[here] + np.einsum("urj,uj->ur", jacobian[here], motion) + compliance[here] * old
        new = old - np.einsum("urs,us->ur", inverse[here], ask)
        limit = np.where(units.rubs[here, None], friction[here] * press[patch[here], None], upper[here])
        least = np.where(units.rubs[here, None], -limit, lower[here])
        within = _bounded(new, (least, limit), units.round[here])
        straight = _bounded(old - ask / stiffest[here, None], (least, limit), units.round[here])
        new = np.where((within == new).all(1)[:, None], within, straight)
        change = new - old
        answer[here] = new
        press[patch[here]] += np.where(units.presses[here], change[:, 0], 0)
        moved = np.einsum("ur,urj->uj", change, response[here])
        way[a] += moved[:, :6]
        way[b] += moved[:, 6:]
    found = np.append(multipliers, 0.0)
    found[rows] = answer
    return way, found[:-1]


def _padded(column: np.ndarray) -> np.ndarray:
    """With one more row of zeros, for units of less than three rows."""
    return np.concatenate((column, np.zeros((1, *column.shape[1:]), column.dtype)))


def _bounded(answer: np.ndarray, bounds: tuple[np.ndarray, np.ndarray], as_vectors: np.ndarray) -> np.ndarray:
    """Multipliers (units, 3) within (lower, upper), or no longer as a vector than the upper bound of the first row."""
    least, limit = bounds
    length = np.sqrt((answer * answer).sum(1))
    shrink = np.minimum(limit[:, 0], length) / np.where(length > 0, length, 1)
    shrink = np.where(length > limit[:, 0], shrink, 1)
    return np.where(as_vectors[:, None], shrink[:, None] * answer, np.minimum(np.maximum(answer, least), limit))


def _inverses(jacobian: np.ndarray, response: np.ndarray, compliance: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(units, 3, 3) inverses of K + compliance, (units,) a bound of its eigenvalues, exact for a single row.

    Rows that are not there, and rows that nothing moves, do nothing.
    """
    k = np.einsum("urj,usj->urs", jacobian, response)
    diagonal = np.einsum("urr->ur", k) + compliance
    scale = np.where(diagonal > 0, diagonal, 1)
    k = k + np.einsum("ur,rs->urs", np.where(diagonal > 0, compliance + RIDGE * scale, 1), np.eye(MOST_ROWS))
    there = np.einsum("urs,ur,us->urs", k, diagonal > 0, diagonal > 0)
    most = np.abs(there).sum(2).max(1)
    return np.linalg.inv(k), np.where(most > 0, most, 1)
