"""Graph colouring: constraints of one colour share no dynamic body, so any of them can be solved at once.

Greedy, joints first, then contacts, in the order of the list or from its end: each constraint takes the lowest colour that
neither of its bodies has yet.  Bodies that were made in rows have their contacts to one side before those to the other, so one
order alone would favour a side for ever, see `pipeline.color`.  A body has COLORS bits; a constraint without a free colour goes
to the overflow colour, where it has a block to itself and blocks are solved one after the other.  Immovable bodies
are not coloured, because no constraint writes to them.
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
    """Constraints before they are sorted into blocks: (n,) int32 each."""

    a: np.ndarray                                # body row
    b: np.ndarray                                # body row
    index: np.ndarray                            # entry of the pair or joint
    color: np.ndarray                            # bin, see `assign_bins`


class Kinds(NamedTuple):
    """Kinds of constraints, which sort them within a colour."""

    kind: np.ndarray                             # (n,) int32 of each constraint
    number: int                                  # of kinds
    from_end: int = 0                            # 1: colours are given from the end of the list


class Lanes(NamedTuple):
    """The lanes of constraint blocks, which `place_in_blocks` fills."""

    a: np.ndarray                                # (blocks * 16,) int32 body row
    b: np.ndarray                                # (blocks * 16,) int32 body row
    index: np.ndarray                            # (blocks * 16,) int32 entry of the pair or joint
    start: np.ndarray                            # (bins + 1,) int64 first lane of each bin; afterwards its first block


class Layout(NamedTuple):
    """How constraints are laid out in blocks."""

    padding: int                                 # entry for unused lanes
    kinds: int                                   # number of kinds


class BlockKinds(NamedTuple):
    """Kinds and colours of blocks."""

    kind: np.ndarray                             # (blocks,) int32 kind of all constraints of a block
    color_start: np.ndarray                      # (COLORS + 2,) int64 first block of each colour


def new_list(capacity: int) -> ConstraintList:
    """Room for `capacity` constraints."""
    return ConstraintList(*(aligned(capacity, np.int32) for _ in ConstraintList._fields))


def new_bins(kinds: int) -> np.ndarray:
    """An array for the starts of bins, and the end of the last one."""
    return np.empty((COLORS + 1) * kinds + 1, np.int64)


@kernel
def clear_colors(types, masks):
    """Reset the colour masks of bodies; those of bodies that are not dynamic are IMMOVABLE.

    Reads types
    Writes masks
    """
    for row in range(len(masks)):
        masks[row] = 0 if types[row] == DYNAMIC else IMMOVABLE


@kernel
def assign_bins(constraints, count, masks, kinds, start):
    """Assign the first `count` constraints to bins, colour * number of kinds + kind, and count the constraints in each bin.

    masks are the colours of bodies, see `clear_colors`; start[k + 1] becomes the number of constraints in bin k.

    Reads constraints.a constraints.b kinds
    Writes constraints.color masks start
    """
    kind, number = kinds.kind, kinds.number
    colors = (1 << COLORS) - 1
    start[:] = 0
    last = count - 1
    for turn in range(count):
        k = np.uint64(last - turn if kinds.from_end == 1 else turn)
        a, b = np.uint32(constraints.a[k]), np.uint32(constraints.b[k])      # signed ones might count from the end
        mask_a, mask_b = masks[a], masks[b]
        taken = (mask_a | mask_b) & colors
        bit = ~taken & (taken + 1)               # the lowest free colour, number COLORS when there is none
        if mask_a >= 0:
            masks[a] = mask_a | bit
        if mask_b >= 0:
            masks[b] = mask_b | bit
        at = trailing_zeros(bit) * number + kind[k]
        constraints.color[k] = at
        start[at + 1] += 1


@formula
def pad_lanes(lanes, begin, end, padding):
    """Point the lanes begin .. end - 1 at dummy bodies and at the entry `padding`."""
    for lane in range(begin, end):
        lanes.a[lane], lanes.b[lane], lanes.index[lane] = DUMMY_A + lane % W, DUMMY_B + lane % W, padding


@formula
def round_up(lanes):
    """The next lane from this one on that begins a block."""
    return (lanes + W - 1) // W * W


@kernel
def lay_out_bins(start, kinds, mixed) -> int:
    """Convert the number of constraints in each bin, see `assign_bins`, to the first lane of each; returns the number of blocks.

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
def place_in_blocks(constraints, count, lanes, layout):
    """Sort the first `count` constraints by bin, in order, into the Lanes of blocks; unused lanes point at dummy bodies.

    Reads constraints
    Writes lanes
    """
    start, padding, kinds = lanes.start, layout.padding, layout.kinds
    overflow, bins = COLORS * kinds, (COLORS + 1) * kinds
    for at in range(1, overflow + 1):            # lanes before a bin; constraints overwrite some of them
        pad_lanes(lanes, max(start[at - 1], start[at] - W + 1), start[at], padding)
    pad_lanes(lanes, start[overflow], start[bins], padding)
    for k in range(count):
        at = np.uint32(constraints.color[k])
        place = np.uint64(start[at])
        lanes.a[place], lanes.b[place], lanes.index[place] = constraints.a[k], constraints.b[k], constraints.index[k]
        start[at] += W if at >= overflow else 1
    start[bins] //= W
    for at in range(bins - 1, 0, -1):            # start holds the ends of bins here
        start[at] = round_up(start[at - 1]) // W
    start[0] = 0


@kernel
def kinds_of_blocks(start, number, found):
    """Fill BlockKinds from the first blocks of bins; `number` is that of kinds.

    Reads start
    Writes found
    """
    kind, color_start = found.kind, found.color_start
    for color in range(COLORS + 1):
        color_start[color] = start[color * number]
        for k in range(number):
            at = color * number + k
            for block in range(start[at], start[at + 1]):
                kind[block] = k
    color_start[COLORS + 1] = start[(COLORS + 1) * number]


@kernel
def colors_used(start, other) -> int:
    """One more than the highest colour that has a block in either list of colour starts.

    Reads start other
    Writes
    """
    for color in range(COLORS, -1, -1):
        if start[color + 1] > start[color] or other[color + 1] > other[color]:
            return color + 1
    return 0
