"""Bias, scales and bounds of rows, from their errors and impulses and the step's parameters.

    apart, no impulse yet     bias = C / h:  the bound may be reached in this substep, but not passed
    otherwise                 bias = rate C,  of contacts beyond the slop and no faster than `push_speed`; or the bounce's speed
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.lab.rows.row import LIMIT, MOTOR, NORMAL, OF_PARTS, RowParameters, Rows

BIASED = ("bias", "relaxation", "mass_scale", "impulse_scale", "lower", "upper")


def with_bias(rows: Rows, params: RowParameters) -> Rows:
    """The rows with the bias, scales and bounds that follow from their errors and impulses; parts ungrouped, but for points,
    where `params.joint.block` is 0."""
    columns = np.array([getattr(rows, name) for name in BIASED])
    new = rows._replace(group=rows.group.copy(), **dict(zip(BIASED, columns)))
    set_bias(new, params, np.zeros(patches(rows)))
    return new


def patches(rows: Rows) -> int:
    """How many numbers of patches there are; at least one."""
    return max(int(rows.patch.max(initial=0)), 0) + 1


@kernel
def set_bias(rows, params, normal):
    """Fill the columns of `with_bias`; `normal` (patches,) begins as 0 and ends as the normal impulse of each patch [N s].

    Reads   rows params normal
    Writes  rows.bias rows.relaxation rows.mass_scale rows.impulse_scale rows.lower rows.upper rows.group normal
    """
    for i in range(len(rows.a)):
        if rows.kind[i] == NORMAL:
            normal[rows.patch[i]] += rows.impulse[i]
    for i in range(len(rows.a)):
        if rows.kind[i] >= OF_PARTS:
            set_part_bias(rows, i, params.joint)
        else:
            set_contact_bias(rows, i, params.contact, rows.friction[i] * normal[rows.patch[i]])


@formula
def own_bias(rows, i):
    """The bias of a spring or a motor, by its own error and speed."""
    return rows.own_rate[i] * (0.0 if rows.kind[i] == MOTOR else rows.error[i]) - rows.speed[i]


@formula
def set_part_bias(rows, i, params):
    """A row of a part."""
    error = rows.error[i]
    if rows.own[i]:
        rows.bias[i] = own_bias(rows, i) + params.curvature * rows.curvature[i] - params.held_rate * rows.strain[i]
        rows.relaxation[i] = 1.0
    else:
        apart = rows.kind[i] == LIMIT and error > 0 and not (rows.active[i] and params.hold_active_limits == 1)
        rate = params.inverse_h if apart else params.bias_rate
        rows.bias[i] = rate * error + params.curvature * rows.curvature[i] - params.held_rate * rows.strain[i]
        rows.relaxation[i] = params.over_relaxation
        rows.mass_scale[i] = 1.0 if apart else params.mass_scale
        rows.impulse_scale[i] = 0.0 if apart else params.impulse_scale
    if params.block == 0 and rows.part_kind[i] >= AXIS_PAIR:
        rows.group[i] = i


@formula
def set_contact_bias(rows, i, params, limit):
    """A row of a contact; `limit` bounds it when it is a friction row."""
    error, normal = rows.error[i], rows.kind[i] == NORMAL
    free = not normal or error > 0 or rows.target[i] > 0
    if not normal:
        rows.bias[i] = rows.surface_velocity[i]
    elif rows.target[i] > 0:
        rows.bias[i] = -rows.target[i]
    elif error > 0:
        rows.bias[i] = error * params.inverse_h
    else:
        rows.bias[i] = max(params.bias_rate * min(error + params.slop, 0.0), -params.push_speed)
    rows.relaxation[i] = 1.0
    rows.mass_scale[i] = 1.0 if free else params.mass_scale
    rows.impulse_scale[i] = 0.0 if free else params.impulse_scale
    rows.lower[i], rows.upper[i] = (0.0, np.inf) if normal else (-limit, limit)
