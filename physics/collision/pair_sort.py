"""Sorting found pairs by (pair kind, lower row, higher row) and writing them as blocks.

Rows rise with uids, so the order of two pairs never depends on where other bodies are.
"""
from __future__ import annotations

import numpy as np

from physics.arrays import DUMMY_A, DUMMY_B, PAIR_KINDS
from physics.jit import formula, kernel
from physics.lanes.value import W

KINDS = len(PAIR_KINDS)
HIGH = (1 << 32) - 1                             # the higher row's bits in an entry
NEVER = 1 << 62                                  # above every pair of rows


@formula
def starts_of_counts(counts):
    """Replace counts by the sums of those before them."""
    place = 0
    for k in range(len(counts)):
        here = counts[k]
        counts[k] = place
        place += here


@kernel
def sort_pairs(found):
    """Sort the pairs found: two stable counting passes, by higher row, then by kind and lower row.

    Reads   found.entries, found.number
    Writes  found
    """
    count, entries, other = found.number[0], found.entries, found.other
    starts_of_counts(found.by_high)
    for k in range(count):
        entry = entries[k]
        row = entry & HIGH
        other[found.by_high[row]] = entry
        found.by_high[row] += 1
    starts_of_counts(found.by_low)
    for k in range(count):
        entry = other[k]
        bucket = entry >> 32
        entries[found.by_low[bucket]] = entry
        found.by_low[bucket] += 1


@formula
def next_block(pairs, place):
    """Fill the block that `place` lies in with dummies from there on; returns the first place of the next block."""
    while place % W:
        pairs.a[place], pairs.b[place] = DUMMY_A + place % W, DUMMY_B + place % W
        place += 1
    return place


@kernel
def write_pairs(bodies, found, excluded, pairs):
    """Write sorted pairs as blocks; those in `excluded`, sorted (lower row << 32 | higher row), are left out.

    In a pair the body of the lower shape kind is a, of two alike the lower row.

    Reads   bodies.kind, found
    Writes  pairs.a, pairs.b, pairs.kind_start
    """
    rows, place, kind, skipping = len(bodies.kind), np.int64(0), np.int64(0), 0
    pairs.kind_start[0] = 0
    for k in range(found.number[0]):
        entry = found.entries[k]
        low, high = (entry >> 32) - kind * rows, entry & HIGH
        while low >= rows:                       # the first pair of another kind
            place, kind, low, skipping = next_block(pairs, place), kind + 1, low - rows, 0
            pairs.kind_start[kind] = place // W
        pair = (low << 32) | high
        while skipping < len(excluded) and excluded[skipping] < pair:
            skipping += 1
        if skipping < len(excluded) and excluded[skipping] == pair:
            continue
        swapped = bodies.kind[low] > bodies.kind[high]
        pairs.a[place], pairs.b[place] = high if swapped else low, low if swapped else high
        place += 1
    place = next_block(pairs, place)
    for rest in range(kind + 1, KINDS + 1):
        pairs.kind_start[rest] = place // W
