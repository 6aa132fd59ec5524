"""The pairs of boxes whose manifolds must be found, listed without gaps: a block takes as long for one of its pairs as for all.

From step to step most manifolds are kept, and of the other pairs most do not touch; but nearly every block has one that is not
kept, and one that touches.  So those that are not kept are listed, and after the axes were looked at, those of them that are
near; points are found for these alone.  All of it stays in the order of the pairs: what was found for a block's pairs
stands together, and goes back to its lanes in one piece, or in two where a block of the list ends between.

The lists of some blocks lie in as many of `Pairs.listed_rows`, `Pairs.listed_numbers` and `Pairs.found`, from any on: who works
on tile after tile takes the same memory for each, which then stays in the cache.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import (
    AHEAD_SLOTS,
    ANCHOR_SLOTS,
    COUNT,
    DISTANCE,
    FAR,
    FEATURE,
    KEPT,
    LISTED_NUMBERS,
    LISTED_ROWS,
    MANIFOLD_SLOTS,
    MEETING,
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

ALL = (1 << W) - 1                               # bits of a whole block
FOUND_SLOTS = MANIFOLD_SLOTS - 1                 # all but DISTANCE, the last


class Listing(NamedTuple):
    """Where the lists of some blocks begin."""

    a: int                        # in Pairs.listed_rows: rows of bodies
    b: int
    time: int                     # in Pairs.listed_numbers: what `Pairs.ahead` says
    reach: int
    edge: int                     # separation along the best edge axis [m]
    code: int                     # which this is
    distance: int                 # separation [m]; stays what it is when the list is shortened
    found: int                    # the first block of manifolds


@formula
def listing_of(blocks, first):
    """The lists of so many blocks of pairs, in blocks from `first` on."""
    length, rows, numbers = blocks * W, first * (LISTED_ROWS * W), first * (LISTED_NUMBERS * W)
    return Listing(rows, rows + length, numbers, numbers + length, numbers + 2 * length, numbers + 3 * length,
                   numbers + 4 * length, first)


@formula
def not_kept(pairs, block):
    """(lanes, pairs) of a block that are not kept: two masks, of which the first has the padding too."""
    kept = load(pairs.anchors, (block * ANCHOR_SLOTS + KEPT) * W)
    return kept < 0.5, (kept < 0.5) & real_pairs(pairs, block, kept)


@formula
def list_pairs(begin, end, pairs, listing):
    """List the pairs of blocks begin .. end - 1 that are not kept; returns how many they are."""
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
    for place in range(count, (count + W - 1) // W * W):             # nobody takes what is found for these
        rows[listing.a + place], rows[listing.b + place] = rows[listing.a], rows[listing.b]
    return count


@formula
def keep_listed(listing, places, near, pairs):
    """Of sixteen listed pairs those that are `near` stay; places = (the first's, how many are listed, where they go)."""
    place, count, left = places
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
    """Pairs that are not kept have no points until these are found."""
    put_unless(kept, manifolds, start + COUNT * W, 0.0)
    for number in range(4):
        put_unless(kept, manifolds, start + (POINTS + number * POINT_SLOTS + SEPARATION) * W, FAR)
        put_unless(kept, manifolds, start + (POINTS + number * POINT_SLOTS + FEATURE) * W, -1.0)


@formula
def take_piece(manifolds, start, source, bits):
    """Lanes `bits` of the manifold block at `start` get neighbouring lanes of others, which begin at source = (array, offset)."""
    found, at = source
    chosen = mask_of(bits)
    for slot in range(FOUND_SLOTS):
        there = start + slot * W
        store(manifolds, there, load_unpacked(found, at + slot * W, chosen, load(manifolds, there)))


@formula
def take_found(begin, end, pairs, listing, margin):
    """Bring what was found for the listed pairs of blocks begin .. end - 1 to where they live."""
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
            take_piece(manifolds, start, (pairs.found, source), piece)
            near_place += count_bits(piece)
            bits ^= piece
