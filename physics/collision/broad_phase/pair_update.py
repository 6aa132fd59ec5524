"""Updating the list of pairs after a search, in one call: found pairs are sorted, the tree is built anew where it is stale, pairs
go and come.

A kernel makes no room: where some is missing it stops and says of what, see `pair_search.merge_found`.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.collision.broad_phase.morton import order_bodies
from physics.collision.broad_phase.pair_merge import add_pairs, drop_pairs
from physics.collision.broad_phase.plane_query import finish_search
from physics.collision.broad_phase.tree import LEAVINGS, build_tree
from physics.compile.decorators import kernel

STALE = 2.0                                      # fat boxes left, over bodies, after which the tree is built anew
UPDATED, FEW_KEYS, FEW_ENTRIES = 0, 1, 2         # results: done; no room for the found keys; none for the pairs that are new


class Update(NamedTuple):
    """What an update goes by."""

    count: int                    # rows from FIRST on
    fixed: float                  # `aabb.Margins.fixed` [m]
    excluded: np.ndarray          # (k,) int64 sorted pairs that never collide, lower row << 32 | higher row


@kernel
def update_pairs(bodies, pairs, scratch, update) -> int:
    """Update the list with what a search has found; returns UPDATED, or what there is no room for.

    After FEW_KEYS nothing was changed but the found keys, which another search finds again; after FEW_ENTRIES pairs that go are
    gone, and `add_pairs` is still to be called.

    Reads   bodies.aabb bodies.fat_aabb bodies.shape bodies.type bodies.group bodies.owner bodies.kind bodies.category bodies.mask
            bodies.sensor scratch.found.again scratch.found.apart update
    Writes  scratch.found.number scratch.found.keys scratch.found.other scratch.found.counts scratch.found.places scratch.curve
            scratch.tree scratch.new pairs
    """
    found, tree, curve = scratch.found, scratch.tree, scratch.curve
    finish_search(bodies, update.count, found, update.fixed)
    if found.number[0] > len(found.keys):
        return FEW_KEYS
    if tree.size[LEAVINGS] > STALE * update.count:
        members = order_bodies(bodies, update.count, curve)
        build_tree(bodies, curve.entries, members, tree)
    if drop_pairs(bodies, found, update.excluded, pairs, scratch.new) == 0:
        return FEW_ENTRIES
    add_pairs(bodies, found, pairs)
    return UPDATED
