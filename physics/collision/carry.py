"""Carrying impulses from an old list of pairs to a new one: a merge, for both have the same order.

Pairs that are new start with no impulses and features -1.
"""
from __future__ import annotations

from physics.arrays import FIRST, IMPULSE_FEATURE, IMPULSE_SLOTS, PAIR_KINDS
from physics.jit import formula, kernel
from physics.lanes.functions import full_like
from physics.lanes.memory import load, store
from physics.lanes.value import W

KINDS = len(PAIR_KINDS)


@formula
def impulse_start(entry):
    """Offset in `Pairs.impulses` of slot 0 of a pair."""
    return entry // W * (IMPULSE_SLOTS * W) + entry % W


@formula
def rows_key(pairs, entry):
    """The number by which pairs of a kind are sorted; padding lanes come after all pairs."""
    low, high = min(pairs.a[entry], pairs.b[entry]), max(pairs.a[entry], pairs.b[entry])
    return (int(low) << 32) | int(high) if low >= FIRST else 1 << 62


@kernel
def clear_impulses(begin, end, pairs):
    """No impulses and no features in blocks begin .. end - 1.

    Reads
    Writes  pairs.impulses
    """
    impulses = pairs.impulses
    if begin == end:
        return
    zero = full_like(load(impulses, 0), 0.0)
    for block in range(begin, end):
        start = block * IMPULSE_SLOTS * W
        for slot in range(IMPULSE_FEATURE):
            store(impulses, start + slot * W, zero)
        for slot in range(IMPULSE_FEATURE, IMPULSE_SLOTS):
            store(impulses, start + slot * W, zero - 1.0)


@kernel
def carry_impulses(old, new):
    """Impulses and features of the pairs that stand in both lists; those of the others are cleared.

    Pairs whose first feature is -1 had no points and so nothing to carry.

    Reads   old, new
    Writes  new.impulses
    """
    clear_impulses(0, new.kind_start[KINDS], new)
    for kind in range(KINDS):
        source, source_end = old.kind_start[kind] * W, old.kind_start[kind + 1] * W
        if source == source_end:
            continue
        old_key = rows_key(old, source)
        for entry in range(new.kind_start[kind] * W, new.kind_start[kind + 1] * W):
            key = rows_key(new, entry)
            while old_key < key and source + 1 < source_end:
                source += 1
                old_key = rows_key(old, source)
            if new.a[entry] < FIRST:
                break
            start = impulse_start(source)
            if old_key == key and old.impulses[start + IMPULSE_FEATURE * W] >= 0:
                target = impulse_start(entry)
                for slot in range(IMPULSE_SLOTS):
                    new.impulses[target + slot * W] = old.impulses[start + slot * W]
