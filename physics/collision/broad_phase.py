"""The broad phase: from fat boxes to the sorted list of pairs, whose memory stays with them.

`find_pairs` finds all of them: bodies came, went or changed.  `renew_pairs` finds those of the bodies that left their fat
boxes, which is what nearly every step needs at most.  Kernels never allocate: where there is no room they say how much is
needed, and the room is made here.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.arrays import PAIR_KINDS, Bodies, Pairs, aligned
from physics.collision.aabb import Left, new_left
from physics.collision.left_search import Walks, expected, new_walks, search_again
from physics.collision.morton import Curve, new_curve, order_bodies
from physics.collision.pair_memory import of_a_pile, roomier
from physics.collision.pair_merge import NONE, add_pairs, drop_pairs
from physics.collision.pair_search import Found, finish_search, new_found, search_all
from physics.collision.tree import LEAVINGS, MEMBERS, Tree, build_tree, new_tree
from physics.lanes.team import by_oneself
from physics.lanes.value import W

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


def new_scratch(capacity_bodies: int, capacity_pairs: int, precision: str) -> Scratch:
    """Room for bodies and pairs; what is too small is replaced when it is needed."""
    return Scratch(curve=new_curve(capacity_bodies), tree=new_tree(capacity_bodies, precision, capacity_bodies),
                   found=new_found(capacity_bodies, capacity_pairs), left=new_left(capacity_bodies),
                   walks=new_walks(), new=np.zeros(len(PAIR_KINDS), np.int64))


class How(NamedTuple):
    """What else a search is told."""

    excluded: np.ndarray = NO_PAIRS_EXCLUDED        # (k,) int64 sorted pairs that never collide, lower row << 32 | higher row
    work: Callable = by_oneself                     # does a job with a team: its kernel, and how long it takes one thread [us]


def find_pairs(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch, how: How = How()) -> tuple[Pairs, Scratch]:
    """The pairs of rows FIRST .. FIRST + count - 1 whose fat boxes overlap, and the scratch for the next call.

    `pairs` is the list until now, whose pairs keep what they remember.  Its last block is always free, padding only.
    Raises TooManyPairs.
    """
    scratch = with_rows(scratch, bodies, count)
    _build(bodies, count, scratch)
    while True:
        scratch = _with_groups(scratch, pairs)
        search_all(bodies, count, scratch.tree, scratch.found)
        if (found := _roomier_found(scratch.found, len(bodies.kind))) is scratch.found:
            return _merged(bodies, count, pairs, scratch, how)
        scratch = scratch._replace(found=found)


def ready_to_renew(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch) -> Scratch:
    """Scratch with a tree of the fat boxes as they are, and room to look at `pairs`: what a search begins with."""
    scratch = with_rows(scratch, bodies, count)
    if scratch.tree.size[MEMBERS] == 0:
        _build(bodies, count, scratch)
    return _with_groups(scratch, pairs)


def renew_pairs(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch, how: How = How()) -> tuple[Pairs, Scratch]:
    """The same after the bodies of scratch.left got new fat boxes, what they meet was searched for, and nothing else changed."""
    while True:
        found = scratch.found
        finish_search(bodies, count, found)
        if (found := _roomier_found(found, len(bodies.kind))) is scratch.found:
            break
        scratch = scratch._replace(found=found)
        search, work = searched(scratch), expected(int(scratch.left.number[0]), int(pairs.number[0]))
        how.work(lambda team: search_again(team, bodies, pairs, search), work)
    if scratch.tree.size[LEAVINGS] > STALE * count:
        _build(bodies, count, scratch)
    return _merged(bodies, count, pairs, scratch, how)


def searched(scratch: Scratch) -> tuple[Left, Tree, Walks, Found]:
    """What a search works with."""
    return scratch.left, scratch.tree, scratch.walks, scratch.found


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


def _with_groups(scratch: Scratch, pairs: Pairs) -> Scratch:
    """Scratch with room for a bit for each pair of the list."""
    groups = len(pairs.keys) // W
    return scratch if len(scratch.found.apart) == groups else scratch._replace(
        found=scratch.found._replace(apart=aligned(groups, np.int64)))


def _roomier_found(found: Found, rows: int) -> Found:
    """The same where all pairs that were found had room, else room for them."""
    number = int(found.number[0])
    if number <= len(found.keys):
        return found
    if number > MOST_PAIRS:
        raise TooManyPairs(f"{number} pairs of bodies overlap, at most {MOST_PAIRS} are possible: "
                           "too many bodies lie in one place")
    return new_found(rows, 2 * number, len(found.apart))


def _merged(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch, how: How) -> tuple[Pairs, Scratch]:
    """The list without pairs that go and with those that come."""
    found = scratch.found
    if not drop_pairs(bodies, found, how.excluded, pairs, scratch.new):
        pairs, found.other[:found.number[0]] = roomier(pairs, scratch.new, of_a_pile(bodies, count)), NONE
    add_pairs(bodies, found, pairs)
    return pairs, scratch
