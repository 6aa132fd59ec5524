"""Goals: the errors that a substep's sweeps and its last sweep lead to, and the speeds of contacts that bounce.

    C*(x) = C(x) - alpha C(x0)        (equation 18)

so a share of an old error is left alone and causes no speed; alpha is 1 with post-stabilization.  Contacts and limits that are
apart have no error: they may close.  Springs, motors and friction lead to the error that their velocity rows ask for.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import kernel
from physics.lab.rows.row import HELD, LIMIT, NORMAL


class Goals(NamedTuple):
    """Of m rows."""

    kept: np.ndarray              # (m,) target errors of the sweeps
    later: np.ndarray             # (m,) target errors at the end of the substep, see `substep_poses.goals`
    leaving: np.ndarray           # (m,) speeds of separation [m/s], 0: no bounce; see `substep_poses.bounces`
    restitution: np.ndarray       # (m,) of normal rows; 0 for the others


@kernel
def find_kept(rows, alpha, goals):
    """Target errors of the sweeps: the share alpha of those at the beginning for held rows, contacts and limits.

    Reads   rows.kind rows.error goals.later alpha
    Writes  goals.kept
    """
    for i in range(len(goals.kept)):
        kind = rows.kind[i]
        if kind == HELD:
            goals.kept[i] = alpha * rows.error[i]
        elif kind == NORMAL or kind == LIMIT:
            goals.kept[i] = alpha * min(rows.error[i], 0.0)
        else:
            goals.kept[i] = goals.later[i]
