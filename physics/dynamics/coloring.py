"""Graph colouring: constraints of one colour share no dynamic body, so any of them can be solved at once.

Greedy, in the order of the list (joints first, then contacts): each constraint takes the lowest colour that neither of
its bodies has yet.  A body has COLORS bits; what finds none free goes to the overflow colour, where every constraint has a
block to itself and blocks are solved one after the other.  Immovable bodies are not coloured: nothing writes to them.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import DUMMY_A, DUMMY_B, aligned
from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import DYNAMIC
from physics.simd.functions import trailing_zeros
from physics.simd.value import W

COLORS = 62                                      # colours; number COLORS itself is the overflow
IMMOVABLE = -1 << 63                              # mask of a body that has no colours


class ConstraintList(NamedTuple):
    """Constraints before they have a place: (n,) int32 each."""

    a: np.ndarray                                # body row
    b: np.ndarray                                # body row
    index: np.ndarray                            # entry of the pair or joint
    color: np.ndarray                            # given by `assign_bins`: its colour, or colour and kind


def new_list(capacity: int) -> ConstraintList:
    """Room for `capacity` constraints."""
    return ConstraintList(*(aligned(capacity, np.int32) for _ in ConstraintList._fields))


def new_bins(kinds: int) -> np.ndarray:
    """Room for where bins start, and where the last one ends."""
    return np.empty((COLORS + 1) * kinds + 1, np.int64)


@kernel
def clear_colors(types, masks):
    """Forget which colours the bodies have; the masks of those that are not dynamic are IMMOVABLE.

    Reads types
    Writes masks
    """
    for row in range(len(masks)):
        masks[row] = 0 if types[row] == DYNAMIC else IMMOVABLE


@kernel
def assign_bins(constraints, count, masks, kinds, start):
    """Give the first `count` constraints their bins, colour * number of kinds + kind, and count what is in each.

    masks are of the colours that bodies have, see `clear_colors`; kinds = (kind of each constraint, their number).  How many
    constraints bin k has, is added up in start[k + 1].

    Reads constraints.a constraints.b kinds
    Writes constraints.color masks start
    """
    kind, number = kinds
    colors = (1 << COLORS) - 1
    start[:] = 0
    for k in range(count):
        a, b = np.uint32(constraints.a[k]), np.uint32(constraints.b[k])      # signed ones might count from the end
        mask_a, mask_b = masks[a], masks[b]
        taken = (mask_a | mask_b) & colors
        bit = ~taken & (taken + 1)               # the lowest that is free, number COLORS when none is
        if mask_a >= 0:
            masks[a] = mask_a | bit
        if mask_b >= 0:
            masks[b] = mask_b | bit
        at = trailing_zeros(bit) * number + kind[k]
        constraints.color[k] = at
        start[at + 1] += 1


@formula
def pad_lanes(blocks, begin, end, padding):
    """Point the lanes begin .. end - 1 at dummies and at the entry `padding`."""
    for lane in range(begin, end):
        blocks[0][lane], blocks[1][lane], blocks[2][lane] = DUMMY_A + lane % W, DUMMY_B + lane % W, padding


@formula
def round_up(lanes):
    """The next lane from this one on that begins a block."""
    return (lanes + W - 1) // W * W


@kernel
def lay_out_bins(start, kinds, mixed):
    """From how many constraints bins have, see `assign_bins`, to the lanes at which they start; returns the number of blocks.

    Every bin begins a block; where kinds are `mixed` every colour does, and a block may hold the end of one kind and the
    beginning of the next.  Every constraint of the overflow has a block to itself.

    Reads start
    Writes start
    """
    end = np.int64(0)
    for at in range((COLORS + 1) * kinds):
        begin = end if mixed and at % kinds > 0 else round_up(end)
        end = begin + start[at + 1] * (W if at >= COLORS * kinds else 1)
        start[at] = begin
    start[(COLORS + 1) * kinds] = round_up(end)
    return round_up(end) // W


@kernel
def place_in_blocks(constraints, count, blocks, layout):
    """Sort the constraints by bin, in order, into blocks.

    blocks = (a, b, index, start): `start` says the lanes at which bins start, and afterwards the blocks.  layout = (padding,
    kinds).  Unused lanes point at dummies and at the entry `padding`.

    Reads constraints
    Writes blocks
    """
    a, b, index, start = blocks
    padding, kinds = layout
    overflow, bins = COLORS * kinds, (COLORS + 1) * kinds
    for at in range(1, overflow + 1):            # lanes before a bin, of which some get constraints
        pad_lanes((a, b, index), max(start[at - 1], start[at] - W + 1), start[at], padding)
    pad_lanes((a, b, index), start[overflow], start[bins], padding)
    for k in range(count):
        at = np.uint32(constraints.color[k])
        place = np.uint64(start[at])
        a[place], b[place], index[place] = constraints.a[k], constraints.b[k], constraints.index[k]
        start[at] += W if at >= overflow else 1
    start[bins] //= W
    for at in range(bins - 1, 0, -1):            # start has the ends of bins now
        start[at] = round_up(start[at - 1]) // W
    start[0] = 0


@kernel
def kinds_of_blocks(start, number, found):
    """The kind of every block, and where colours start, from where bins that begin blocks start; found = (kind, color_start).

    Reads start
    Writes found
    """
    kind, color_start = found
    for color in range(COLORS + 1):
        color_start[color] = start[color * number]
        for k in range(number):
            at = color * number + k
            for block in range(start[at], start[at + 1]):
                kind[block] = k
    color_start[COLORS + 1] = start[(COLORS + 1) * number]


@kernel
def colors_used(start, other):
    """One more than the highest colour that has a block in either list of colour starts.

    Reads start other
    Writes
    """
    for color in range(COLORS, -1, -1):
        if start[color + 1] > start[color] or other[color + 1] > other[color]:
            return color + 1
    return 0
