"""The memory of pairs: it follows its pair through changes of the list."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import COUNT, FIRST, KNOWN, MANIFOLD_SLOTS, W
from physics.collision.broad_phase.pair_memory import copy_of, rename_rows
from tests.support.pair_lists import (
    PRECISIONS,
    brute_force,
    found,
    listed,
    memory,
    mixed_world,
    moved,
    name_memory,
    without_planes,
)


def check_memory(pairs, known):
    """Pairs in `known` have their own memory, others and padding none; returns how many are new."""
    of = dict(zip(pairs.order[:pairs.number[0]].tolist(), listed(pairs)))
    for k in [k for start, end in zip(pairs.kind_start, pairs.kind_end) for k in range(start * W, end * W)]:
        impulses, matched, manifold, anchors, centre = (blocks[k // W, :, k % W] for blocks in memory(pairs))
        if of.get(k) in known:
            for slots in (impulses, matched, manifold, anchors, centre):
                np.testing.assert_array_equal(
                    slots, (pairs.a[k] * 1000 + pairs.b[k] + np.arange(len(slots)) / 32).astype(slots.dtype))
        else:
            assert not impulses.any() and not centre.any() and (matched == -1).all()
            assert anchors[KNOWN] == 0 and manifold[COUNT] == 0
    return len(set(of.values()) - known)


def test_gaps_are_closed():
    """A list that lost most of its pairs releases blocks; the remaining pairs keep their memory."""
    bodies = without_planes(mixed_world("single", solids=False))
    bodies.group[:] = 0
    pairs, scratch = found(bodies, 220)
    name_memory(pairs)
    pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[:, COUNT] = 0
    blocks, known = int((pairs.kind_end - pairs.kind_start[:-1]).sum()), set(listed(pairs))
    bodies.pose[FIRST:FIRST + 220, :3] *= 1.6
    pairs, scratch = found(bodies, 220, pairs=pairs, scratch=scratch)
    assert listed(pairs) == brute_force(bodies, 220)
    assert int((pairs.kind_end - pairs.kind_start[:-1]).sum()) < 0.8 * blocks
    assert sum(pair in known for pair in listed(pairs)) > 100
    for k, pair in zip(pairs.order, listed(pairs)):
        assert memory(pairs)[0][k // W, 0, k % W] == (pair[1] * 1000 + pair[2] if pair in known else 0)


def test_a_copy_of_a_list_goes_on_by_itself():
    bodies = without_planes(mixed_world("single"))
    pairs, scratch = found(bodies, 220)
    name_memory(pairs)
    copied, before = copy_of(pairs), listed(pairs)
    for one, other in zip(memory(pairs), memory(copied)):
        for start, end in zip(pairs.kind_start, pairs.kind_end):
            np.testing.assert_array_equal(one[start:end], other[start:end])
    pairs.manifolds[:] = 0
    moved(bodies, pairs, scratch, np.full((220, 3), [0.3, 0, 0]) * np.arange(220)[:, None])
    assert listed(copied) == before


@PRECISIONS
def test_memory_follows_its_pair(precision):
    """In a growing list pairs keep their memory, and new ones have none."""
    bodies = mixed_world(precision)
    bodies.group[:] = 0
    pairs, scratch = found(bodies, 220)
    rng = np.random.default_rng(1)
    for _ in range(4):
        name_memory(pairs)
        known = set(listed(pairs))
        bodies.pose[FIRST:FIRST + 220, :3] *= rng.uniform(0.7, 1.3, (220, 1))
        pairs, scratch = found(bodies, 220, pairs=pairs, scratch=scratch)
        assert check_memory(pairs, known) > 10


def test_rows_that_close_up_keep_their_pairs():
    bodies = mixed_world("single")
    pairs, _ = found(bodies, 220)
    name_memory(pairs)
    before = {rows: memory(pairs)[0][k // W, 0, k % W] for rows, k in zip(listed(pairs), pairs.order)}
    new_row = np.arange(len(bodies.kind)) - (np.arange(len(bodies.kind)) > FIRST + 7)
    new_row[FIRST + 7] = -1
    rename_rows(pairs, new_row)
    expected = {(kind, int(new_row[a]), int(new_row[b])): impulse for (kind, a, b), impulse in before.items()
                if FIRST + 7 not in (a, b)}
    assert dict(zip(listed(pairs), [memory(pairs)[0][k // W, 0, k % W] for k in pairs.order])) == expected
    assert 0 < len(expected) < len(before)
