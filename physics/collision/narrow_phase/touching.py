"""Which pairs are due, and the compact list of those that touch, in the order of the pairs: what islands, colouring and
events work on."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import COUNT, FIRST, aligned
from physics.collision.narrow_phase.manifold import manifold_start
from physics.compile.decorators import formula, kernel, verb
from physics.parallel.team import CHUNKS, MOST_CHUNKS, first_chunk, next_chunk, share
from physics.simd.flags import flagged
from physics.simd.functions import select
from physics.simd.memory import load, store_integers
from physics.simd.value import W

FULL = 4                                         # points of a manifold, at most
GRAIN = 2048                                     # pairs that are worth a chunk


class Listing(NamedTuple):
    """Where touching pairs are listed."""

    a: np.ndarray                 # (n,) int32 body row; n is more than there are pairs
    b: np.ndarray                 # (n,) int32 body row
    index: np.ndarray             # (n,) int32 entry of the pair
    found: np.ndarray             # (n,) int32 room
    missing: np.ndarray           # (n,) int32 how many of four points each is missing
    counts: np.ndarray            # (1 + MOST_CHUNKS,) int64 how many there are; how many each chunk found


def new_counts() -> np.ndarray:
    """Room for the counts of a `Listing` of no pair."""
    return aligned(1 + MOST_CHUNKS, np.int64)


@formula
def note_points(block, pairs):
    """Write how many points those manifolds of a block have that are due."""
    count = load(pairs.manifolds, manifold_start(block) + COUNT * W)
    store_integers(pairs.points, block * W, select(flagged(pairs.due, block * W, pairs.manifolds), count, 0.0))


@kernel
def mark_due(pairs, awake):
    """Mark the pairs that have a body that is awake, of all blocks in use, and note their points; awake is Bodies.awake.

    Reads   pairs.a, pairs.b, pairs.kind_start, pairs.kind_end, pairs.manifolds, awake
    Writes  pairs.due, pairs.points
    """
    for kind in range(len(pairs.kind_end)):
        for block in range(pairs.kind_start[kind], pairs.kind_end[kind]):
            for entry in range(block * W, block * W + W):
                a, b = pairs.a[entry], pairs.b[entry]
                pairs.due[entry] = (awake[a] | awake[b]) & (a >= FIRST)
            note_points(block, pairs)


@verb
def share_touching(team, pairs, listing):
    """List the pairs with points that are due, and how many of four points each is missing; listing is a `Listing`.

    Each chunk lists its own behind its first place, in listing.found; then they close up.

    Reads   pairs.points, pairs.a, pairs.b, pairs.order, pairs.number
    Writes  listing team
    """
    found, counts, places = listing.found, listing.counts, pairs.number[0]
    chunk = first_chunk(team, places, np.int64(GRAIN))
    while chunk >= 0:
        first, last = share(team, chunk, 0 * places, places)
        count = np.int64(0)
        for place in range(first, last):                 # half of them are: a branch would be guessed wrong
            entry = np.uint32(pairs.order[place])        # a signed one might count from the end
            found[first + count] = entry
            count += pairs.points[entry] > 0
        counts[1 + chunk] = count
        chunk = next_chunk(team)
    chunk = first_chunk(team, places, np.int64(GRAIN))
    while chunk >= 0:
        first, _ = share(team, chunk, 0 * places, places)
        at = np.int64(0)
        for before in range(chunk):
            at += counts[1 + before]
        for k in range(first, first + counts[1 + chunk]):
            entry = np.uint32(found[k])
            listing.a[at], listing.b[at], listing.index[at] = pairs.a[entry], pairs.b[entry], entry
            listing.missing[at] = FULL - pairs.points[entry]
            at += 1
        if chunk == team.own[CHUNKS] - 1:
            counts[0] = at
        chunk = next_chunk(team)


@kernel
def list_touching(team, pairs, listing):
    """`share_touching` by itself, see there.

    Reads   pairs.points, pairs.a, pairs.b, pairs.order, pairs.number
    Writes  listing team
    """
    share_touching(team, pairs, listing)
