"""Slabs: a world's bodies cut by their rows, a part for each thread.

In each colour the constraints of a slab stand together, and the members of a team take the blocks of a colour from its
beginning to its end: a thread finds most bodies as it left them itself.  A row that another core has written comes from that
core's cache, as does every row that the processor fetches beside it, so slabs are pieces of the arrays of bodies; neighbours
in the world mostly are neighbours there.  Constraints between slabs stand by themselves, for each of them makes a whole
block wait.  Every other slab has its constraints with few points first: there two slabs meet.
"""
from __future__ import annotations

import numpy as np

from physics.arrays import FIRST
from physics.jit import formula, kernel

MOST_SLABS = 16
FRACTION = 32                                    # bits behind the point in a number of slabs


@formula
def slab_of(row, per_row):
    """The slab of a body's row; per_row = slabs of a row, as a fraction."""
    return np.int64(np.uint64(row - FIRST) * per_row >> np.uint64(FRACTION))


@kernel
def kinds_by_slab(constraints, count, masks, kinds, slabs):
    """Kinds of the first `count` constraints that sort them by slab, inside of it by the old kinds, in turn rising and falling;
    a kind behind them is for constraints between slabs.

    kinds = (old kinds, their number, new kinds), slabs = (slabs, rows of bodies); masks as in `coloring.assign_bins`.

    Reads   constraints.a constraints.b masks kinds
    Writes  kinds
    """
    old, number, new = kinds
    per_row = np.uint64((slabs[0] << FRACTION) // slabs[1])  # a division for every constraint would be slow
    for k in range(count):
        a, b = np.uint32(constraints.a[k]), np.uint32(constraints.b[k])
        if masks[a] < 0:
            a = b
        elif masks[b] < 0:
            b = a
        first, second = slab_of(min(a, b), per_row), slab_of(max(a, b), per_row)
        kind = number if first < second else number - 1 - old[k] if first & 1 else old[k]
        new[k] = first * (number + 1) + kind
