"""A sweep of projected Gauss-Seidel over explicit rows: one row after the other.

The accumulated impulse of a row moves to where the row alone is satisfied, and is then clamped to its bounds:

    lambda' = clamp(lambda - relaxation (mass_scale (J V + bias) + impulse_scale (K lambda)) / K)
    V += M^-1 J^T (lambda' - lambda)

where (K lambda) is summed over the rows of a group, which share their compliance.

Friction is bounded by the present normal impulses of its patch: both tangents together (cone, with one effective mass for the
two) or each by itself (pyramid).  Source: Catto, "Iterative Dynamics", GDC 2005.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.lab.rows.row import pressing
from physics.lab.sweeps.table import BOUNDED, BOUNDING


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
            limit = table.friction[i] * pressing(table.patch_impulse, table.kind[i], table.patch[i])
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
