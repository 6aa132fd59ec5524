"""Contradictions: joints that leave bodies no freedom, and whose errors no motion can remove together.

With J of all held rows and its null space N, a body is *locked* if it stands still in all motions of N.  An axis that is a little
askew locks a crank that would turn otherwise; with soft joints it turns nevertheless, because they give way:

    r = C - J x  of the x with the least |r|:    the part of the errors C that the joints have to share

Soft rows answer a step by least squares weighted with their softness (`dense.system`), so they share r as springs do.  A sweep
for the rigid rows, which takes the springs' push back, would stop all that is locked, so there the springs' answer stays.
Source: Golub and Van Loan, "Matrix Computations", 2013, 5.5: rank and least squares by singular values.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.lab.rows.row import HELD, Rows

FREEDOMS = 6                                     # of a body
RANK = 1e-6                                      # least singular value of independent rows, over the largest: of single precision
STILL = 1e-6                                     # of a motion of length 1: below this a body stands still in it
LEAST = 1e-3                                     # error to speak of [m] or [rad]


class Contradiction(NamedTuple):
    """What the held rows of a substep do to the bodies together."""

    at_locked: np.ndarray         # (m,) bool: rows of any kind that act on a locked body
    locked: int                   # number of locked bodies
    error: float                  # largest error of their held rows that no motion removes [m] or [rad]

    @property
    def text(self) -> str:
        """One line for people; "" where no error is worth mentioning."""
        if self.error < LEAST:
            return ""
        return (f"joints contradict each other: they leave {self.locked} {'body' if self.locked == 1 else 'bodies'} no freedom "
                "and errors that no motion removes; soft joints share these as springs")


def contradiction(rows: Rows) -> Contradiction:
    """The Contradiction of these rows, at their present errors."""
    held, none = np.flatnonzero(rows.kind == HELD), Contradiction(np.zeros(len(rows.a), bool), 0, 0.0)
    if len(held) < FREEDOMS:
        return none
    sides = ((rows.a, slice(0, FREEDOMS)), (rows.b, slice(FREEDOMS, 2 * FREEDOMS)))
    moves = [rows.response[:, columns].any(1) for _, columns in sides]
    bodies = np.unique(np.concatenate([body[held][mobile[held]] for (body, _), mobile in zip(sides, moves)]))
    jacobian = np.zeros((len(held), len(bodies), FREEDOMS))
    for (body, columns), mobile in zip(sides, moves):
        mine = np.flatnonzero(mobile[held])
        jacobian[mine, np.searchsorted(bodies, body[held[mine]])] += rows.jacobian[held[mine], columns]
    left, values, right = np.linalg.svd(jacobian.reshape(len(held), -1))
    rank = int((values > RANK * values.max(initial=0)).sum())
    free = (np.abs(right[rank:]) > STILL).any(0).reshape(-1, FREEDOMS).any(1)
    locked = bodies[~free]
    if not len(locked):
        return none
    at_locked = np.isin(rows.a, locked) & moves[0] | np.isin(rows.b, locked) & moves[1]
    error = rows.error[held]
    rest = np.abs(error - left[:, :rank] @ (left[:, :rank].T @ error))
    return Contradiction(at_locked, len(locked), float(rest[at_locked[held]].max(initial=0)))
