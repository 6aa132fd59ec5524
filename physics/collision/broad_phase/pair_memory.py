"""Memory of pairs: each has an entry in a block, which it keeps for as long as it exists, so nothing is copied when other pairs
come and go.

Each pair kind has a region of blocks, kind_start[k] .. kind_start[k + 1] - 1, of which those before kind_end[k] are in use.
In these, the entries without a pair are padding, and lie on the kind's stack of free entries, which begins where the region
does.  Blocks beyond have never been touched, so they cost no memory: regions have much room to spare, and only when one is
full do all pairs move to larger ones.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import (
    AHEAD_SLOTS,
    ANCHOR_SLOTS,
    COUNT,
    DUMMY_A,
    DUMMY_B,
    FEATURE,
    FIRST,
    KNOWN,
    LANE_BITS,
    MANIFOLD_SLOTS,
    MEETING,
    NO_POINT,
    PAIR_KINDS,
    POINT_SLOTS,
    POINTS,
    REACH,
    SEPARATION,
    Bodies,
    Pairs,
    new_pairs,
)
from physics.collision.broad_phase.pair_key import ROW_BITS, high_row, key_of, kind_of, low_row
from physics.compile.decorators import formula, kernel
from physics.simd.value import W

KINDS = len(PAIR_KINDS)
SHAPES = ("sphere", "box", "plane", "solid")      # by Bodies.kind; those of solids are the last
LOOSE = 8                                        # gaps are closed where more than one in LOOSE entries is free
SPARE_BLOCKS = 4                                 # in every region
PAIRS_OF_A_BODY = 10                             # room for each body: a dense pile has six
ENTRIES = ("a", "b", "manifolds", "impulses", "centres", "matched", "anchors", "anchored", "ahead", "looking", "free",
           "due")                                # what lasts
COUNTERS = ("kind_start", "kind_end", "free_count", "number", "sweep")


@formula
def entry_start(entry, slots):
    """Offset of slot 0 of a pair in an array of blocks with `slots` slots."""
    return (entry >> LANE_BITS) * (slots * W) + (entry & (W - 1))


@formula
def clear_row(numbers, entry):
    """Set the row of a pair to zero."""
    for number in range(numbers.shape[1]):
        numbers[entry, number] = 0.0


@formula
def clear_entry(pairs, entry):
    """Turn an entry into padding: dummy bodies, no points, no impulses, no known manifold."""
    pairs.a[entry], pairs.b[entry] = DUMMY_A + entry % W, DUMMY_B + entry % W
    manifold, matched = entry_start(entry, MANIFOLD_SLOTS), entry_start(entry, 4)
    pairs.manifolds[manifold + COUNT * W] = 0.0
    for j in range(4):
        point = manifold + (POINTS + j * POINT_SLOTS) * W
        pairs.manifolds[point + SEPARATION * W], pairs.manifolds[point + FEATURE * W] = NO_POINT, -1.0
        pairs.matched[matched + j * W] = -1.0
    clear_row(pairs.impulses, entry)
    clear_row(pairs.centres, entry)
    pairs.anchors[entry_start(entry, ANCHOR_SLOTS) + KNOWN * W] = 0.0
    ahead = entry_start(entry, AHEAD_SLOTS)
    pairs.ahead[ahead + MEETING * W], pairs.ahead[ahead + REACH * W] = 0.0, 0.0


@formula
def release_entry(pairs, kind, entry):
    """Push an entry onto the stack of free ones."""
    pairs.free[pairs.kind_start[kind] * W + pairs.free_count[kind]] = entry
    pairs.free_count[kind] += 1


@formula
def has_entry(pairs, kind):
    """Whether the region of a kind has a free entry."""
    return pairs.free_count[kind] > 0 or pairs.kind_end[kind] < pairs.kind_start[kind + 1]


@formula
def take_entry(pairs, kind):
    """Take a free entry of a kind; where none is left, take the next block into use."""
    if pairs.free_count[kind] == 0:
        block = pairs.kind_end[kind]
        pairs.kind_end[kind] = block + 1
        for lane in range(W):
            entry = (block + 1) * W - 1 - lane
            clear_entry(pairs, entry)
            release_entry(pairs, kind, entry)
    pairs.free_count[kind] -= 1
    entry = pairs.free[pairs.kind_start[kind] * W + pairs.free_count[kind]]
    pairs.due[entry], pairs.anchors[entry_start(entry, ANCHOR_SLOTS) + KNOWN * W] = 1, 0.0      # padding counts as known
    return entry


@formula
def move_entry(old, new, source, target, slots):
    """Copy all slots of the pair at entry `source` to entry `target`."""
    first, other = entry_start(source, slots), entry_start(target, slots)
    for slot in range(slots):
        new[other + slot * W] = old[first + slot * W]


@formula
def move_row(old, new, source, target):
    """Copy the row of the pair at entry `source` to entry `target`."""
    for number in range(old.shape[1]):
        new[target, number] = old[source, number]


@formula
def move_pair(old, new, source, target):
    """Copy a pair and all that is kept for it."""
    new.a[target], new.b[target], new.due[target] = old.a[source], old.b[source], old.due[source]
    move_entry(old.manifolds, new.manifolds, source, target, MANIFOLD_SLOTS)
    move_row(old.impulses, new.impulses, source, target)
    move_row(old.centres, new.centres, source, target)
    move_entry(old.matched, new.matched, source, target, 4)
    move_entry(old.anchors, new.anchors, source, target, ANCHOR_SLOTS)
    move_entry(old.ahead, new.ahead, source, target, AHEAD_SLOTS)
    new.looking[target >> LANE_BITS] |= old.looking[source >> LANE_BITS]
    new.anchored[target >> LANE_BITS] |= old.anchored[source >> LANE_BITS]


@formula
def too_loose(pairs, kind):
    """Whether a large share of a kind's entries are free."""
    free = pairs.free_count[kind]
    return free > LOOSE * W and LOOSE * free > (pairs.kind_end[kind] - pairs.kind_start[kind]) * W


@formula
def close_kind(pairs, kind, place):
    """Close the gaps of one kind, whose pairs lie in the list from `place` on; returns the place after the last of them."""
    first, left, end = pairs.kind_start[kind] * W, 0, pairs.kind_end[kind] - pairs.free_count[kind] // W
    for k in range(pairs.free_count[kind]):              # keep the free entries in the blocks that stay
        if pairs.free[first + k] < end * W:
            pairs.free[first + left] = pairs.free[first + k]
            left += 1
    while place < pairs.number[0] and kind_of(pairs.keys[place]) <= kind:
        source = pairs.order[place]
        if kind_of(pairs.keys[place]) == kind and source >= end * W:
            left -= 1
            target = pairs.free[first + left]
            move_pair(pairs, pairs, source, target)
            pairs.order[place] = target
        place += 1
    pairs.kind_end[kind], pairs.free_count[kind] = end, left
    return place


@formula
def close_gaps(pairs):
    """In kinds with many free entries move the last pairs to free ones, and release the blocks that this empties."""
    place = np.int64(0)
    for kind in range(KINDS):
        if too_loose(pairs, kind):
            place = close_kind(pairs, kind, place)


@kernel
def move_pairs(old, new):
    """Copy all pairs of a list into an empty one, entry after entry in the order of the list.

    Reads   old
    Writes  new
    """
    new.number[0] = old.number[0]
    for place in range(old.number[0]):
        source, key = old.order[place], old.keys[place]
        target = take_entry(new, kind_of(key))
        new.keys[place], new.order[place] = key, target
        move_pair(old, new, source, target)


@kernel
def rename_rows(pairs, moved):
    """Replace body rows by `moved` (new row by old row), which keeps their order, and drop the pairs of removed rows (-1).

    Reads   moved
    Writes  pairs
    """
    place = 0
    for k in range(pairs.number[0]):
        key, entry = pairs.keys[k], pairs.order[k]
        kind, low, high = kind_of(key), moved[low_row(key)], moved[high_row(key)]
        if low < FIRST or high < FIRST:
            clear_entry(pairs, entry)
            release_entry(pairs, kind, entry)
            continue
        pairs.a[entry], pairs.b[entry] = moved[pairs.a[entry]], moved[pairs.b[entry]]
        pairs.keys[place], pairs.order[place] = key_of(kind, low, high), entry
        place += 1
    pairs.number[0] = place


def pairs_of_a_pile(bodies: Bodies, count: int) -> np.ndarray:
    """(kinds,) pairs of a dense pile of these bodies, all shapes mixed; planes count as its sides."""
    kinds = np.minimum(bodies.kind[FIRST:FIRST + count], len(SHAPES) - 1)
    number = dict(zip(SHAPES, np.bincount(kinds, minlength=len(SHAPES))))
    movable = max(1, count - number["plane"])
    def pairs(one: str, two: str) -> int:
        if two == "plane":
            return number[one] if number[two] else 0
        if two == "solid":
            return PAIRS_OF_A_BODY * number[two] * (2 * movable - number[two]) // movable
        return PAIRS_OF_A_BODY * number[one] * number[two] // movable * (1 if one == two else 2)

    return np.array([pairs(*shapes) for shapes in PAIR_KINDS])


def roomier(pairs: Pairs, new: np.ndarray, expected: np.ndarray) -> Pairs:
    """The same pairs, with room for twice the present and `new` ones of each kind, at least for those `expected`."""
    precision = "single" if pairs.manifolds.dtype == np.float32 else "double"
    needed = np.bincount(pairs.keys[:pairs.number[0]] >> 2 * ROW_BITS, minlength=KINDS) + new
    blocks = np.maximum(2 * needed, expected) // W + SPARE_BLOCKS
    larger = new_pairs(int(blocks.sum()) + 1, precision, padding=1)
    np.cumsum(blocks, out=larger.kind_start[1:])
    larger.kind_end[:] = larger.kind_start[:-1]
    larger.sweep[:] = pairs.sweep
    if pairs.number[0]:
        move_pairs(pairs, larger)
    return larger


def copy_of(pairs: Pairs) -> Pairs:
    """A copy with as much room; blocks not in use are not touched."""
    precision = "single" if pairs.manifolds.dtype == np.float32 else "double"
    blocks = len(pairs.a) // W
    copied = new_pairs(blocks, precision, padding=1)
    for name in ENTRIES:
        source, target = getattr(pairs, name).reshape(blocks, -1), getattr(copied, name).reshape(blocks, -1)
        for start, end in zip(pairs.kind_start, pairs.kind_end):
            target[start:end] = source[start:end]
    number = int(pairs.number[0])
    copied.keys[:number], copied.order[:number] = pairs.keys[:number], pairs.order[:number]
    for name in COUNTERS:
        getattr(copied, name)[:] = getattr(pairs, name)
    return copied
