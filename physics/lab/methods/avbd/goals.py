"""Goals: the errors that a substep's sweeps and its last sweep lead to, and the speeds of contacts that bounce."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.constraints.parts.distance import DISTANCE
from physics.lab.methods.avbd.pull import start_pull
from physics.lab.rows.row import HELD, LIMIT, NORMAL


class Goals(NamedTuple):
    """Of m rows."""

    kept: np.ndarray              # (m,) target errors of the sweeps: those at the beginning for held rows, contacts and limits
    later: np.ndarray             # (m,) target errors at the end of the substep, see `substep_poses.goals`
    leaving: np.ndarray           # (m,) speeds of separation [m/s], 0: no bounce; see `substep_poses.bounces`
    restitution: np.ndarray       # (m,) of normal rows; 0 for the others


@kernel
def start_rows(rows, pull, goals, every, h):
    """Multipliers and stiffnesses of a substep, and the goals of its sweeps.

    Reads   rows pull goals.later every h
    Writes  pull goals.kept
    """
    for i in every:
        goals.kept[i] = kept_error(rows, i, h, goals.later[i])
    start_pull(rows, pull, every, h)


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
