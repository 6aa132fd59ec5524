"""The broad phase: from fat boxes to the sorted list of pairs, which keep their memory.

Most steps search for the pairs of bodies that left their fat boxes, or for none; when bodies came, went or changed, a step
searches for those of all bodies.  Kernels never allocate: where room is missing they report how much is needed, and this file
makes it.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import PAIR_KINDS, Bodies, Pairs, aligned
from physics.collision.broad_phase.aabb import Margins, new_left
from physics.collision.broad_phase.morton import new_curve, order_bodies
from physics.collision.broad_phase.pair_memory import pairs_of_a_pile, roomier
from physics.collision.broad_phase.pair_merge import NONE, add_pairs
from physics.collision.broad_phase.pair_update import FEW_ENTRIES, FEW_KEYS, Update, update_pairs
from physics.collision.broad_phase.plane_query import Found, new_found
from physics.collision.broad_phase.tree import MEMBERS, build_tree, new_tree
from physics.collision.broad_phase.tree_query import Scratch, new_walks, unused_places
from physics.definitions.tunable import SettingError
from physics.parallel.team import by_oneself
from physics.simd.value import W

MOST_PAIRS = 10_000_000                         # more would need 4 GB in single precision
NO_PAIRS_EXCLUDED = np.empty(0, np.int64)


class TooManyPairs(SettingError):
    """So many bodies overlap that their pairs take more memory than is allowed.

    number  of pairs
    """

    def __init__(self, message: str, number: int = 0):
        super().__init__("pair_memory", message)
        self.number = number

    def __reduce__(self) -> tuple:
        return TooManyPairs, (str(self), self.number)


class Again(NamedTuple):
    """How to go on where room was missing."""

    search: Callable[[Scratch], None]               # repeats the search
    most: int                                       # how many pairs may be given room


Kept = tuple[Pairs, Scratch]      # the list of pairs and the working memory, which a search keeps for the next one


def new_scratch(capacity_bodies: int, capacity_pairs: int, precision: str) -> Scratch:
    """Room for bodies and pairs; larger arrays replace it where it is too small."""
    return Scratch(curve=new_curve(capacity_bodies), tree=new_tree(capacity_bodies, precision, capacity_bodies),
                   found=new_found(capacity_bodies, capacity_pairs), left=new_left(capacity_bodies),
                   walks=new_walks(), new=np.zeros(len(PAIR_KINDS), np.int64))


class SearchOptions(NamedTuple):
    """How pairs are searched for."""

    margins: Margins
    excluded: np.ndarray = NO_PAIRS_EXCLUDED        # (k,) int64 sorted pairs that never collide, lower row << 32 | higher row
    work: Callable = by_oneself                     # work(kernel of a team, time that it takes one thread [us]) does a job
    most: int = 0                                   # how many pairs there may be, 0: MOST_PAIRS


def ready_to_search(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch) -> Scratch:
    """Scratch with a tree of the present fat boxes, and room for a bit of each of `pairs`: what a search needs."""
    scratch = with_rows(scratch, bodies, count)
    if scratch.tree.size[MEMBERS] == 0:
        _build(bodies, count, scratch)
    groups = len(pairs.keys) // W
    return scratch if len(scratch.found.apart) == groups else scratch._replace(
        found=scratch.found._replace(apart=aligned(groups, np.int64)))


def merge_found(bodies: Bodies, count: int, kept: Kept, options: SearchOptions, search_again: Callable[[Scratch], None]) -> Kept:
    """The list with the found pairs and without those to be removed, and the scratch for the next search.

    `search_again(scratch)` repeats the search where there was too little room.  The last block of the list always stays
    padding.  Raises TooManyPairs.
    """
    pairs, scratch = kept
    update = Update(count, float(options.margins.fixed), options.excluded)
    again = Again(search_again, options.most or MOST_PAIRS)
    return make_room(bodies, kept, update, again, update_pairs(bodies, pairs, scratch, update))


def make_room(bodies: Bodies, kept: Kept, update: Update, again: Again, lacking: int) -> Kept:
    """Go on where an update of the list has stopped for lack of room, which is made; `lacking`: what `update_pairs` returned.

    Raises TooManyPairs before room for more than `again.most` is made.
    """
    pairs, scratch = kept
    while lacking == FEW_KEYS:
        _check(int(scratch.found.number[0]) - unused_places(scratch.walks), again.most)
        scratch = scratch._replace(found=_roomier_found(scratch, len(bodies.kind)))
        again.search(scratch)
        lacking = update_pairs(bodies, pairs, scratch, update)
    if lacking == FEW_ENTRIES:
        found = scratch.found
        _check(int(pairs.number[0]) + int(scratch.new.sum()), again.most)
        pairs, found.other[:found.number[0]] = roomier(pairs, scratch.new, pairs_of_a_pile(bodies, update.count)), NONE
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
    """One with room for all found pairs."""
    found = scratch.found
    return new_found(rows, 2 * int(found.number[0]), len(found.apart))


def _check(number: int, most: int) -> None:
    if number > most:
        raise TooManyPairs(f"{number} pairs of bodies overlap, at most {most} are possible: too many bodies lie in one place",
                           number)
