"""The broad phase: from fat boxes to the sorted list of pairs, with the impulses of pairs that go on.

`find_pairs` is called when a body has left its fat box, or bodies came or went.  Kernels never allocate: where there
is no room they say how much is needed, and the room is made here.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import PAIR_KINDS, Bodies, Pairs, new_pairs
from physics.collision.carry import carry_impulses
from physics.collision.morton import Curve, new_curve, order_bodies
from physics.collision.pair_search import Found, new_found, search_bodies, search_planes
from physics.collision.pair_sort import sort_pairs, write_pairs
from physics.collision.tree import Tree, build_tree, new_tree
from physics.lanes.value import W

MOST_PAIRS = 10_000_000                         # more would need some 4 GB in single precision
NO_PAIRS_EXCLUDED = np.empty(0, np.int64)


class TooManyPairs(ValueError):
    """So many bodies lie on one another that their pairs do not fit into memory."""


class Scratch(NamedTuple):
    """The broad phase's own arrays; `spare` is the list that the next `find_pairs` writes to."""

    curve: Curve
    tree: Tree
    found: Found
    spare: Pairs


def new_scratch(capacity_bodies: int, capacity_pairs: int, precision: str) -> Scratch:
    """Room for bodies and pairs; `find_pairs` replaces what is too small."""
    return Scratch(curve=new_curve(capacity_bodies), tree=new_tree(capacity_bodies, precision),
                   found=new_found(capacity_bodies, capacity_pairs), spare=new_pairs(1, precision))


def find_pairs(bodies: Bodies, count: int, pairs: Pairs, scratch: Scratch,
               excluded: np.ndarray = NO_PAIRS_EXCLUDED) -> tuple[Pairs, Scratch]:
    """The pairs of rows FIRST .. FIRST + count - 1 whose fat boxes overlap, and the scratch for the next call.

    pairs     the list until now; impulses are carried over from it, and its arrays will be used again
    excluded  (k,) int64 sorted pairs that never collide, lower row << 32 | higher row

    The last block of the list is always free, padding only.  Raises TooManyPairs.
    """
    precision = "single" if bodies.pose.dtype == np.float32 else "double"
    scratch = _with_room(scratch, bodies, count, precision)
    while True:
        found = scratch.found
        for counts in (found.number, found.by_high, found.by_low):
            counts[:] = 0
        members = order_bodies(bodies, count, scratch.curve)
        top = build_tree(bodies, scratch.curve.entries, members, scratch.tree)
        search_bodies(bodies, scratch.tree, members, top, found)
        search_planes(bodies, count, found)
        number = int(found.number[0])
        if number <= len(found.entries):
            break
        if number > MOST_PAIRS:
            raise TooManyPairs(f"{number} pairs of bodies overlap, at most {MOST_PAIRS} are possible: "
                               "too many bodies lie in one place")
        scratch = scratch._replace(found=new_found(len(bodies.kind), number + number // 4))
    sort_pairs(found)
    spare, blocks = scratch.spare, number // W + len(PAIR_KINDS) + 1
    if len(spare.a) < blocks * W:
        spare = new_pairs(blocks + blocks // 4, precision)
    write_pairs(bodies, found, excluded, spare)
    carry_impulses(pairs, spare)
    return spare, scratch._replace(spare=pairs)


def _with_room(scratch: Scratch, bodies: Bodies, count: int, precision: str) -> Scratch:
    if len(scratch.curve.entries) < count:
        capacity = count + count // 4
        scratch = scratch._replace(curve=new_curve(capacity), tree=new_tree(capacity, precision))
    if len(scratch.found.by_high) != len(bodies.kind):
        scratch = scratch._replace(found=new_found(len(bodies.kind), len(scratch.found.entries)))
    return scratch
