"""Stiffnesses that rows keep between steps: of joints with their parts, of contacts with their pairs, for each kind of row.

Points of a contact come and go as it rolls or tips, and share its load; the greatest k of a pair's rows of a kind is kept for all
of them.  A pair that does not touch forgets its own.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.constraints import part
from physics.dynamics.substeps import State
from physics.lab.rows.lanes import lane_base
from physics.lab.rows.row import OF_PARTS, Rows
from physics.simd.value import W


def take_stiffness(state: State, rows: Rows, stiffness: np.ndarray) -> None:
    """Fill (m,) with what rows kept of the last step, 0 of new ones [N/m] or [N m/rad]."""
    read_stiffness(rows, state, stiffness)


def keep_stiffness(state: State, rows: Rows, stiffness: np.ndarray) -> None:
    """Store (m,) for the next step; after the impulses of the step are stored."""
    state.pairs.stiffness[:] = 0
    write_stiffness(rows, state, stiffness)


@formula
def place_in_parts(rows, i):
    """Where the k of a part's row is stored."""
    return lane_base(rows.part[i], part.PART_SLOTS) + (part.STIFFNESS + rows.component[i]) * W


@kernel
def read_stiffness(rows, state, stiffness):
    """`take_stiffness`.

    Reads   rows.kind rows.part rows.component rows.patch state.parts.store state.contacts.pair state.pairs.stiffness
    Writes  stiffness
    """
    for i in range(len(stiffness)):
        if rows.kind[i] >= OF_PARTS:
            stiffness[i] = state.parts.store[place_in_parts(rows, i)]
        else:
            stiffness[i] = state.pairs.stiffness[state.contacts.pair[rows.patch[i] // 4], rows.kind[i]]


@kernel
def write_stiffness(rows, state, stiffness):
    """`keep_stiffness`, of pairs whose numbers begin as 0.

    Reads   rows.kind rows.part rows.component rows.patch stiffness state.contacts.pair state.pairs.stiffness
    Writes  state.parts.store state.pairs.stiffness
    """
    for i in range(len(stiffness)):
        if rows.kind[i] >= OF_PARTS:
            state.parts.store[place_in_parts(rows, i)] = stiffness[i]
        else:
            pair, kind = state.contacts.pair[rows.patch[i] // 4], rows.kind[i]
            state.pairs.stiffness[pair, kind] = max(state.pairs.stiffness[pair, kind], stiffness[i])
