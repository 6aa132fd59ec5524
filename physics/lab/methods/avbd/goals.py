"""Goals: the errors that a substep's sweeps and its last sweep lead to, and the speeds of contacts that bounce."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.constraints.parts.distance import DISTANCE
from physics.lab.methods.avbd.pull import start_pull
from physics.lab.rows.row import HELD, LIMIT, NORMAL
from physics.lab.rows.row_products import speed_of


class Goals(NamedTuple):
    """Of m rows."""

    kept: np.ndarray              # (m,) target errors of the sweeps: those at the beginning for held rows, contacts and limits
    later: np.ndarray             # (m,) target errors at the end of the substep, see `substep_poses.goals`
    leaving: np.ndarray           # (m,) speeds of separation [m/s], 0: no bounce; see `dynamics.restitution`
    restitution: np.ndarray       # (m,) of normal rows; 0 for the others


class Beginning(NamedTuple):
    """A substep's velocities and parameters."""

    before: np.ndarray            # (n, 8) velocities before forces [m/s], [rad/s]
    velocity: np.ndarray          # (n, 8) after forces
    h: float                      # [s]
    push_speed: float             # [m/s]
    threshold: float              # of restitution [m/s]


@kernel
def start_rows(rows, pull, goals, beginning, every):
    """Goals of a substep, and its multipliers and stiffnesses; multipliers of contacts that bounced before are reset.

    Reads   rows pull beginning goals.restitution every
    Writes  pull goals.kept goals.later goals.leaving
    """
    h = beginning.h
    for i in every:
        if goals.leaving[i] > 0:
            pull.multiplier[i] = 0.0
        goals.later[i] = later_error(rows, i, h, beginning.push_speed)
        goals.kept[i] = kept_error(rows, i, h, goals.later[i])
        goals.leaving[i] = 0.0
        if goals.restitution[i] > 0:
            a, b = rows.a[i], rows.b[i]
            speed = speed_of(rows.jacobian, i, beginning.before, a, b)
            meets = rows.error[i] + h * speed_of(rows.jacobian, i, beginning.velocity, a, b) < 0
            goals.leaving[i] = -goals.restitution[i] * speed if meets and -speed > beginning.threshold else 0.0
    start_pull(rows, pull, every, h)


@formula
def later_error(rows, i, h, push_speed):
    """Target error of a row at the end of the substep."""
    error, kind = rows.error[i], rows.kind[i]
    rest = max(abs(error) - h * push_speed, 0.0)
    if kind == NORMAL or kind == LIMIT:
        return -rest if error < 0 else 0.0
    if kind == HELD:
        return -rest if error < 0 else rest
    return error - h * rows.bias[i]


@formula
def kept_error(rows, i, h, later):
    """Target error of a row in the sweeps.

    Held rows subtract the curvature beforehand: the growth of C by the change of J.  Rods between points do not: vibrations
    across them, which few sweeps leave, would pull them tight and so grow.
    """
    error, kind = rows.error[i], rows.kind[i]
    if kind == HELD:
        return error - (0.0 if rows.part_kind[i] == DISTANCE else h * rows.curvature[i])
    return min(error, 0.0) if kind == NORMAL or kind == LIMIT else later
