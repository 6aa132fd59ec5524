"""The broad phase: from fat boxes to the sorted list of pairs, whose memory stays with them.

`find_pairs` finds all of them: bodies came, went or changed.  `renew_pairs` finds those of the bodies that left their fat
boxes, which is what nearly every step needs at most.  Kernels never allocate: where there is no room they say how much is
needed, and the room is made here.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import PAIR_KINDS, Bodies, Pairs
from physics.collision.aabb import Left, new_left
from physics.collision.morton import Curve, new_curve, order_bodies
from physics.collision.pair_memory import of_a_pile, roomier
from physics.collision.pair_merge import NONE, add_pairs, drop_pairs
from physics.collision.pair_search import Found, new_found, search_again, search_all
from physics.collision.tree import LEAVINGS, MEMBERS, Tree, build_tree, new_tree

MOST_PAIRS = 10_000_000                         # more would need some 4 GB in single precision
NO_PAIRS_EXCLUDED = np.empty(0, np.int64)
MANY = 0.4                                      # share of bodies from which on searching for all takes less time
STALE = 2.0                                     # fat boxes left, over bodies, after which they are put into order anew


class TooManyPairs(ValueError):
    """So many bodies lie on one another that their pairs do not fit into memory."""


class Scratch(NamedTuple):
    """The broad phase's own arrays."""

    curve: Curve
    tree: Tree
    found: Found
    left: Left
    new: np.ndarray               # (kinds,) int64 pairs that are new


def new_scratch(capacity_bodies: int, capacity_pairs: int, precision: str) -> Scratch:
    """Room for bodies and pairs; what is too small is replaced when it is needed."""
    return Scratch(curve=new_curve(capacity_bodies), tree=new_tree(capacity_bodies, precision, capacity_bodies),
                   found=new_found(capacity_bodies, capacity_pairs), left=new_left(capacity_bodies),
                   new=np.zeros(len(PAIR_KINDS), np.int64))


def find_pairs(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch,
               excluded: np.ndarray = NO_PAIRS_EXCLUDED) -> tuple[Pairs, Scratch]:
    """The pairs of rows FIRST .. FIRST + count - 1 whose fat boxes overlap, and the scratch for the next call.

    pairs     the list until now, whose pairs keep what they remember
    excluded  (k,) int64 sorted pairs that never collide, lower row << 32 | higher row

    The last block of the list is always free, padding only.  Raises TooManyPairs.
    """
    scratch = with_rows(scratch, bodies, count)
    _build(bodies, count, scratch)
    return _searched(bodies, count, pairs, scratch, (excluded, False))


def renew_pairs(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch,
                excluded: np.ndarray = NO_PAIRS_EXCLUDED) -> tuple[Pairs, Scratch]:
    """The same after the bodies of scratch.left got new fat boxes, and nothing else changed."""
    left, tree = scratch.left, scratch.tree
    if left.number[0] > MANY * count:
        return find_pairs(bodies, count, pairs, scratch, excluded)
    if tree.size[MEMBERS] == 0 or tree.size[LEAVINGS] > STALE * count:
        _build(bodies, count, scratch)
    return _searched(bodies, count, pairs, scratch, (excluded, True))


def with_rows(scratch: Scratch, bodies: Bodies, count: int) -> Scratch:
    """Scratch with room for the rows of `bodies`."""
    if len(scratch.curve.entries) >= count and len(scratch.found.again) == len(bodies.kind):
        return scratch
    precision = "single" if bodies.pose.dtype == np.float32 else "double"
    rows = len(bodies.kind)
    return scratch._replace(curve=new_curve(rows), tree=new_tree(rows, precision, rows), left=new_left(rows),
                            found=new_found(rows, len(scratch.found.keys)))


def _build(bodies: Bodies, count: int, scratch: Scratch) -> None:
    members = order_bodies(bodies, count, scratch.curve)
    build_tree(bodies, scratch.curve.entries, members, scratch.tree)


def _searched(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch, how: tuple[np.ndarray, bool]) -> tuple[Pairs, Scratch]:
    """Search, sort and merge; how = (excluded, whether only for those that left)."""
    excluded, only_left = how
    while True:
        found = scratch.found
        if only_left:
            search_again(bodies, count, scratch.left, scratch.tree, found)
        else:
            search_all(bodies, count, scratch.tree, found)
        number = int(found.number[0])
        if number <= len(found.keys):
            break
        if number > MOST_PAIRS:
            raise TooManyPairs(f"{number} pairs of bodies overlap, at most {MOST_PAIRS} are possible: "
                               "too many bodies lie in one place")
        scratch = scratch._replace(found=new_found(len(bodies.kind), 2 * number))
    if not drop_pairs(bodies, found, excluded, pairs, scratch.new):
        pairs, found.other[:found.number[0]] = roomier(pairs, scratch.new, of_a_pile(bodies, count)), NONE
    add_pairs(bodies, found, pairs)
    return pairs, scratch
