"""Projection of rows, unit by unit, in order: one sweep of Gauss-Seidel on multipliers in double precision.

    error + J d + compliance multiplier -> 0,        change = -(K + compliance)^-1 (error + J d + compliance multiplier)

d is the displacement of the bodies.  A unit is a set of rows that are solved together: those of a part, the two tangents of a
point, any other row by itself.  Its multipliers are clamped, each by itself or as a vector (friction in a cone, a point's
spring).  Where clamping changes them, the unit is solved with the greatest eigenvalue of K in place of K: friction then opposes
the slip.  With K it would not, and pairs of points would pinch what slides between them.
Source: Macklin, Mueller, Chentanez, "XPBD", 2016, equation 18.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.constraints.parts.point import POINT
from physics.contacts.layout import PYRAMID
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, TWIST, RowParameters, Rows
from physics.lab.rows.row_products import speed_of
from physics.lab.rows.vectors import inner, minus, opposite, plus, put_three, three, times

MOST_ROWS = 3                                    # of a unit
RIDGE = 1e-12                                    # share of K added to its diagonal, which keeps redundant rows solvable


class Plan(NamedTuple):
    """Units in the order of a sweep."""

    rows: np.ndarray              # (units, 3) row numbers; m, the number of rows: no row
    a: np.ndarray                 # (units,)
    b: np.ndarray                 # (units,)
    round: np.ndarray             # (units,) bool: bounded as a vector
    is_friction: np.ndarray       # (units,) bool: bounded by friction times the patch's normal multipliers
    is_normal: np.ndarray         # (units,) bool: normal rows


class Task(NamedTuple):
    """Errors, compliance and bounds of a sweep, by row."""

    error: np.ndarray             # (m,) which the sweep brings to 0
    compliance: np.ndarray        # (m,)
    lower: np.ndarray             # (m,) bounds of the multiplier; `upper` of a vector: of its length; unused for friction
    upper: np.ndarray             # (m,)


def plan(rows: Rows, params: RowParameters) -> Plan:
    """The units in the order of their rows."""
    m = len(rows.a)
    group = np.where(rows.kind == NORMAL, np.arange(m), rows.group)
    firsts, number = np.unique(group, return_inverse=True)
    members = np.full((len(firsts), MOST_ROWS), m)
    order = np.argsort(number, kind="stable")
    place = np.arange(m) - np.searchsorted(number[order], number[order])
    members[number[order], place] = order
    kind = rows.kind[firsts]
    cone = (kind == FRICTION) & (params.contact.friction != PYRAMID)
    return Plan(members, rows.a[firsts], rows.b[firsts], cone | (rows.part_kind[firsts] == POINT),
                (kind == FRICTION) | (kind == TWIST), kind == NORMAL)


def of_contacts(rows: Rows, whole: Plan) -> Plan:
    """The units of contacts alone."""
    return some_of(whole, rows.kind[whole.rows[:, 0]] < OF_PARTS)


def some_of(whole: Plan, mine: np.ndarray) -> Plan:
    """The units marked in `mine` (units,), in the same order."""
    return Plan(*(column[mine] for column in whole))


class Units(NamedTuple):
    """Numbers of the units in a sweep; missing rows are 0."""

    jacobian: np.ndarray          # (units, 3, 12)
    response: np.ndarray          # (units, 3, 12)
    inverse: np.ndarray           # (units, 3, 3) of K + compliance
    stiffest: np.ndarray          # (units,) bound of its eigenvalues
    error: np.ndarray             # (units, 3), as the next four: columns of a Task
    compliance: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    friction: np.ndarray          # (units, 3)
    patch: np.ndarray             # (units,) place in the sums of normal multipliers
    multiplier: np.ndarray        # (units, 3), which a sweep changes


def sweep(rows: Rows, task: Task, units: Plan, multipliers: np.ndarray, bodies: int) -> tuple[np.ndarray, np.ndarray]:
    """(displacements (bodies, 6), multipliers (m,)) after one sweep, by the Jacobians of `rows`."""
    members, displacement = units.rows, np.zeros((bodies, 6))
    jacobian, response = _padded(rows.jacobian)[members], _padded(rows.response)[members]
    error, compliance, lower, upper, friction = (_padded(column)[members] for column in (*task, rows.friction))
    answer = _padded(multipliers)[members]
    patch = _padded(rows.patch)[members[:, 0]]
    normal = np.bincount(np.where(units.is_normal, patch, 0), np.where(units.is_normal, answer[:, 0], 0),
                         patch.max(initial=0) + 2)
    patch = np.where(units.is_normal | units.is_friction, patch, len(normal) - 1)
    solve_units(Units(jacobian, response, *_inverses(jacobian, response, compliance), error, compliance, lower, upper, friction,
                      patch, answer), units, normal, displacement)
    found = np.append(multipliers, 0.0)
    found[members] = answer
    return displacement, found[:-1]


@kernel
def solve_units(numbers, units, normal, displacement):
    """Solve the units once, in their order; `normal` (patches + 1,) are the sums of the normal multipliers of patches.

    Reads   numbers units.a units.b units.round units.is_friction units.is_normal normal displacement
    Writes  numbers.multiplier normal displacement
    """
    for unit in range(len(units.a)):
        old, ask, patch = three(numbers.multiplier, unit, 0), asked(numbers, unit, units, displacement), numbers.patch[unit]
        least, limit = three(numbers.lower, unit, 0), three(numbers.upper, unit, 0)
        if units.is_friction[unit]:
            limit = times(normal[patch], three(numbers.friction, unit, 0))
            least = opposite(limit)
        inverse, most = numbers.inverse[unit], numbers.stiffest[unit]
        step = (inner(three(inverse, 0, 0), ask), inner(three(inverse, 1, 0), ask), inner(three(inverse, 2, 0), ask))
        wanted = minus(old, step)
        new = bounded(wanted, least, limit, units.round[unit])
        if new[0] != wanted[0] or new[1] != wanted[1] or new[2] != wanted[2]:
            new = bounded(minus(old, (ask[0] / most, ask[1] / most, ask[2] / most)), least, limit, units.round[unit])
        put_three(numbers.multiplier, unit, 0, new)
        change = minus(new, old)
        if units.is_normal[unit]:
            normal[patch] += change[0]
        response, a, b = numbers.response[unit], units.a[unit], units.b[unit]
        for k in range(6):
            displacement[a, k] += inner(change, (response[0, k], response[1, k], response[2, k]))
            displacement[b, k] += inner(change, (response[0, 6 + k], response[1, 6 + k], response[2, 6 + k]))


@formula
def asked(numbers, unit, units, displacement):
    """error + J d + compliance multiplier of the three rows of a unit."""
    a, b, jacobian = units.a[unit], units.b[unit], numbers.jacobian[unit]
    moved = (speed_of(jacobian, 0, displacement, a, b), speed_of(jacobian, 1, displacement, a, b),
             speed_of(jacobian, 2, displacement, a, b))
    compliance, multiplier = three(numbers.compliance, unit, 0), three(numbers.multiplier, unit, 0)
    held = (compliance[0] * multiplier[0], compliance[1] * multiplier[1], compliance[2] * multiplier[2])
    return plus(plus(three(numbers.error, unit, 0), moved), held)


@formula
def bounded(answer, least, limit, as_vector):
    """Three multipliers within their bounds; a vector no longer than the upper bound of its first row."""
    if as_vector:
        length = np.sqrt(inner(answer, answer))
        return times(limit[0] / length if length > limit[0] else 1.0, answer)
    return (min(max(answer[0], least[0]), limit[0]), min(max(answer[1], least[1]), limit[1]),
            min(max(answer[2], least[2]), limit[2]))


def _padded(column: np.ndarray) -> np.ndarray:
    """The column with a row of zeros at its end, for units with fewer than three rows."""
    return np.concatenate((column, np.zeros((1, *column.shape[1:]), column.dtype)))


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
