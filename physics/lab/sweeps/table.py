"""The table of a sweep: rows with their gains, groups and patches, as the kernels of sweeps read them."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.lab.rows.bias import patches
from physics.lab.rows.row import NORMAL, OF_PARTS, Rows, as_disc, is_bounded

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
    kind: np.ndarray              # (m,)
    patch: np.ndarray             # (m,) place in `patch_impulse`
    impulse: np.ndarray           # (m,)
    patch_impulse: np.ndarray     # (patches,) sums of normal impulses


WHOLE = ("bound", "other", "skipped", "first", "last", "patch")


def table_of(rows: Rows, cone: bool) -> Table:
    """The table of these rows; `cone`: tangents are clamped together."""
    m = len(rows.a)
    whole, (gain, compliance) = dict(zip(WHOLE, np.zeros((len(WHOLE), m), np.int64))), np.zeros((2, m))
    table = Table(a=rows.a, b=rows.b, jacobian=rows.jacobian, response=rows.response, surface_jacobian=rows.surface_jacobian,
                  bias=rows.bias, gain=gain, compliance=compliance, lower=rows.lower, upper=rows.upper, friction=rows.friction,
                  kind=rows.kind, impulse=rows.impulse.copy(), patch_impulse=np.zeros(patches(rows)), **whole)
    prepare_table(rows, cone, table)
    return table


@kernel
def prepare_table(rows, cone, table):
    """Fill the columns of a table that begin as 0.

    Reads   rows
    Writes  table
    """
    m = len(rows.a)
    for i in range(m):
        kind = rows.kind[i]
        table.bound[i] = BOUNDING if kind == NORMAL else BOUNDED if is_bounded(kind) else FREE
        table.other[i], table.patch[i] = ALONE, max(rows.patch[i], 0)
        table.first[i] = rows.group[i] if kind >= OF_PARTS else i
        if kind == NORMAL:
            table.patch_impulse[table.patch[i]] += rows.impulse[i]
    for i in range(m):
        table.last[table.first[i]] += 1                      # the size of the group
        if as_disc(rows.kind[i], cone) and rows.group[i] != i:
            table.other[rows.group[i]], table.skipped[i] = i, 1
    for at in range(m):
        i = m - 1 - at                                       # a group's first row, which holds its size, comes last
        table.last[i] = table.first[i] + table.last[table.first[i]]
        mass = 1 / rows.k[i] if rows.k[i] > 0 else 0.0
        if is_bounded(rows.kind[i]) and (table.skipped[i] == 1 or table.other[i] != ALONE):
            mass = rows.effective_mass[i]
        table.gain[i] = rows.relaxation[i] * rows.mass_scale[i] * mass
        table.compliance[i] = rows.relaxation[i] * rows.impulse_scale[i] * mass
