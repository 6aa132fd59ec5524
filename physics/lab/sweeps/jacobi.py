"""A sweep of Jacobi over explicit rows: all rows from the same velocities.

    lambda' = clamp(lambda - relaxation (mass_scale (J V + bias) + impulse_scale (K lambda)) / sum_j |K_ij|)

where (K lambda) is summed over the rows of a group, which share their compliance.  Friction is bounded by the normal impulses
that the sweep wants.  Source: Baker, Falgout, Kolev and Yang, "Multigrid Smoothers for Ultraparallel Computing", 2011.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.compile.decorators import formula, kernel
from physics.lab.rows.row import Rows, applied, pressing
from physics.lab.rows.row_products import row_product, speed_of
from physics.lab.rows.vectors import inner, three
from physics.lab.sweeps.table import ALONE, BOUNDED, BOUNDING, table_of
from physics.simd.vec3 import sub


@formula
def part_of_k(i, first, j, second, rows):
    """K_ij by way of one body: side `first` (0: a, 1: b) of row i and side `second` of row j."""
    total, at, other = 0.0, 6 * first, 6 * second
    for k in range(6):
        total += rows.jacobian[i, at + k] * rows.response[j, other + k]
    return total


@kernel
def sum_row_norms(start, members, rows, total):
    """Sums of |K_ij| over the rows j at the two bodies of row i; rows of body r are members[start[r]:start[r + 1]].

    Reads   start members rows
    Writes  total
    """
    for i in range(len(total)):
        a, b = rows.a[i], rows.b[i]
        total[i] = 0.0
        for side in range(2):
            body = b if side else a
            for at in range(start[body], start[body + 1]):
                j = members[at]
                if side and (rows.a[j] == a or rows.b[j] == a) and a >= FIRST:
                    continue                                 # counted at the first body
                value = 0.0
                if rows.a[j] == a:
                    value += part_of_k(i, 0, j, 0, rows)
                if rows.b[j] == a:
                    value += part_of_k(i, 0, j, 1, rows)
                if rows.a[j] == b:
                    value += part_of_k(i, 1, j, 0, rows)
                if rows.b[j] == b:
                    value += part_of_k(i, 1, j, 1, rows)
                total[i] += abs(value)


def row_norms(rows: Rows, bodies: int) -> np.ndarray:
    """(m,) sum_j |K_ij|: the largest change of row i's speed by unit impulses of all rows; `bodies` counts the body rows."""
    m = len(rows.a)
    start, members, total = np.zeros(bodies + 1, np.int64), np.empty(2 * m, np.int64), np.empty(m)
    list_members(rows, start, members)
    sum_row_norms(start, members, rows, total)
    return total


@kernel
def list_members(rows, start, members):
    """Rows by body, those of which it is a before those of which it is b; rows of body r are members[start[r]:start[r + 1]].

    Reads   rows.a rows.b
    Writes  start members
    """
    for side in range(2):
        for body in rows.b if side else rows.a:
            if body >= FIRST:
                start[body] += 1
    for body in range(1, len(start)):
        start[body] += start[body - 1]                       # one past the last row of each body
    for back in range(2):
        for at in range(len(rows.a)):
            i = len(rows.a) - 1 - at
            body = rows.a[i] if back else rows.b[i]
            if body >= FIRST:
                start[body] -= 1
                members[start[body]] = i


class Wanted(NamedTuple):
    """What rows want in a sweep."""

    impulse: np.ndarray           # (m,) that satisfies each row alone
    together: np.ndarray          # (m, 12) response lambda of each group, by its first row


def jacobi_sweep(rows: Rows, velocity: np.ndarray, scale: np.ndarray, cone: bool) -> tuple[Rows, np.ndarray]:
    """All rows once, from the same velocities (n, 6); scale (m,) is the relaxation over `row_norms`.

    Returns the rows with new impulses, and the velocities.  With a relaxation of 1 a sweep never overshoots: the diagonal matrix
    of `row_norms`, less K, is diagonally dominant.
    """
    table, wanted = table_of(rows, cone), Wanted(np.zeros(len(rows.a)), np.zeros(rows.response.shape))
    want_impulses(rows, table, scale, velocity, wanted)
    clamp_impulses(table, wanted.impulse)
    return rows._replace(impulse=table.impulse), applied(rows, table.impulse - rows.impulse, velocity)


@kernel
def want_impulses(rows, table, scale, velocity, wanted):
    """Fill `wanted`, whose numbers begin as 0.

    Reads   rows table.first scale velocity wanted
    Writes  wanted
    """
    for i in range(len(rows.a)):
        for k in range(rows.response.shape[1]):
            wanted.together[table.first[i], k] += rows.impulse[i] * rows.response[i, k]
    for i in range(len(rows.a)):
        a, b = rows.a[i], rows.b[i]
        apart = sub(three(velocity, b, 0), three(velocity, a, 0))
        speed = speed_of(rows.jacobian, i, velocity, a, b) + inner(three(rows.surface_jacobian, i, 0), apart) + rows.bias[i]
        held = row_product(rows.jacobian, i, wanted.together, table.first[i])
        change = rows.mass_scale[i] * speed + rows.impulse_scale[i] * held
        wanted.impulse[i] = rows.impulse[i] - rows.relaxation[i] * scale[i] * change


@kernel
def clamp_impulses(table, wanted):
    """Impulses within their bounds, from the `wanted` ones (m,).

    Reads   table wanted
    Writes  table.patch_impulse table.impulse
    """
    table.patch_impulse[:] = 0
    for i in range(len(wanted)):
        table.impulse[i] = min(max(wanted[i], table.lower[i]), table.upper[i])
        if table.bound[i] == BOUNDING:
            table.patch_impulse[table.patch[i]] += table.impulse[i]
    for i in range(len(wanted)):
        if table.bound[i] == BOUNDED and table.skipped[i] == 0:
            clamp_friction(table, wanted, i, table.friction[i] * pressing(table.patch_impulse, table.kind[i], table.patch[i]))


@formula
def clamp_friction(table, wanted, i, limit):
    """Friction within the limit: both tangents together, or a row by itself."""
    j = table.other[i]
    if j == ALONE:
        table.impulse[i] = min(max(wanted[i], -limit), limit)
    else:
        length = np.sqrt(wanted[i] * wanted[i] + wanted[j] * wanted[j])
        share = limit / length if length > limit else 1.0
        table.impulse[i], table.impulse[j] = share * wanted[i], share * wanted[j]
