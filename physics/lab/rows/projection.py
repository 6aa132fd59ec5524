"""Projection of rows, unit by unit, in order: one sweep of Gauss-Seidel on multipliers in double precision.

    error + J d + compliance multiplier -> 0,        change = -(K + compliance)^-1 (error + J d + compliance multiplier)

d is the displacement of the bodies.  A unit is a set of rows that are solved together: those of a part, the two tangents of a
point, any other row by itself.  Its multipliers are clamped, each by itself or as a vector (friction in a cone, a point's
spring).  Where clamping changes them, the unit is solved with a bound of the eigenvalues of K in place of K: friction then
opposes the slip.  With K it would not, and pairs of points would pinch what slides between them.
Source: Macklin, Mueller, Chentanez, "XPBD", 2016, equation 18.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel, routine
from physics.constraints.parts.point import POINT
from physics.contacts.layout import PYRAMID
from physics.lab.rows.bias import patches
from physics.lab.rows.row import NORMAL, OF_PARTS, RowParameters, Rows, as_disc, is_bounded, pressing
from physics.lab.rows.row_products import row_product, speed_of
from physics.lab.rows.vectors import inner
from physics.simd.vec3 import negate, scale, sub

MOST_ROWS = 3                                    # of a unit
RIDGE = 1e-12                                    # share of K added to its diagonal, which keeps redundant rows solvable
NONE = -1                                        # no unit yet


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


class Answer(NamedTuple):
    """What a sweep changes."""

    multiplier: np.ndarray        # (m,)
    normal: np.ndarray            # (patches,) sums of the normal multipliers
    displacement: np.ndarray      # (bodies, 6)


def plan(rows: Rows, params: RowParameters) -> Plan:
    """The units in the order of their first rows."""
    m = len(rows.a)
    members, ends, switches = np.full((m, MOST_ROWS), m), np.empty((2, m), np.int64), np.empty((3, m), bool)
    found = Plan(members, *ends, *switches)
    count = find_units(rows, params.contact.friction != PYRAMID, found, np.full(m, NONE))
    return Plan(*(column[:count] for column in found))


@kernel
def find_units(rows, cone, found, unit_of) -> int:
    """Fill a Plan for at most m units, and return their number; `unit_of` (m,), the unit that begins with a row, begins as NONE.

    Reads   rows.a rows.b rows.kind rows.part_kind rows.group
    Writes  found unit_of
    """
    count, m = 0, len(rows.a)
    for i in range(m):
        kind, first = rows.kind[i], i if rows.kind[i] == NORMAL else rows.group[i]
        if unit_of[first] == NONE:
            unit_of[first] = count
            found.a[count], found.b[count] = rows.a[i], rows.b[i]
            found.round[count] = as_disc(kind, cone) or rows.part_kind[i] == POINT
            found.is_friction[count], found.is_normal[count] = is_bounded(kind), kind == NORMAL
            count += 1
        place, unit = 0, unit_of[first]
        while found.rows[unit, place] < m:
            place += 1
        found.rows[unit, place] = i
    return count


def of_contacts(rows: Rows, whole: Plan) -> Plan:
    """The units of contacts alone."""
    mine = rows.kind[whole.rows[:, 0]] < OF_PARTS
    return whole if mine.all() else some_of(whole, mine)


def some_of(whole: Plan, mine: np.ndarray) -> Plan:
    """The units marked in `mine` (units,), in the same order."""
    return Plan(*(column[mine] for column in whole))


def sweep(rows: Rows, task: Task, units: Plan, multipliers: np.ndarray, bodies: int) -> tuple[np.ndarray, np.ndarray]:
    """(displacements (bodies, 6), multipliers (m,)) after one sweep, by the Jacobians of `rows`."""
    answer = Answer(multipliers.copy(), np.zeros(patches(rows)), np.zeros((bodies, 6)))
    solve_units(rows, task, units, answer)
    return answer.displacement, answer.multiplier


@kernel
def solve_units(rows, task, units, answer):
    """Solve the units once, in their order; sums of normal multipliers and displacements begin as 0.

    Reads   rows.jacobian rows.response rows.friction rows.kind rows.patch task units answer
    Writes  answer
    """
    for unit in range(len(units.a)):
        first = units.rows[unit, 0]
        if units.is_normal[unit]:
            answer.normal[rows.patch[first]] += answer.multiplier[first]
    for unit in range(len(units.a)):
        solve_unit(rows, task, units, unit, answer)


@formula
def solve_unit(rows, task, units, unit, answer):
    """`solve_units` for one unit."""
    i, j, k = units.rows[unit, 0], units.rows[unit, 1], units.rows[unit, 2]
    a, b, members, as_vector = units.a[unit], units.b[unit], (i, j, k), units.round[unit]
    ask = (asked(rows, task, i, (a, b), answer), asked(rows, task, j, (a, b), answer), asked(rows, task, k, (a, b), answer))
    old, least, limit = those(answer.multiplier, members), those(task.lower, members), those(task.upper, members)
    if units.is_friction[unit]:
        limit = scale(pressing(answer.normal, rows.kind[i], rows.patch[i]), those(rows.friction, members))
        least = negate(limit)
    stiffness = (itself(rows, task, i), coupling(rows, j, i), coupling(rows, k, i),
                 itself(rows, task, j), coupling(rows, k, j), itself(rows, task, k))
    wanted = sub(old, solved(stiffness, ask))
    new = bounded(wanted, least, limit, as_vector)
    if new[0] != wanted[0] or new[1] != wanted[1] or new[2] != wanted[2]:
        most = stiffest(stiffness)
        new = bounded(sub(old, (ask[0] / most, ask[1] / most, ask[2] / most)), least, limit, as_vector)
    change = sub(new, old)
    if units.is_normal[unit]:
        answer.normal[rows.patch[i]] += change[0]
    for side in range(6):
        answer.displacement[a, side] += inner(change, those_in(rows.response, side, members))
        answer.displacement[b, side] += inner(change, those_in(rows.response, 6 + side, members))
    for place in range(MOST_ROWS):
        if members[place] < len(answer.multiplier):
            answer.multiplier[members[place]] = new[place]


@formula
def those(column, members):
    """The numbers of three rows; 0 for missing rows."""
    m = len(column)
    return (column[members[0]] if members[0] < m else 0.0, column[members[1]] if members[1] < m else 0.0,
            column[members[2]] if members[2] < m else 0.0)


@formula
def those_in(table, column, members):
    """`those` of a column of a table."""
    m = len(table)
    return (table[members[0], column] if members[0] < m else 0.0, table[members[1], column] if members[1] < m else 0.0,
            table[members[2], column] if members[2] < m else 0.0)


@routine
def asked(rows, task, i, bodies, answer):
    """error + J d + compliance multiplier of a row of two bodies; 0 for a missing row."""
    if i == len(task.error):
        return 0.0
    moved = speed_of(rows.jacobian, i, answer.displacement, bodies[0], bodies[1])
    return task.error[i] + moved + task.compliance[i] * answer.multiplier[i]


@routine
def coupling(rows, i, j):
    """K of two rows i >= j; 0 for missing rows."""
    return row_product(rows.jacobian, i, rows.response, j) if i < len(rows.a) else 0.0


@formula
def itself(rows, task, i):
    """K of a row with itself, its compliance and the ridge; -1 where it is 0: rows between immovable bodies, missing rows."""
    k = coupling(rows, i, i) + (task.compliance[i] if i < len(rows.a) else 0.0)
    return k + RIDGE * k if k > 0 else -1.0


@formula
def solved(stiffness, ask):
    """K^-1 ask by factors L D L^T, with the lower triangle of K by columns; rows without K: `ask` itself."""
    xx, yx, zx, yy, zy, zz = stiffness
    x = abs(xx)
    l_y, l_z = yx / x, zx / x
    y, rest = abs(yy) - l_y * yx, zy - l_z * yx
    l_zy = rest / y
    z = abs(zz) - l_z * zx - l_zy * rest
    second = ask[1] - l_y * ask[0]
    third = (ask[2] - l_z * ask[0] - l_zy * second) / z
    second = second / y - l_zy * third
    return ask[0] / x - l_y * second - l_z * third, second, third


@formula
def stiffest(stiffness):
    """An upper bound of the eigenvalues of K: the greatest sum of a row's sizes, exact for a single row; 1 without rows."""
    xx, yx, zx, yy, zy, zz = stiffness
    yx, zx, zy = abs(yx), abs(zx), abs(zy)
    most = max(max(xx, 0.0) + yx + zx, max(yy, 0.0) + yx + zy, max(zz, 0.0) + zx + zy)
    return most if most > 0 else 1.0


@formula
def bounded(answer, least, limit, as_vector):
    """Three multipliers within their bounds; a vector no longer than the upper bound of its first row."""
    if as_vector:
        length = np.sqrt(inner(answer, answer))
        return scale(limit[0] / length if length > limit[0] else 1.0, answer)
    return (min(max(answer[0], least[0]), limit[0]), min(max(answer[1], least[1]), limit[1]),
            min(max(answer[2], least[2]), limit[2]))
