"""Which pairs are due, and the compact list of those that touch, in the order of the pairs, for islands, colouring and
events."""
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
GRAIN = 2048                                     # pairs of a chunk, at least


NO_OWNERS = np.empty(0, np.int32)


class TouchingList(NamedTuple):
    """The list of touching pairs; of parts of compounds it holds the compounds."""

    a: np.ndarray                 # (n,) int32 body row; n exceeds the number of pairs
    b: np.ndarray                 # (n,) int32 body row
    index: np.ndarray             # (n,) int32 entry of the pair
    found: np.ndarray             # (n,) int32 working memory: entries listed by each chunk
    missing: np.ndarray           # (n,) int32 how many of four points each lacks
    counts: np.ndarray            # (1 + MOST_CHUNKS,) int64 how many there are; how many each chunk listed
    owner: np.ndarray = NO_OWNERS                # (rows,) int32 Bodies.owner, or empty where no body is a compound


def new_counts() -> np.ndarray:
    """The counts of an empty `TouchingList`."""
    return aligned(1 + MOST_CHUNKS, np.int64)


@formula
def note_points(block, pairs):
    """Write how many points the manifolds of a block have: 0 for those not due."""
    count = load(pairs.manifolds, manifold_start(block) + COUNT * W)
    store_integers(pairs.points, block * W, select(flagged(pairs.due, block * W, pairs.manifolds), count, 0.0))


@kernel
def mark_due(pairs, awake):
    """Mark the pairs with an awake body as due, in all blocks in use, and write their numbers of points; `awake` is Bodies.awake.

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
    """List the due pairs with points, and how many of four points each lacks, in a `TouchingList`.

    Each chunk lists its pairs from its first place on, in listing.found; then the lists are joined.

    Reads   pairs.points, pairs.a, pairs.b, pairs.order, pairs.number
    Writes  listing team
    """
    found, counts, places = listing.found, listing.counts, pairs.number[0]
    chunk = first_chunk(team, places, np.int64(GRAIN))
    while chunk >= 0:
        first, last = share(team, chunk, 0 * places, places)
        count = np.int64(0)
        for place in range(first, last):                 # without a branch: it would be mispredicted often
            entry = np.uint32(pairs.order[place])        # numba wraps negative signed ones
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
            if len(listing.owner) > 0:
                listing.a[at], listing.b[at] = listing.owner[listing.a[at]], listing.owner[listing.b[at]]
            at += 1
        if chunk == team.own[CHUNKS] - 1:
            counts[0] = at
        chunk = next_chunk(team)


@kernel
def list_touching(team, pairs, listing):
    """`share_touching` as a kernel.

    Reads   pairs.points, pairs.a, pairs.b, pairs.order, pairs.number
    Writes  listing team
    """
    share_touching(team, pairs, listing)
