"""The broad phase: from fat boxes to the sorted list of pairs, whose memory stays with them.

Bodies that left their fat boxes are searched for, which is what nearly every step needs at most; when bodies came, went or
changed, everybody is.  Kernels never allocate: where there is no room they say how much is needed, and the room is made here.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import PAIR_KINDS, Bodies, Pairs, aligned
from physics.collision.broad_phase.aabb import Left, new_left
from physics.collision.broad_phase.morton import Curve, new_curve, order_bodies
from physics.collision.broad_phase.pair_memory import of_a_pile, roomier
from physics.collision.broad_phase.pair_merge import NONE, add_pairs, drop_pairs
from physics.collision.broad_phase.plane_query import Found, finish_search, new_found
from physics.collision.broad_phase.tree import LEAVINGS, MEMBERS, Tree, build_tree, new_tree
from physics.collision.broad_phase.tree_query import Walks, new_walks, unused_places
from physics.parallel.team import by_oneself
from physics.simd.value import W

MOST_PAIRS = 10_000_000                         # more would need some 4 GB in single precision
NO_PAIRS_EXCLUDED = np.empty(0, np.int64)
STALE = 2.0                                     # fat boxes left, over bodies, after which they are put into order anew


class TooManyPairs(ValueError):
    """So many bodies lie on one another that their pairs do not fit into memory."""


class Scratch(NamedTuple):
    """The broad phase's own arrays."""

    curve: Curve
    tree: Tree
    found: Found
    left: Left
    walks: Walks
    new: np.ndarray               # (kinds,) int64 pairs that are new


Kept = tuple[Pairs, Scratch]      # what one search leaves for the next


def new_scratch(capacity_bodies: int, capacity_pairs: int, precision: str) -> Scratch:
    """Room for bodies and pairs; what is too small is replaced when it is needed."""
    return Scratch(curve=new_curve(capacity_bodies), tree=new_tree(capacity_bodies, precision, capacity_bodies),
                   found=new_found(capacity_bodies, capacity_pairs), left=new_left(capacity_bodies),
                   walks=new_walks(), new=np.zeros(len(PAIR_KINDS), np.int64))


class How(NamedTuple):
    """What else a search is told."""

    margins: tuple[float, float, float, int]        # see `renew_boxes`
    excluded: np.ndarray = NO_PAIRS_EXCLUDED        # (k,) int64 sorted pairs that never collide, lower row << 32 | higher row
    work: Callable = by_oneself                     # does a job with a team: its kernel, and how long it takes one thread [us]


def searched(scratch: Scratch) -> tuple[Left, Tree, Walks, Found]:
    """What a search works with."""
    return scratch.left, scratch.tree, scratch.walks, scratch.found


def ready_to_search(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch) -> Scratch:
    """Scratch with a tree of the fat boxes as they are, and room to look at `pairs`: what a search begins with."""
    scratch = with_rows(scratch, bodies, count)
    if scratch.tree.size[MEMBERS] == 0:
        _build(bodies, count, scratch)
    groups = len(pairs.keys) // W
    return scratch if len(scratch.found.apart) == groups else scratch._replace(
        found=scratch.found._replace(apart=aligned(groups, np.int64)))


def merge_found(bodies: Bodies, count: int, kept: Kept, how: How, search_again: Callable[[Scratch], None]) -> Kept:
    """The list with the pairs that a search found and without those that go, and the scratch for the next search.

    `search_again(scratch)` does the search once more, where there was too little room.  The last block of the list is always
    free, padding only.  Raises TooManyPairs.
    """
    pairs, scratch = kept
    while True:
        finish_search(bodies, count, scratch.found)
        if (found := _roomier_found(scratch, len(bodies.kind))) is scratch.found:
            break
        scratch = scratch._replace(found=found)
        search_again(scratch)
    if scratch.tree.size[LEAVINGS] > STALE * count:
        _build(bodies, count, scratch)
    if not drop_pairs(bodies, found, how.excluded, pairs, scratch.new):
        pairs, found.other[:found.number[0]] = roomier(pairs, scratch.new, of_a_pile(bodies, count)), NONE
    add_pairs(bodies, found, pairs)
    return pairs, scratch


def with_rows(scratch: Scratch, bodies: Bodies, count: int) -> Scratch:
    """Scratch with room for the rows of `bodies`."""
    if len(scratch.curve.entries) >= count and len(scratch.found.again) == len(bodies.kind):
        return scratch
    precision = "single" if bodies.pose.dtype == np.float32 else "double"
    rows = len(bodies.kind)
    return scratch._replace(curve=new_curve(rows), tree=new_tree(rows, precision, rows), left=new_left(rows), walks=new_walks(),
                            found=new_found(rows, len(scratch.found.keys)))


def _build(bodies: Bodies, count: int, scratch: Scratch) -> None:
    members = order_bodies(bodies, count, scratch.curve)
    build_tree(bodies, scratch.curve.entries, members, scratch.tree)


def _roomier_found(scratch: Scratch, rows: int) -> Found:
    """The same where all pairs that were found had room, else room for them."""
    found = scratch.found
    number = int(found.number[0])
    if number <= len(found.keys):
        return found
    if number > MOST_PAIRS:
        raise TooManyPairs(f"{number - unused_places(scratch.walks)} pairs of bodies overlap, at most {MOST_PAIRS} are possible: "
                           "too many bodies lie in one place")
    return new_found(rows, 2 * number, len(found.apart))
