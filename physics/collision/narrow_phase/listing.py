"""Dense lists of the pairs of boxes whose manifolds must be found: a block takes as long for one of its pairs as for all.

From step to step most manifolds are kept, and of the other pairs most do not touch; but nearly every block has a pair that is
not kept, and one that touches.  So the pairs that are not kept are listed and their axes tested, then the list is reduced to
those that are near, and points are found for these alone.  The list is in the order of the pairs: the manifolds found for a
block's pairs are adjacent, and are copied back to their lanes in one piece, or in two where a block of the list ends between.

The lists of n blocks take n blocks of `Pairs.listed_rows`, `Pairs.listed_numbers` and `Pairs.found`, from any block on: a thread
that works on tile after tile uses the same memory for each, which then stays in the cache.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import (
    AHEAD_SLOTS,
    ANCHOR_SLOTS,
    COUNT,
    DISTANCE,
    FEATURE,
    KEPT,
    LISTED_NUMBERS,
    LISTED_ROWS,
    MANIFOLD_SLOTS,
    MEETING,
    NO_POINT,
    POINT_SLOTS,
    POINTS,
    REACH,
    SEPARATION,
)
from physics.collision.narrow_phase.manifold import manifold_start, real_pairs
from physics.collision.narrow_phase.manifold_cache import all_kept, put_unless
from physics.collision.narrow_phase.meeting import limit
from physics.compile.decorators import formula
from physics.simd.compress import count_bits, load_unpacked, lowest_bits, mask_of, store_packed
from physics.simd.functions import lane_bits
from physics.simd.memory import load, store
from physics.simd.value import W

ALL = (1 << W) - 1                               # bits of all lanes
FOUND_SLOTS = MANIFOLD_SLOTS - 1                 # all but DISTANCE, the last


class Listing(NamedTuple):
    """Where the lists of some blocks of pairs begin."""

    a: int                        # in Pairs.listed_rows: rows of bodies a
    b: int                        # in Pairs.listed_rows: rows of bodies b
    time: int                     # in Pairs.listed_numbers: MEETING of Pairs.ahead [s]
    reach: int                    # in Pairs.listed_numbers: REACH of Pairs.ahead [m]; the following are there too
    edge: int                     # separation along the best edge axis [m]
    code: int                     # number of that axis
    distance: int                 # separation [m]; of all pairs, also when the list is shortened
    found: int                    # first block of manifolds in Pairs.found


class Selection(NamedTuple):
    """Sixteen listed pairs of which some stay listed."""

    place: int                    # of the first of them
    count: int                    # pairs listed in all
    left: int                     # place to which those that stay are moved


@formula
def listing_of(blocks, first):
    """The lists of `blocks` blocks of pairs, in blocks from `first` on."""
    length, rows, numbers = blocks * W, first * (LISTED_ROWS * W), first * (LISTED_NUMBERS * W)
    return Listing(rows, rows + length, numbers, numbers + length, numbers + 2 * length, numbers + 3 * length,
                   numbers + 4 * length, first)


@formula
def not_kept(pairs, block):
    """(lanes, pairs) of a block that are not kept: two masks, of which the first includes padding."""
    kept = load(pairs.anchors, (block * ANCHOR_SLOTS + KEPT) * W)
    return kept < 0.5, (kept < 0.5) & real_pairs(pairs, block, kept)


@formula
def list_pairs(begin, end, pairs, listing):
    """List the pairs of blocks begin .. end - 1 that are not kept; returns how many there are."""
    count = 0
    rows, numbers = pairs.listed_rows, pairs.listed_numbers
    for block in range(begin, end):
        if all_kept(pairs.anchors, block):
            continue
        (_, chosen), ahead = not_kept(pairs, block), block * (AHEAD_SLOTS * W)
        store_packed(rows, listing.a + count, pairs.a, block * W, chosen)
        store_packed(rows, listing.b + count, pairs.b, block * W, chosen)
        store_packed(numbers, listing.time + count, pairs.ahead, ahead + MEETING * W, chosen)
        store_packed(numbers, listing.reach + count, pairs.ahead, ahead + REACH * W, chosen)
        count += count_bits(lane_bits(chosen))
    for place in range(count, (count + W - 1) // W * W):             # fill the last sixteen; the result is unused
        rows[listing.a + place], rows[listing.b + place] = rows[listing.a], rows[listing.b]
    return count


@formula
def keep_listed(listing, selection, near, pairs):
    """Keep the pairs of a Selection that are `near` listed; returns how many are listed now."""
    place, count, left = selection.place, selection.count, selection.left
    rows, numbers = pairs.listed_rows, pairs.listed_numbers
    bits = lane_bits(near)
    if count - place < W:
        bits &= ALL >> (W - (count - place))
    stay = mask_of(bits)
    store_packed(rows, listing.a + left, rows, listing.a + place, stay)
    store_packed(rows, listing.b + left, rows, listing.b + place, stay)
    store_packed(numbers, listing.time + left, numbers, listing.time + place, stay)
    store_packed(numbers, listing.reach + left, numbers, listing.reach + place, stay)
    store_packed(numbers, listing.edge + left, numbers, listing.edge + place, stay)
    store_packed(numbers, listing.code + left, numbers, listing.code + place, stay)
    return left + count_bits(bits)


@formula
def forget_points(manifolds, start, kept):
    """Remove the points of the pairs that are not kept."""
    put_unless(kept, manifolds, start + COUNT * W, 0.0)
    for number in range(4):
        put_unless(kept, manifolds, start + (POINTS + number * POINT_SLOTS + SEPARATION) * W, NO_POINT)
        put_unless(kept, manifolds, start + (POINTS + number * POINT_SLOTS + FEATURE) * W, -1.0)


@formula
def take_piece(manifolds, start, found, at, bits):
    """Fill the lanes `bits` of the manifold block at `start` with as many neighbouring lanes of `found`, from offset `at` on."""
    chosen = mask_of(bits)
    for slot in range(FOUND_SLOTS):
        there = start + slot * W
        store(manifolds, there, load_unpacked(found, at + slot * W, chosen, load(manifolds, there)))


@formula
def take_found(begin, end, pairs, listing, margin):
    """Copy the manifolds found for the listed pairs to their places in blocks begin .. end - 1."""
    place, near_place, manifolds = 0, 0, pairs.manifolds
    for block in range(begin, end):
        if all_kept(pairs.anchors, block):
            continue
        start, (lanes, chosen) = manifold_start(block), not_kept(pairs, block)
        there = start + DISTANCE * W
        distance = load_unpacked(pairs.listed_numbers, listing.distance + place, chosen, load(manifolds, there))
        store(manifolds, there, distance)
        forget_points(manifolds, start, ~lanes)
        place += count_bits(lane_bits(chosen))
        bits = lane_bits(chosen & (distance < limit(pairs, block, margin)))
        while bits != 0:
            source = manifold_start(listing.found + near_place // W) + near_place % W
            piece = lowest_bits(bits, min(W - near_place % W, W))
            take_piece(manifolds, start, pairs.found, source, piece)
            near_place += count_bits(piece)
            bits ^= piece
