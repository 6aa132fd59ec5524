"""Bias, scales and bounds of rows, from their errors and impulses and the step's parameters.

    limits    apart, no impulse yet     bias = C / h:  the bound may be reached in this substep, but not passed
              otherwise                 bias = rate C
    contacts  the law of `contacts.normal`, of one row in double precision: `normal_bias`, and `waits` when relaxing
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.contacts.normal import Bounce, Idle, Law, normal_bias, waits
from physics.lab.rows.row import LIMIT, MOTOR, NORMAL, OF_PARTS, PATCHES, RowParameters, Rows, pressing

BIASED = ("bias", "relaxation", "mass_scale", "impulse_scale", "lower", "upper")


def with_bias(rows: Rows, params: RowParameters) -> Rows:
    """The rows with the bias, scales and bounds that follow from their errors and impulses; parts ungrouped, but for points,
    where `params.joint.block` is 0."""
    columns = np.array([getattr(rows, name) for name in BIASED])
    new = rows._replace(group=rows.group.copy(), **dict(zip(BIASED, columns)))
    set_bias(new, params, np.zeros(patches(rows)))
    return new


def patches(rows: Rows) -> int:
    """How many numbers of patches there are: PATCHES of each contact, of one at least."""
    return count_patches(rows.patch)


@kernel
def count_patches(patch) -> int:
    """`patches`, from the patches of the rows; -1: none.

    Reads   patch
    Writes  -
    """
    last = 0
    for one in patch:
        last = max(last, one)
    return (last // PATCHES + 1) * PATCHES


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
            set_contact_bias(rows, i, params.contact, rows.friction[i] * pressing(normal, rows.kind[i], rows.patch[i]))


@formula
def own_bias(rows, i, rates):
    """The bias of a spring or a motor, by its own error and speed; rates = (inverse_h, bias_rate) at which a motor comes to the
    stops of its axis, see `constraints.solver`."""
    if rows.kind[i] != MOTOR:
        return rows.own_rate[i] * rows.error[i] - rows.speed[i]
    low = (rates[0] if rows.to_lower[i] < 0 else rates[1]) * rows.to_lower[i]
    high = (rates[0] if rows.to_upper[i] > 0 else rates[1]) * rows.to_upper[i]
    return -max(min(rows.speed[i], high), low)


@formula
def set_part_bias(rows, i, params):
    """A row of a part."""
    error = rows.error[i]
    if rows.own[i]:
        own = own_bias(rows, i, (params.inverse_h, params.bias_rate))
        rows.bias[i] = own + params.curvature * rows.curvature[i] - params.held_rate * rows.strain[i]
        rows.relaxation[i] = 1.0
    else:
        apart = rows.kind[i] == LIMIT and error > 0 and not (rows.active[i] and params.hold_active_limits == 1)
        rate = params.inverse_h if apart else params.bias_rate
        turning = params.curvature if apart else params.turning
        felt = params.held_rate if rows.kind[i] == LIMIT else rate
        rows.bias[i] = rate * rows.reach[i] * error + turning * rows.curvature[i] - felt * rows.strain[i]
        rows.relaxation[i] = params.over_relaxation
        rows.mass_scale[i] = 1.0 if apart else params.mass_scale
        rows.impulse_scale[i] = 0.0 if apart else params.impulse_scale
    if params.block == 0 and rows.part_kind[i] >= AXIS_PAIR:
        rows.group[i] = i


@formula
def set_contact_bias(rows, i, params, limit):
    """A row of a contact; `limit` bounds it when it is a friction row."""
    normal = rows.kind[i] == NORMAL
    bias, mass_scale, _ = normal_bias(rows.error[i], rows.target[i], Law(params, params.mass_scale, 1.0 / params.mass_scale))
    rows.bias[i] = rows.turning_slip[i] + (bias if normal else rows.surface_velocity[i])
    rows.relaxation[i] = 1.0
    rows.mass_scale[i] = mass_scale if normal else 1.0
    rows.impulse_scale[i] = 1.0 - rows.mass_scale[i]              # of soft rows and of rigid ones
    rows.lower[i], rows.upper[i] = (0.0, np.inf) if normal else (-limit, limit)


@kernel
def find_waiting(rows, speed, threshold, waiting):
    """Mark the rows of contacts that relaxing leaves out; `speed` (m,) is J V [m/s], `threshold` that of bouncing.

    Reads   rows.kind rows.impulse rows.error rows.restitution rows.target speed
    Writes  waiting
    """
    for i in range(len(waiting)):
        idle = Idle(rows.impulse[i], rows.error[i], speed[i], 0.0)
        waiting[i] = rows.kind[i] == NORMAL and waits(idle, Bounce(rows.restitution[i], rows.target[i]), threshold)
