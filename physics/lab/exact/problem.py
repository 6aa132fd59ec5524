"""The rows of a step as one problem, and how far impulses are from its solution.

    w = matrix lambda + slip,       r = lambda - clamp(lambda - w / D)           (D the diagonal of the matrix)

The natural map r is 0 at a solution.  The bounds of a friction row follow from the normal impulses of its patch.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.constraints.part import UNLIMITED
from physics.constraints.parts.point import POINT
from physics.lab.rows.row import NORMAL, OF_PARTS, Rows, between, is_bounded, pressing
from physics.lab.rows.row_products import speed_of

TURNING = 0.0                                    # in place of the scale: a surface spins


class Problem(NamedTuple):
    """m rows of a step as one problem."""

    rows: Rows
    velocity: np.ndarray          # (n, 6) by body row, without constraint impulses [m/s], [rad/s]
    matrix: np.ndarray            # (m, m) J M^-1 J^T + compliance
    slip: np.ndarray              # (m,) J V + bias
    diagonal: np.ndarray          # (m,) of the matrix; 1 where it is 0
    friction: np.ndarray          # (m,) bool: rows of friction
    lower: np.ndarray             # (m,) bounds of the other rows
    upper: np.ndarray             # (m,)
    scale: float                  # largest impulse that stops a single row, at least 1 [N s]


class Columns(NamedTuple):
    """What a problem adds to its rows, as there."""

    matrix: np.ndarray
    slip: np.ndarray
    diagonal: np.ndarray
    friction: np.ndarray
    lower: np.ndarray
    upper: np.ndarray


class Bounds(NamedTuple):
    """Bounds of all rows for some impulses."""

    lower: np.ndarray             # (m,)
    upper: np.ndarray             # (m,)
    pressing: np.ndarray          # (patches,) sums of normal impulses


def stated(rows: Rows, velocity: np.ndarray) -> Problem:
    """The problem of these rows from velocities (n, 6); its scale is TURNING where surfaces spin."""
    m = len(rows.a)
    numbers = np.empty((4, m))
    columns = Columns(np.empty((m, m)), numbers[0], numbers[1], np.empty(m, bool), numbers[2], numbers[3])
    return Problem(rows, velocity, *columns, set_problem(rows, velocity, columns))


def unbounded(m: int, patches: int) -> Bounds:
    """Room for the bounds of m rows."""
    return Bounds(np.empty(m), np.empty(m), np.empty(patches))


@kernel
def set_problem(rows, velocity, one):
    """Fill the columns `one` of a problem; returns its scale, or TURNING.

    Reads   rows velocity
    Writes  one.matrix one.slip one.diagonal one.friction one.lower one.upper
    """
    scale = 1.0
    set_system(rows, one.matrix)
    for i in range(len(one.slip)):
        for k in range(3):
            if rows.surface_jacobian[i, k] != 0:
                return TURNING
        own = one.matrix[i, i]
        one.diagonal[i] = own if own > 0 else 1.0
        one.slip[i] = speed_of(rows.jacobian, i, velocity, rows.a[i], rows.b[i]) + rows.bias[i]
        one.friction[i] = is_bounded(rows.kind[i])
        free = rows.part_kind[i] == POINT and rows.upper[i] >= UNLIMITED
        one.lower[i] = -np.inf if free else rows.lower[i]
        one.upper[i] = np.inf if free else rows.upper[i]
        scale = max(scale, abs(one.slip[i] / one.diagonal[i]))
    return scale


@kernel
def find_system(rows, full):
    """`set_system` for Python.

    Reads   rows.a rows.b rows.jacobian rows.response rows.impulse_scale rows.mass_scale rows.group rows.kind
    Writes  full
    """
    set_system(rows, full)


@formula
def set_system(rows, full):
    """J M^-1 J^T of all rows, plus the compliance of soft ones, which the rows of a part share."""
    for i in range(len(full)):
        share = rows.impulse_scale[i] / (rows.mass_scale[i] if rows.mass_scale[i] > 0 else 1.0)
        for j in range(len(full)):
            value = between(rows, i, j)
            if i == j or rows.group[i] == rows.group[j] and rows.kind[i] >= OF_PARTS:
                value += share * value
            full[i, j] = value


@formula
def set_bounds(one, impulse, found):
    """Bounds of every row; those of friction follow from the normal impulses."""
    rows = one.rows
    found.pressing[:] = 0.0
    for i in range(len(impulse)):
        if rows.kind[i] == NORMAL:
            found.pressing[rows.patch[i]] += impulse[i]
    for i in range(len(impulse)):
        if one.friction[i]:
            limit = max(rows.friction[i] * pressing(found.pressing, rows.kind[i], rows.patch[i]), 0.0)
            found.lower[i], found.upper[i] = -limit, limit
        else:
            found.lower[i], found.upper[i] = one.lower[i], one.upper[i]


@formula
def aim_of(one, impulse, i):
    """lambda - w / D of a row: the impulse that satisfies it alone, without bounds."""
    even, odd, m = 0.0, 0.0, len(impulse)                    # two sums, since one addition waits for the one before it
    for k in range(m // 2):
        even += one.matrix[i, 2 * k] * impulse[2 * k]
        odd += one.matrix[i, 2 * k + 1] * impulse[2 * k + 1]
    if m % 2 == 1:
        even += one.matrix[i, m - 1] * impulse[m - 1]
    return impulse[i] - (even + odd + one.slip[i]) / one.diagonal[i]


@formula
def natural_map_of(one, impulse, limits, i):
    """The natural map of a row between its limits."""
    return impulse[i] - min(max(aim_of(one, impulse, i), limits.lower[i]), limits.upper[i])


@formula
def residual_of(one, impulse, limits):
    """The largest absolute value of the natural map; it is no number where the map has such a value."""
    worst = 0.0
    set_bounds(one, impulse, limits)
    for i in range(len(impulse)):
        value = abs(natural_map_of(one, impulse, limits, i))
        if worst == worst and not value <= worst:
            worst = value
    return worst


@kernel
def find_residual(one, impulse, limits):
    """`residual_of` for Python.

    Reads   one impulse
    Writes  limits
    """
    return residual_of(one, impulse, limits)


@kernel
def find_natural_map(one, impulse, limits, found):
    """The natural map of every row, and the limits.

    Reads   one impulse
    Writes  limits found
    """
    set_bounds(one, impulse, limits)
    for i in range(len(found)):
        found[i] = natural_map_of(one, impulse, limits, i)
