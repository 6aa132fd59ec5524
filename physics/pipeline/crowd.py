"""Crowds: bodies of which so many lie in one place that their pairs and contacts would take more memory than the world may use.

All pairs of n bodies in one place are n (n - 1) / 2.  A body has colours for 62 contacts (see `dynamics.coloring`); each further
one has a block of sixteen to itself, so a crowd needs far more memory than a pile with as many contacts.  Both are counted before
memory is taken.  Contacts are only known after the narrow phase, which changes impulses: where they may be too many, the state of
the world is kept before.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.bodies.arrays import FIRST, Pairs
from physics.collision.broad_phase.pair_search import TooManyPairs
from physics.definitions.body_types import DYNAMIC
from physics.dynamics.coloring import COLORS
from physics.simd.value import W
from physics.storage import snapshot
from physics.storage.contact_store import GB, bytes_of_block, bytes_of_pair

LOOKED_AT = 2048                   # bodies, spread over all, of which the one that most boxes overlap is in the crowd
NAMED = 3                          # bodies of a crowd that are named


def too_many_pairs(world, number: int) -> TooManyPairs:
    """The error of a world whose search found so many pairs; the next one is for all bodies."""
    world._bodies.changed = True
    return too_many(world, f"{number:,} pairs of bodies overlap", number * bytes_of_pair(world.precision))


def keep_before_contacts(world, pairs: Pairs) -> None:
    """Keep the state of a world with more pairs than `uncrowded` where its contacts may take too much memory; `pairs` is the list
    before, to whose entries the contacts of the last step refer."""
    state, number = world._contacts, int(world._contacts.pairs.number[0])
    if _memory(world, _most_blocks(world, number)) > world.pair_memory * GB:
        found, state.pairs = state.pairs, pairs
        state.before_contacts = snapshot.take(world)
        state.pairs = found


def check_contacts(world, blocks: int) -> None:
    """Raise TooManyPairs, and put the state back, where so many blocks of contacts take more memory than a world may use."""
    state, memory = world._contacts, _memory(world, blocks)
    if memory > world.pair_memory * GB:
        error = too_many(world, f"{state.touching_count:,} pairs of bodies touch", memory)
        if state.before_contacts is not None:
            snapshot.put_back(world, state.before_contacts)
            state.before_contacts, world._bodies.changed = None, True
        raise error


def contacts_fit(world) -> None:
    """The contacts of a world, whose state was kept before, take no more memory than it may use."""
    state = world._contacts
    state.before_contacts, state.uncrowded = None, int(state.pairs.number[0])


def too_many(world, what: str, memory: float) -> TooManyPairs:
    """The error of a world that would need so much memory; `what` needs it."""
    place, names = _crowd(world)
    named = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED:,} more" if len(names) > NAMED else "")
    at = ", ".join(f"{x:.3g}" for x in place)
    return TooManyPairs(f"{what}, which takes {memory / GB:.2g} GB; pair_memory allows {world.pair_memory:g} GB. {len(names):,} "
                        f"bodies lie in one place, about ({at}): {named}. Move them apart, or allow more memory: "
                        "world.pair_memory in Python, IMPULSE_PAIR_MEMORY on the command line")


def _memory(world, blocks: int) -> float:
    return int(world._contacts.pairs.number[0]) * bytes_of_pair(world.precision) + blocks * bytes_of_block(world.precision)


def _most_blocks(world, number: int) -> int:
    """A bound of the blocks of contacts: one for each pair for which a dynamic body has no colour, the others packed."""
    pairs, bodies = world._contacts.pairs, world._bodies.arrays
    entries, degrees = pairs.order[:number], np.zeros(len(bodies.uid), np.int64)
    for rows in (pairs.a, pairs.b):
        degrees += np.bincount(bodies.owner[rows[entries]], minlength=len(degrees))
    alone = int(np.maximum(degrees[bodies.type == DYNAMIC] - COLORS, 0).sum())
    return min(number, alone + number // W)


def _crowd(world) -> tuple[np.ndarray, list[str]]:
    """The place of the crowd [m], and the names of its bodies."""
    pool, arrays = world._bodies, world._bodies.arrays
    rows = FIRST + np.flatnonzero(arrays.type[FIRST:FIRST + pool.row_count] == DYNAMIC)
    rows = rows if len(rows) else np.arange(FIRST, FIRST + pool.row_count)
    low, high = arrays.fat_aabb[rows, :3], arrays.fat_aabb[rows, 3:6]
    found: Any = np.zeros(len(rows), bool)
    for k in range(0, len(rows), max(1, len(rows) // LOOKED_AT)):
        near = ((low <= high[k]) & (high >= low[k])).all(axis=1)
        found = near if near.sum() > found.sum() else found
    owners = np.unique(arrays.owner[rows[found]])
    names = [pool.definitions[int(uid)].name or f"body {uid}" for uid in arrays.uid[owners]]
    return arrays.pose[owners, :3].mean(axis=0), names
