"""Sweeps over explicit rows: projected Gauss-Seidel, one row after the other, and Jacobi, all rows from the same velocities.

The accumulated impulse of a row moves to where the row alone is satisfied, and is then clamped to its bounds:

    lambda' = clamp(lambda - relaxation (mass_scale (J V + bias) + impulse_scale (K lambda)) / K)
    V += M^-1 J^T (lambda' - lambda)

where (K lambda) is summed over the rows of a group, which share their compliance.

Friction is bounded by the present normal impulses of its patch: both tangents together (cone, with one effective mass for the
two) or each by itself (pyramid).  Sources: Catto, "Iterative Dynamics", GDC 2005; Baker, Falgout, Kolev and Yang, "Multigrid
Smoothers for Ultraparallel Computing", 2011, for the relaxation of Jacobi's rows.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.compile.decorators import formula, kernel
from physics.lab.rows.contact_rows import patch_impulse
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, Rows, applied, is_friction, speeds

FREE, BOUNDING, BOUNDED = 0, 1, 2                 # a row with bounds of its own; a normal row; a row bounded by normal rows
ALONE = -1                                        # no other row


class Table(NamedTuple):
    """m rows as a sweep reads them, and their impulses, which it changes."""

    bound: np.ndarray             # (m,) FREE, BOUNDING or BOUNDED
    other: np.ndarray             # (m,) of the first row of a cone: its second row; ALONE: clamped by itself
    skipped: np.ndarray           # (m,) 1: the second row of a cone, which is solved with the first
    a: np.ndarray                 # (m,) body row
    b: np.ndarray                 # (m,)
    jacobian: np.ndarray          # (m, 12)
    response: np.ndarray          # (m, 12)
    surface_jacobian: np.ndarray  # (m, 3)
    bias: np.ndarray              # (m,)
    gain: np.ndarray              # (m,) change of the impulse over speed and bias [kg] or [kg m2]
    compliance: np.ndarray        # (m,) change of the impulse over (K lambda) of a soft row's group
    first: np.ndarray             # (m,) first row of the group
    last: np.ndarray              # (m,) one past its last row
    lower: np.ndarray             # (m,)
    upper: np.ndarray             # (m,)
    friction: np.ndarray          # (m,)
    patch: np.ndarray             # (m,) place in `patch_impulse`
    impulse: np.ndarray           # (m,)
    patch_impulse: np.ndarray     # (patches,) sums of normal impulses


def cones(rows: Rows, together: bool) -> np.ndarray:
    """(m,) of each first tangent row the second one, where both are clamped `together`; ALONE elsewhere."""
    number = np.arange(len(rows.a))
    second = np.flatnonzero((rows.kind == FRICTION) & (rows.group != number) & together)
    other = np.full(len(number), ALONE)
    other[rows.group[second]] = second
    return other


def table_of(rows: Rows, cone: bool) -> Table:
    """The table of these rows; `cone`: tangents are clamped together."""
    other = cones(rows, cone)
    skipped = np.zeros(len(other), np.int64)
    skipped[other[other != ALONE]] = 1
    friction = is_friction(rows)
    mass = np.where(friction & (skipped + (other != ALONE) > 0), rows.effective_mass, 1 / np.where(rows.k > 0, rows.k, np.inf))
    patch = np.maximum(rows.patch, 0)
    places, patch = np.unique(patch, return_inverse=True)
    normal = rows.kind == NORMAL
    plain = [np.ascontiguousarray(column, np.float64)
             for column in (rows.jacobian, rows.response, rows.surface_jacobian, rows.bias)]
    return Table(np.where(normal, BOUNDING, np.where(friction, BOUNDED, FREE)), other, skipped, rows.a, rows.b, *plain,
                 rows.relaxation * rows.mass_scale * mass, rows.relaxation * rows.impulse_scale * mass, *spans(rows),
                 rows.lower.copy(), rows.upper.copy(), rows.friction.copy(), patch.astype(np.int64), rows.impulse.copy(),
                 np.bincount(patch[normal], rows.impulse[normal], len(places)).astype(np.float64))


def spans(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """(first, one past the last) row of each row's group for rows of parts; rows of contacts stand alone."""
    number = np.arange(len(rows.a))
    first = np.where(rows.kind >= OF_PARTS, rows.group, number)
    return first, first + np.bincount(first, minlength=len(number))[first]


@formula
def group_response(i, table):
    """(K lambda) of row i over its group; 0 for a rigid row."""
    total = 0.0 * table.bias[i]
    if table.compliance[i] > 0.0:
        for j in range(table.first[i], table.last[i]):
            for k in range(table.jacobian.shape[1]):
                total += table.jacobian[i, k] * table.response[j, k] * table.impulse[j]
    return total


@formula
def wanted_impulse(i, table, velocity):
    """The impulse that satisfies row i alone."""
    a, b = table.a[i], table.b[i]
    speed = table.bias[i]
    for k in range(6):
        speed += table.jacobian[i, k] * velocity[a, k] + table.jacobian[i, 6 + k] * velocity[b, k]
    for k in range(3):
        speed += table.surface_jacobian[i, k] * (velocity[b, k] - velocity[a, k])
    return table.impulse[i] - table.gain[i] * speed - table.compliance[i] * group_response(i, table)


@formula
def set_impulse(i, impulse, table, velocity):
    """Set the impulse of row i and apply the change to both bodies; returns the change."""
    a, b, change = table.a[i], table.b[i], impulse - table.impulse[i]
    table.impulse[i] = impulse
    for k in range(6):
        velocity[a, k] += change * table.response[i, k]
        velocity[b, k] += change * table.response[i, 6 + k]
    return change


@kernel
def sweep_rows(order, table, velocity):
    """Solve the rows once, in this order; velocity is (body rows, 6).

    Reads   order table
    Writes  table.impulse table.patch_impulse velocity
    """
    for at in range(len(order)):
        i = order[at]
        if table.skipped[i]:
            continue
        wanted, j = wanted_impulse(i, table, velocity), table.other[i]
        if table.bound[i] == BOUNDED:
            limit = table.friction[i] * table.patch_impulse[table.patch[i]]
            if j >= 0:
                second = wanted_impulse(j, table, velocity)
                length = np.sqrt(wanted * wanted + second * second)
                share = limit / length if length > limit else 1.0
                set_impulse(i, share * wanted, table, velocity)
                set_impulse(j, share * second, table, velocity)
            else:
                set_impulse(i, min(max(wanted, -limit), limit), table, velocity)
        else:
            change = set_impulse(i, min(max(wanted, table.lower[i]), table.upper[i]), table, velocity)
            if table.bound[i] == BOUNDING:
                table.patch_impulse[table.patch[i]] += change


@formula
def part_of_k(i, first, j, second, table):
    """K_ij by way of one body: side `first` (0: a, 1: b) of row i and side `second` of row j."""
    total, at, other = 0.0 * table.bias[i], 6 * first, 6 * second
    for k in range(6):
        total += table.jacobian[i, at + k] * table.response[j, other + k]
    return total


@kernel
def sum_row_norms(start, members, table, total):
    """Sums of |K_ij| over the rows j at the two bodies of row i; rows of body r are members[start[r]:start[r + 1]].

    Reads   start members table
    Writes  total
    """
    for i in range(len(total)):
        a, b = table.a[i], table.b[i]
        total[i] = 0.0
        for side in range(2):
            body = b if side else a
            for at in range(start[body], start[body + 1]):
                j = members[at]
                if side and (table.a[j] == a or table.b[j] == a) and a >= FIRST:
                    continue                                 # counted at the first body
                value = 0.0 * table.bias[i]
                if table.a[j] == a:
                    value += part_of_k(i, 0, j, 0, table)
                if table.b[j] == a:
                    value += part_of_k(i, 0, j, 1, table)
                if table.a[j] == b:
                    value += part_of_k(i, 1, j, 0, table)
                if table.b[j] == b:
                    value += part_of_k(i, 1, j, 1, table)
                total[i] += abs(value)


def row_norms(rows: Rows) -> np.ndarray:
    """(m,) sum_j |K_ij|: the largest change of row i's speed by unit impulses of all rows."""
    number = np.arange(len(rows.a))
    body, row = np.concatenate((rows.a, rows.b)), np.concatenate((number, number))
    moves = body >= FIRST
    body, row = body[moves], row[moves]
    order = np.argsort(body, kind="stable")
    start = np.searchsorted(body[order], np.arange(max(rows.a.max(initial=0), rows.b.max(initial=0)) + 2))
    total = np.zeros(len(number))
    sum_row_norms(start, row[order], table_of(rows, False), total)
    return total


def jacobi_sweep(rows: Rows, velocity: np.ndarray, scale: np.ndarray, cone: bool) -> tuple[Rows, np.ndarray]:
    """All rows once, from the same velocities (n, 6); scale (m,) is the relaxation over `row_norms`.

    Returns the rows with new impulses, and the velocities.  With a relaxation of 1 a sweep never overshoots: the diagonal matrix
    of `row_norms`, less K, is diagonally dominant.
    """
    friction = is_friction(rows)
    mass = rows.relaxation * scale
    speed = speeds(rows, velocity) + (rows.surface_jacobian * (velocity[rows.b] - velocity[rows.a])[:, :3]).sum(1) + rows.bias
    wanted = rows.impulse - mass * (rows.mass_scale * speed + rows.impulse_scale * group_responses(rows))
    normal = patch_impulse(rows._replace(impulse=np.clip(wanted, rows.lower, rows.upper)))
    limit = np.where(friction, rows.friction * normal, np.inf)
    answer = np.where(friction, np.clip(wanted, -limit, limit), np.clip(wanted, rows.lower, rows.upper))
    other = cones(rows, cone)
    first = np.flatnonzero(other != ALONE)
    length = np.hypot(wanted[first], wanted[other[first]])
    share = np.where(length > limit[first], limit[first] / np.where(length > 0, length, 1), 1)
    answer[first], answer[other[first]] = share * wanted[first], share * wanted[other[first]]
    return rows._replace(impulse=answer), applied(rows, answer - rows.impulse, velocity)


def group_responses(rows: Rows) -> np.ndarray:
    """(m,) (K lambda) of every row over its group."""
    first, _ = spans(rows)
    together = np.zeros((len(first), rows.response.shape[1]))
    np.add.at(together, first, rows.impulse[:, None] * rows.response)
    return (rows.jacobian * together[first]).sum(1)
