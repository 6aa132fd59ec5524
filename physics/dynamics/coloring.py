"""Graph colouring: constraints of one colour share no dynamic body, so any of them can be solved at once.

Greedy, in the order of the list (joints first, then contacts): each constraint takes the lowest colour that neither of
its bodies has yet.  A body has COLORS bits; what finds none free goes to the overflow colour, where every constraint has a
block to itself and blocks are solved one after the other.  Immovable bodies are not coloured: nothing writes to them.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import DUMMY_A, DUMMY_B, DYNAMIC, aligned
from physics.jit import formula, kernel
from physics.lanes.functions import trailing_zeros
from physics.lanes.value import W

COLORS = 62                                      # colours; number COLORS itself is the overflow


class ConstraintList(NamedTuple):
    """Constraints before they have a place: (n,) int32 each."""

    a: np.ndarray                                # body row
    b: np.ndarray                                # body row
    index: np.ndarray                            # entry of the pair or joint
    color: np.ndarray                            # given by `assign_colors`


def new_list(capacity: int) -> ConstraintList:
    """Room for `capacity` constraints."""
    return ConstraintList(*(aligned(capacity, np.int32) for _ in ConstraintList._fields))


@kernel
def clear_colors(masks):
    """Forget which colours the bodies have.

    Reads
    Writes masks
    """
    masks[:] = 0


@kernel
def assign_colors(constraints, count, types, masks):
    """Give the first `count` constraints their colours; masks of immovable bodies are 0 and stay it.

    Reads constraints.a constraints.b types
    Writes constraints.color masks
    """
    colors = (1 << COLORS) - 1
    for k in range(count):
        a, b = constraints.a[k], constraints.b[k]
        mask_a, mask_b = masks[a], masks[b]
        taken = (mask_a | mask_b) & colors
        bit = ~taken & (taken + 1)               # the lowest that is free, number COLORS when none is
        if types[a] == DYNAMIC:
            masks[a] = mask_a | bit
        if types[b] == DYNAMIC:
            masks[b] = mask_b | bit
        constraints.color[k] = trailing_zeros(bit)


@kernel
def kinds_into_bins(constraints, count, kinds, number):
    """Make bins of colours: color * number + kind.

    Reads constraints.color kinds
    Writes constraints.color
    """
    for k in range(count):
        constraints.color[k] = constraints.color[k] * number + kinds[k]


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
def place_in_blocks(constraints, count, blocks, layout):
    """Sort the constraints by bin, in order, into blocks; returns the number of blocks.

    A bin is a colour, or a kind of constraints in a colour: layout = (padding, kinds, mixed), and `color` of the constraints
    is colour * kinds + kind.  Every bin begins a block; where kinds are `mixed` every colour does, and a block may hold the
    end of one kind and the beginning of the next.  `blocks` = (a, b, index, bin_start, capacity); where the blocks do not
    fit, only the returned number is right.  Unused lanes point at dummies and at the entry `padding`.
    Reads constraints
    Writes blocks.a blocks.b blocks.index blocks.bin_start
    """
    a, b, index, start, capacity = blocks
    padding, kinds, mixed = layout
    overflow, bins = COLORS * kinds, (COLORS + 1) * kinds
    for place in range(bins + 1):
        start[place] = 0
    for k in range(count):
        at = constraints.color[k]
        start[at + 1] += W if at >= overflow else 1
    end = np.int64(0)
    for at in range(bins):                       # start counts lanes from here on until the last loop turns it into blocks
        begin = end if mixed and at % kinds > 0 else round_up(end)
        if round_up(begin) <= capacity * W:
            pad_lanes((a, b, index), end, begin, padding)
        start[at], end = begin, begin + start[at + 1]
    total = round_up(end) // W
    if total > capacity:
        return total
    pad_lanes((a, b, index), min(end, start[overflow]), total * W, padding)
    for k in range(count):
        at = constraints.color[k]
        place = start[at]
        a[place], b[place], index[place] = constraints.a[k], constraints.b[k], constraints.index[k]
        start[at] += W if at >= overflow else 1
    start[bins] = total
    for at in range(bins - 1, 0, -1):
        start[at] = round_up(start[at - 1]) // W
    start[0] = 0
    return total


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
