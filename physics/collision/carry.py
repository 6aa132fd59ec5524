"""Carrying what pairs remember from an old list to a new one: a merge, for both have the same order.

Impulses, manifolds and anchors of a pair that goes on move to its new place.  Pairs that are new start with no impulses,
features -1 and nothing known.
"""
from __future__ import annotations

from physics.arrays import ANCHOR_SLOTS, FIRST, IMPULSE_FEATURE, IMPULSE_SLOTS, KNOWN, MANIFOLD_SLOTS, PAIR_KINDS
from physics.jit import formula, kernel
from physics.lanes.functions import full_like
from physics.lanes.memory import load, store
from physics.lanes.value import W

KINDS = len(PAIR_KINDS)


@formula
def entry_start(entry, slots):
    """Offset of slot 0 of a pair in an array with so many slots a block."""
    return entry // W * (slots * W) + entry % W


@formula
def move_entry(old, new, places, slots):
    """Copy all slots of a pair; places = (source, target) entries."""
    source, target = entry_start(places[0], slots), entry_start(places[1], slots)
    for slot in range(slots):
        new[target + slot * W] = old[source + slot * W]


@formula
def rows_key(pairs, entry):
    """The number by which pairs of a kind are sorted; padding lanes come after all pairs."""
    low, high = min(pairs.a[entry], pairs.b[entry]), max(pairs.a[entry], pairs.b[entry])
    return (int(low) << 32) | int(high) if low >= FIRST else 1 << 62


@kernel
def clear_impulses(begin, end, pairs):
    """No impulses, no features and nothing known in blocks begin .. end - 1.

    Reads
    Writes  pairs.impulses, pairs.anchors
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
        store(pairs.anchors, (block * ANCHOR_SLOTS + KNOWN) * W, zero)


@kernel
def carry_impulses(old, new):
    """What the pairs remember that stand in both lists; the others start with nothing.

    Pairs whose first feature is -1 had no points and so nothing to carry.

    Reads   old, new
    Writes  new.impulses, new.manifolds, new.anchors
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
            if old_key == key and old.impulses[entry_start(source, IMPULSE_SLOTS) + IMPULSE_FEATURE * W] >= 0:
                places = (source, entry)
                move_entry(old.impulses, new.impulses, places, IMPULSE_SLOTS)
                move_entry(old.manifolds, new.manifolds, places, MANIFOLD_SLOTS)
                move_entry(old.anchors, new.anchors, places, ANCHOR_SLOTS)
