"""Blocks of contacts, in one call: colours, places in blocks, and the order of preparing and storing them."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import kernel
from physics.dynamics.block_order import new_starts, order_blocks
from physics.dynamics.coloring import (
    ConstraintList,
    Lanes,
    Layout,
    assign_bins,
    colors_used,
    lay_out_bins,
    new_bins,
    place_in_blocks,
)
from physics.simd.value import W

BLOCKS, COLORS_USED = 0, 1                       # places of BlockWork.found


class BlockWork(NamedTuple):
    """What contacts are laid out by, and working memory."""

    touching: ConstraintList
    counts: np.ndarray            # first: how many touch
    masks: np.ndarray             # (rows,) int64 colours of the constraints at each body
    part_masks: np.ndarray        # (rows,) int64 those of joints
    lanes: Lanes
    layout: Layout
    starts: np.ndarray            # see `block_order.new_starts`
    color_start: np.ndarray       # (COLORS + 2,) int64 first block of joints of each colour
    found: np.ndarray             # (2,) int64 BLOCKS and COLORS_USED


def new_work(state, layout: Layout) -> BlockWork:
    """What the contacts of a `ContactStore` are laid out by."""
    contacts = state.contacts
    return BlockWork(state.touching, state.counts, state.masks, state.part_masks,
                     Lanes(contacts.a, contacts.b, contacts.pair, new_bins(layout.kinds)), layout, new_starts(),
                     state.parts.color_start, np.zeros(2, np.int64))


@kernel
def lay_out_contacts(work, kinds, contacts) -> int:
    """Colour the touching pairs, after joints, and lay them out in blocks; returns 0 where `contacts` has too few blocks.

    Their number is found in either case.

    Reads   work.touching work.counts work.part_masks work.layout work.color_start kinds contacts.a contacts.b
    Writes  work.touching.color work.masks work.lanes work.starts work.found contacts.color_start contacts.order
    """
    masks, start, count, number = work.masks, work.lanes.start, work.counts[0], work.layout.kinds
    for row in range(len(masks)):
        masks[row] = work.part_masks[row]
    assign_bins(work.touching, count, masks, kinds, start)
    blocks = lay_out_bins(start, number, np.int64(1))
    work.found[BLOCKS] = blocks
    if blocks * W > len(contacts.a):
        return 0
    place_in_blocks(work.touching, count, work.lanes, work.layout)
    for color in range(len(contacts.color_start)):
        contacts.color_start[color] = start[color * number]
    order_blocks(blocks, contacts, masks, work.starts)
    work.found[COLORS_USED] = colors_used(contacts.color_start, work.color_start)
    return 1
