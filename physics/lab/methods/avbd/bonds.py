"""Bonds: which rows act on which body, and the order in which bodies move.

Bodies of one colour share no row; colours are given greedily in the order of the bodies, and a sweep goes colour by colour.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.lab.rows.row import Rows

NONE = -1                                        # colour of a body without rows


class Bonds(NamedTuple):
    """Movable bodies with rows, in the order of a sweep, and the rows of each, in ascending order."""

    body: np.ndarray              # (b,) body rows
    color: np.ndarray             # (n,) of body rows, or NONE
    first: np.ndarray             # (n + 2,) the rows of body k are row[first[k]:first[k + 1]]
    row: np.ndarray               # (2 m,) row numbers
    column: np.ndarray            # (2 m,) the first of the body's columns in J: 0 or 6
    every: np.ndarray             # (m,) all row numbers
    taken: np.ndarray             # (n + 1,) scratch


def bonds_of(rows: Rows, free: np.ndarray) -> Bonds:
    """The bonds of these rows; (n,) bool: `free`, movable bodies."""
    n, m = len(free), len(rows.a)
    places, ends = np.zeros((4, n + 2), np.int64), np.zeros((2, 2 * m), np.int64)
    bonds = Bonds(places[0, :n], places[1, :n], places[2], ends[0], ends[1], np.arange(m), places[3, :n + 1])
    list_bonds(rows, free, bonds)
    color_bodies(rows, free, bonds)
    return bonds._replace(body=bonds.body[:int((bonds.color != NONE).sum())])


@formula
def end_of(rows, i, side):
    """Body a or b of a row."""
    return rows.a[i] if side == 0 else rows.b[i]


@kernel
def list_bonds(rows, free, bonds):
    """Fill `bonds.first`, `row` and `column`; `first` begins as 0.

    Reads   rows.a rows.b free
    Writes  bonds.first bonds.row bonds.column
    """
    first, m = bonds.first, len(rows.a)
    for i in range(m):
        for side in range(2):
            if free[end_of(rows, i, side)]:
                first[end_of(rows, i, side) + 2] += 1
    for body in range(len(free)):
        first[body + 2] += first[body + 1]
    for i in range(m):                           # first[k + 1] is the next place of body k, and in the end its last
        for side in range(2):
            body = end_of(rows, i, side)
            if free[body]:
                at = first[body + 1]
                bonds.row[at], bonds.column[at] = i, 6 * side
                first[body + 1] += 1


@kernel
def color_bodies(rows, free, bonds):
    """Fill `bonds.color` and `body`; `taken` begins as 0.

    Reads   rows.a rows.b free bonds.first bonds.row
    Writes  bonds.color bonds.body bonds.taken
    """
    color, taken, first = bonds.color, bonds.taken, bonds.first
    for body in range(len(free)):
        color[body] = NONE
        for at in range(first[body], first[body + 1]):
            i = bonds.row[at]
            other = rows.a[i] + rows.b[i] - body
            if other < body and free[other]:
                taken[color[other]] = body + 1
        if first[body] < first[body + 1]:
            color[body] = 0
            while taken[color[body]] == body + 1:
                color[body] += 1
    for k in range(len(taken)):
        taken[k] = 0
    for body in range(len(free)):
        taken[color[body] + 1] += 1              # how many have a colour; those without one come at the end
    taken[0] = 0
    for k in range(len(taken) - 1):
        taken[k + 1] += taken[k]
    for body in range(len(free)):
        if color[body] != NONE:
            bonds.body[taken[color[body]]] = body
            taken[color[body]] += 1
