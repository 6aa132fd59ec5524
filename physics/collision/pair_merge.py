"""Merging the pairs that were found anew into the list: both are sorted by key.

Only bodies that left their fat boxes are searched for, so pairs of two others stay without a look.  A pair that is not found
again, because the fat boxes are apart now, goes as soon as it has no points: which pairs have points so never depends on when
somebody was searched for.  Pairs that stay keep their entries, and with them all they remember.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import COUNT, MANIFOLD_SLOTS, PAIR_KINDS, aligned
from physics.collision.pair_key import KIND, NEVER, ROW_BITS, high_row, kind_of, low_row, may_collide, tag_of
from physics.collision.pair_memory import clear_entry, entry_start, give_entry, take_entry
from physics.jit import formula, kernel
from physics.lanes.value import W

KINDS = len(PAIR_KINDS)
SPHERE_PLANE = PAIR_KINDS.index(("sphere", "plane"))       # a body's kind is added to it; two kinds of bodies are added too
PAIR_MASK = (1 << 2 * ROW_BITS) - 1


class Spare(NamedTuple):
    """What the next merged list is written to."""

    keys: np.ndarray              # like Pairs.keys
    order: np.ndarray             # like Pairs.order


def new_spare(length: int) -> Spare:
    """Room for a list."""
    return Spare(aligned(length, np.int64), aligned(length, np.int32))


@formula
def is_excluded(excluded, pair):
    """Whether a pair (lower row << ROW_BITS | higher row) is in the sorted list."""
    low, high = 0, len(excluded)
    while low < high:
        middle = (low + high) >> 1
        if excluded[middle] < pair:
            low = middle + 1
        else:
            high = middle
    return low < len(excluded) and excluded[low] == pair


@formula
def pair_kind(tag, other):
    """Number of the pair kind of two bodies with these tags, of which the second may be a plane."""
    one, two = tag & KIND, other & KIND
    return max(one, two) + min(one, two) if max(one, two) < 2 else SPHERE_PLANE + min(one, two)


@formula
def stays(bodies, again, excluded, pairs, place):
    """Whether a pair of the list that was not found remains: nobody searched for it, or it has points and is still allowed."""
    key, entry = pairs.keys[place], pairs.order[place]
    low, high = low_row(key), high_row(key)
    if again[low] == 0 and again[high] == 0:
        return True
    if not pairs.manifolds[entry_start(entry, MANIFOLD_SLOTS) + COUNT * W] > 0.0:
        return False
    tag, other = tag_of(bodies, low), tag_of(bodies, high)
    return may_collide(tag, other) and pair_kind(tag, other) == kind_of(key) and not is_excluded(excluded, key & PAIR_MASK)


@kernel
def count_new(found, pairs, counts):
    """How many of the sorted keys found are not in the list, by pair kind.

    Reads   found, pairs.keys, pairs.number
    Writes  counts
    """
    counts[:] = 0
    old, listed = 0, pairs.number[0]
    for k in range(found.number[0]):
        key = found.keys[k]
        while old < listed and pairs.keys[old] < key:
            old += 1
        if old == listed or pairs.keys[old] != key:
            counts[kind_of(key)] += 1


@kernel
def merge_pairs(bodies, found, excluded, pairs, spare):
    """Write the merged list to `spare`; pairs that are new get entries, those that go give theirs back.

    In a pair the body of the lower shape kind is a, of two alike the lower row.  Those in `excluded`, sorted (lower row <<
    ROW_BITS | higher row), are left out.

    Reads   bodies.kind, bodies.type, bodies.group, found
    Writes  pairs, spare
    """
    old, listed, place, kind, skipping = 0, pairs.number[0], 0, np.int64(0), 0
    for k in range(found.number[0] + 1):
        key = found.keys[k] if k < found.number[0] else np.int64(NEVER)
        while old < listed and pairs.keys[old] < key:
            if stays(bodies, found.again, excluded, pairs, old):
                spare.keys[place], spare.order[place] = pairs.keys[old], pairs.order[old]
                place += 1
            else:
                clear_entry(pairs, pairs.order[old])
                give_entry(pairs, kind_of(pairs.keys[old]), pairs.order[old])
            old += 1
        if k == found.number[0]:
            break
        if kind_of(key) != kind:
            kind, skipping = kind_of(key), 0
        while skipping < len(excluded) and excluded[skipping] < key & PAIR_MASK:
            skipping += 1
        left_out = skipping < len(excluded) and excluded[skipping] == key & PAIR_MASK
        known = old < listed and pairs.keys[old] == key
        if known and left_out:
            clear_entry(pairs, pairs.order[old])
            give_entry(pairs, kind, pairs.order[old])
        elif known:
            spare.keys[place], spare.order[place] = key, pairs.order[old]
            place += 1
        elif not left_out:
            entry = take_entry(pairs, kind)
            low, high = low_row(key), high_row(key)
            swapped = bodies.kind[low] > bodies.kind[high]
            pairs.a[entry], pairs.b[entry] = high if swapped else low, low if swapped else high
            spare.keys[place], spare.order[place] = key, entry
            place += 1
        if known:
            old += 1
    pairs.number[0] = place
