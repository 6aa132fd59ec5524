"""Contradictions: joints that leave bodies no freedom, and whose errors no motion can remove together.

With J of all held rows and its null space N, a body is *locked* if it stands still in all motions of N.  An axis that is a little
askew locks a crank that would turn otherwise; with soft joints it turns nevertheless, because they give way:

    r = C - J x  of the x with the least |r|:    the part of the errors C that the joints have to share

Soft rows answer a step by least squares weighted with their softness (`dense.system`), so they share r as springs do.  A sweep
for the rigid rows, which takes the springs' push back, would stop all that is locked, so there the springs' answer stays.

Almost always every body can move, which a basis of the rows of J shows without singular values: an axis i of a body that is far
from what they span, 1 - sum_r Q_ri^2 > 0 by a margin, moves in N.
Source: Golub and Van Loan, "Matrix Computations", 2013, 5.5: rank and least squares by singular values.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.lab.rows.row import HELD, Rows

FREEDOMS = 6                                     # of a body
RANK = 1e-6                                      # least singular value of independent rows, over the largest: of single precision
STILL = 1e-6                                     # of a motion of length 1: below this a body stands still in it
APART, CLEAR = 1e-10, 1e-2                       # share of a row apart from the others; 1 - sum_r Q_ri^2 of a sure motion
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
    if len(held) < FREEDOMS or surely_free(rows, held):
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


def surely_free(rows: Rows, held: np.ndarray) -> bool:
    """Whether these rows (k,) surely leave every body a motion; where it is close, they do not surely."""
    sides = 2 * len(held)
    room = Room(np.empty(sides, np.int64), np.empty((2, len(held)), np.int64), np.empty((len(held) + 1) * FREEDOMS * sides))
    return find_motions(rows, held, room) == 1


class Room(NamedTuple):
    """Room for `find_motions`, for k rows."""

    bodies: np.ndarray            # (2 k,) body rows that move
    place: np.ndarray             # (2, k) place of a row's two bodies in `bodies`; -1: it does not move
    basis: np.ndarray             # (k + 1) times 6 for each of the bodies: orthonormal rows that span those of J


@kernel
def find_motions(rows, held, room) -> int:
    """1 when every body surely has a motion that these rows allow, else 0.

    Reads   rows.a rows.b rows.response rows.jacobian held room
    Writes  room
    """
    count = list_bodies(rows, held, room)
    width, rank, basis = FREEDOMS * count, 0, room.basis
    for at in range(len(held)):
        here = rank * width
        for k in range(width):
            basis[here + k] = 0.0
        for side in range(2):
            if room.place[side, at] >= 0:
                for k in range(FREEDOMS):
                    column = here + FREEDOMS * room.place[side, at] + k
                    basis[column] += rows.jacobian[held[at], FREEDOMS * side + k]
        length = product(basis, here, here, width)
        for _ in range(2):                       # the second time removes what rounding left
            for other in range(rank):
                part = product(basis, here, other * width, width)
                for k in range(width):
                    basis[here + k] -= part * basis[other * width + k]
        left = product(basis, here, here, width)
        if left > APART * APART * length:
            for k in range(width):
                basis[here + k] /= np.sqrt(left)
            rank += 1
    for body in range(count):
        most = 0.0
        for k in range(FREEDOMS):
            rest = 1.0
            for row in range(rank):
                rest -= basis[row * width + FREEDOMS * body + k] * basis[row * width + FREEDOMS * body + k]
            most = max(most, rest)
        if not most > CLEAR:
            return 0
    return 1


@formula
def list_bodies(rows, held, room):
    """List the bodies that held rows move; returns their number."""
    count = 0
    for at in range(len(held)):
        for side in range(2):
            body = rows.b[held[at]] if side == 1 else rows.a[held[at]]
            room.place[side, at] = -1
            moves = False
            for k in range(FREEDOMS):
                moves = moves or rows.response[held[at], FREEDOMS * side + k] != 0
            if moves:
                place = 0
                while place < count and room.bodies[place] != body:
                    place += 1
                if place == count:
                    room.bodies[place] = body
                    count += 1
                room.place[side, at] = place
    return count


@formula
def product(numbers, first, second, width):
    """The inner product of two rows of `numbers`, which begin there."""
    total = 0.0
    for k in range(width):
        total += numbers[first + k] * numbers[second + k]
    return total
