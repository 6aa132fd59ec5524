"""Projected Gauss-Seidel over explicit rows, one after the other, and Jacobi, all at once from the same velocities.

A row's impulse goes to where the row alone is satisfied, and is then clamped, as is every sum of impulses so far:

    lambda' = clamp(lambda - relaxation (mass_scale (J V + bias) + impulse_scale (K lambda)) / K)
    V += M^-1 J^T (lambda' - lambda)

where (K lambda) is over the rows of a group, which give way together.

Friction is bounded by the present normal impulses of its patch: both tangents together (cone, with one effective mass for the
two) or each for itself (pyramid).  Sources: Catto, "Iterative Dynamics", GDC 2005; Baker, Falgout, Kolev and Yang, "Multigrid
Smoothers for Ultraparallel Computing", 2011, for how much Jacobi's rows may do.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.compile.decorators import formula, kernel
from physics.lab.rows.contact_rows import pressed
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, Rows, applied, rubs, speeds

FREE, PRESSING, RUBBING = 0, 1, 2                 # how a row is bounded: by numbers of its own; and it bounds others; by these
ALONE = -1                                        # no other row


class Table(NamedTuple):
    """What a sweep reads of m rows, and their impulses, which it changes."""

    bound: np.ndarray             # (m,) FREE, PRESSING or RUBBING
    other: np.ndarray             # (m,) the second row of a cone, of its first; ALONE: clamped by itself
    skipped: np.ndarray           # (m,) 1: the second row of a cone, which its first takes along
    a: np.ndarray                 # (m,) body row
    b: np.ndarray                 # (m,)
    jacobian: np.ndarray          # (m, 12)
    response: np.ndarray          # (m, 12)
    swirl: np.ndarray             # (m, 3)
    bias: np.ndarray              # (m,)
    gain: np.ndarray              # (m,) change of the impulse over speed and bias [kg] or [kg m2]
    compliance: np.ndarray              # (m,) the same over what a soft row's group bears
    first: np.ndarray             # (m,) the group's rows: from here
    last: np.ndarray              # (m,) to before here
    lower: np.ndarray             # (m,)
    upper: np.ndarray             # (m,)
    friction: np.ndarray          # (m,)
    patch: np.ndarray             # (m,) place in `pressed`
    impulse: np.ndarray           # (m,)
    pressed: np.ndarray           # (patches,) sums of normal impulses


def cones(made: Rows, together: bool) -> np.ndarray:
    """(m,) the second tangent row of each first one, where both are clamped `together`; ALONE elsewhere."""
    rows = np.arange(len(made.a))
    second = np.flatnonzero((made.kind == FRICTION) & (made.group != rows) & together)
    other = np.full(len(rows), ALONE)
    other[made.group[second]] = second
    return other


def table_of(made: Rows, cone: bool) -> Table:
    """The rows as sweeps take them; `cone`: tangents are clamped together."""
    other = cones(made, cone)
    skipped = np.zeros(len(other), np.int64)
    skipped[other[other != ALONE]] = 1
    rubbing = rubs(made)
    mass = np.where(rubbing & (skipped + (other != ALONE) > 0), made.effective_mass, 1 / np.where(made.k > 0, made.k, np.inf))
    patch = np.maximum(made.patch, 0)
    places, patch = np.unique(patch, return_inverse=True)
    normal = made.kind == NORMAL
    plain = [np.ascontiguousarray(column, np.float64) for column in (made.jacobian, made.response, made.swirl, made.bias)]
    return Table(np.where(normal, PRESSING, np.where(rubbing, RUBBING, FREE)), other, skipped, made.a, made.b, *plain,
                 made.relaxation * made.mass_scale * mass, made.relaxation * made.impulse_scale * mass, *spans(made),
                 made.lower.copy(), made.upper.copy(), made.friction.copy(), patch.astype(np.int64), made.impulse.copy(),
                 np.bincount(patch[normal], made.impulse[normal], len(places)).astype(np.float64))


def spans(made: Rows) -> tuple[np.ndarray, np.ndarray]:
    """(first, one past the last) row of each row's group where it is of a part; of itself where it is of a contact."""
    rows = np.arange(len(made.a))
    first = np.where(made.kind >= OF_PARTS, made.group, rows)
    return first, first + np.bincount(first, minlength=len(rows))[first]


@formula
def borne(i, table):
    """K lambda of row i over its group; 0 for a rigid row."""
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
        speed += table.swirl[i, k] * (velocity[b, k] - velocity[a, k])
    return table.impulse[i] - table.gain[i] * speed - table.compliance[i] * borne(i, table)


@formula
def set_impulse(i, impulse, table, velocity):
    """Give row i another impulse, and both bodies the difference."""
    a, b, change = table.a[i], table.b[i], impulse - table.impulse[i]
    table.impulse[i] = impulse
    for k in range(6):
        velocity[a, k] += change * table.response[i, k]
        velocity[b, k] += change * table.response[i, 6 + k]
    return change


@kernel
def sweep_rows(order, table, velocity):
    """Solve the rows once, in this order; velocity = (body rows, 6).

    Reads   order table
    Writes  table.impulse table.pressed velocity
    """
    for at in range(len(order)):
        i = order[at]
        if table.skipped[i]:
            continue
        wanted, j = wanted_impulse(i, table, velocity), table.other[i]
        if table.bound[i] == RUBBING:
            limit = table.friction[i] * table.pressed[table.patch[i]]
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
            if table.bound[i] == PRESSING:
                table.pressed[table.patch[i]] += change


@formula
def part_of_k(i, first, j, second, table):
    """What row j does to the speed of row i by one body, which is i's `first` (0 for a, 1 for b) and j's `second`."""
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
                    continue                                 # met at the first body
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


def row_norms(made: Rows) -> np.ndarray:
    """(m,) sum_j |K_ij|: how much all rows together can change the speed of row i, by an impulse of 1 each."""
    rows = np.arange(len(made.a))
    body, row = np.concatenate((made.a, made.b)), np.concatenate((rows, rows))
    moves = body >= FIRST
    body, row = body[moves], row[moves]
    order = np.argsort(body, kind="stable")
    start = np.searchsorted(body[order], np.arange(max(made.a.max(initial=0), made.b.max(initial=0)) + 2))
    total = np.zeros(len(rows))
    sum_row_norms(start, row[order], table_of(made, False), total)
    return total


def jacobi_sweep(made: Rows, velocity: np.ndarray, how: tuple[bool, np.ndarray]) -> tuple[Rows, np.ndarray]:
    """All rows once, from the same velocities (n, 6); how = (cone, (m,) relaxation over `row_norms`).

    Returns rows with new impulses, and velocities.  With a relaxation of 1 the sum of all answers is never too much: the matrix
    that has `row_norms` on its diagonal, less K, is diagonally dominant.
    """
    cone, share = how
    rubbing = rubs(made)
    mass = made.relaxation * share
    speed = speeds(made, velocity) + (made.swirl * (velocity[made.b] - velocity[made.a])[:, :3]).sum(1) + made.bias
    wanted = made.impulse - mass * (made.mass_scale * speed + made.impulse_scale * borne_by_all(made))
    limit = np.where(rubbing, made.friction * pressed(made._replace(impulse=np.clip(wanted, made.lower, made.upper))), np.inf)
    answer = np.where(rubbing, np.clip(wanted, -limit, limit), np.clip(wanted, made.lower, made.upper))
    other = cones(made, cone)
    first = np.flatnonzero(other != ALONE)
    length = np.hypot(wanted[first], wanted[other[first]])
    share = np.where(length > limit[first], limit[first] / np.where(length > 0, length, 1), 1)
    answer[first], answer[other[first]] = share * wanted[first], share * wanted[other[first]]
    return made._replace(impulse=answer), applied(made, answer - made.impulse, velocity)


def borne_by_all(made: Rows) -> np.ndarray:
    """(m,) K lambda of every row over its group."""
    first, _ = spans(made)
    together = np.zeros((len(first), made.response.shape[1]))
    np.add.at(together, first, made.impulse[:, None] * made.response)
    return (made.jacobian * together[first]).sum(1)
