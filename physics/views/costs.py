"""What a body costs: the rows that act on it, each of which every sweep solves once."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import COUNT, FIRST
from physics.collision.narrow_phase.manifold import MANIFOLD_SLOTS
from physics.constraints.parts import ROWS
from physics.simd.value import W

ROWS_OF_A_POINT = 3                # normal, and friction along two tangents


def row_counts(world) -> np.ndarray:
    """(n,) number of rows at each body of a world after a step; sleeping bodies have none."""
    state, pool = world._contacts, world._bodies
    lanes, rows = state.contact_blocks * W, len(pool.arrays.uid)
    entries = state.contacts.pair[:lanes].astype(np.int64)
    points = state.pairs.manifolds[(entries // W * MANIFOLD_SLOTS + COUNT) * W + entries % W]
    constraints, kinds, count = world._joints.constraints(pool)
    held, pushed = np.array(ROWS)[kinds[:count]], ROWS_OF_A_POINT * points
    found = np.zeros(rows)
    for ends, weights in ((state.contacts.a[:lanes], pushed), (state.contacts.b[:lanes], pushed),
                          (constraints.a[:count], held), (constraints.b[:count], held)):
        found += np.bincount(ends, weights, rows)
    return found[FIRST:FIRST + pool.count].astype(np.int64)
