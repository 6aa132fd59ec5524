"""Blocks in the order of their bodies' rows."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics.bodies.arrays import FIRST, aligned
from physics.contacts.layout import new_contacts
from physics.dynamics.block_order import BUCKETS, new_starts, order_blocks
from physics.dynamics.contact_blocks import BLOCKS
from physics.dynamics.coloring import COLORS, IMMOVABLE
from physics.pipeline import color
from tests.support.by_stages import by_stages


@pytest.mark.parametrize("rows", [FIRST + 20, BUCKETS, BUCKETS + 1, 5000])
def test_blocks_follow_the_rows_of_their_first_bodies(rows):
    """All blocks once; by row, as finely as there are buckets, in the order of blocks inside each."""
    rng = np.random.default_rng(rows)
    blocks, contacts = 300, new_contacts(300, COLORS, "single")
    masks = aligned(rows, np.int64)
    masks[FIRST:FIRST + 5] = IMMOVABLE
    contacts.a[:], contacts.b[:] = rng.integers(FIRST, rows, (2, blocks * 16))
    contacts.b[:] = np.where(masks[contacts.b] < 0, FIRST + 7, contacts.b)
    contacts.order[:] = -1
    order_blocks(blocks, contacts, masks, new_starts())
    a, b = contacts.a[::16], contacts.b[::16]
    first = np.where(masks[a] < 0, b, a)[contacts.order]
    assert sorted(contacts.order) == list(range(blocks))
    width = 1
    while rows / width > BUCKETS:
        width *= 2
    assert (np.diff(first // width) >= 0).all() and len(set(first)) > 10
    assert all(one < two for one, two, same in zip(contacts.order, contacts.order[1:], np.diff(first // width) == 0) if same)


def test_the_order_changes_no_bit():
    """Constraints are filled and read out one by one: in whatever order, the same world comes out."""
    hashes = []
    for backward in (False, True):
        world = scenes.build(scenes.load("benchmark/a_wall_pyramid"))
        original = color.lay_out_contacts

        def reversed_order(work, kinds, contacts, original=original):
            laid_out, blocks = original(work, kinds, contacts), int(work.found[BLOCKS])
            contacts.order[:blocks] = contacts.order[:blocks][::-1].copy()
            return laid_out

        with pytest.MonkeyPatch.context() as patch:
            if backward:
                patch.setattr(color, "lay_out_contacts", reversed_order)
            with by_stages():
                world.step(40)
        hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]
