"""Pairs of boxes that are listed without gaps get, to the last bit, the manifolds that each gets by itself, and the others keep
theirs."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import (
    AHEAD_SLOTS,
    ANCHOR_SLOTS,
    COUNT,
    DISTANCE,
    FEATURE,
    FIRST,
    KEPT,
    MANIFOLD_SLOTS,
    MEETING,
    NORMAL,
    POINT_SLOTS,
    POINTS,
    REACH,
    SEPARATION,
    new_bodies,
)
from physics.collision.narrow_phase.box_box import BoxRule, collide_box_box
from physics.simd.value import W
from tests.physics.collision.narrow_phase.test_box_box import small_turn
from tests.support.samples import pair_list, place

MARGIN, PAIRS = 0.02, 5 * W - 7                 # the last block is not full
NEEDED = [0, 1, 2, 15, 16, 17, 31, 32, 33, PAIRS - 1, PAIRS]
PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])


def sample(precision: str, looking: bool = False):
    """Bodies and pairs of boxes of which half touch, many by edges; looking: some look ahead."""
    rng = np.random.default_rng(5)
    bodies = new_bodies(2 * PAIRS, precision)
    for k in range(PAIRS):
        place(bodies, FIRST + 2 * k, "box", rng.uniform(0.3, 0.6, 3), (3.0 * k, 0, 0), small_turn(rng, 0.8))
        offset = rng.normal(size=3)
        offset *= rng.uniform(0.7, 1.8) / np.linalg.norm(offset)
        place(bodies, FIRST + 2 * k + 1, "box", rng.uniform(0.3, 0.6, 3), (3.0 * k, 0, 0) + offset, small_turn(rng, 0.8))
    bodies.velocity[:, :3] = rng.normal(size=(len(bodies.velocity), 3)) * 5
    rows = FIRST + 2 * np.arange(PAIRS)
    pairs = pair_list(("box", "box"), rows, rows + 1, precision)
    if looking:
        ahead = pairs.ahead.reshape(-1, AHEAD_SLOTS, W)
        ahead[:, MEETING] = rng.uniform(0, 0.02, ahead[:, MEETING].shape) * rng.integers(0, 2, ahead[:, MEETING].shape)
        ahead[:, REACH] = rng.uniform(0, 0.1, ahead[:, REACH].shape) * rng.integers(0, 2, ahead[:, REACH].shape)
    return bodies, pairs


def lane_of(array, slots: int, entry: int):
    """All slots of an entry."""
    return array.reshape(-1, slots, W)[entry // W, :, entry % W]


def meaning(manifold) -> list[float]:
    """What a manifold says: its distance and points, and the normal of one that has points."""
    count = int(manifold[COUNT])
    points = manifold[POINTS:POINTS + 4 * POINT_SLOTS].reshape(4, POINT_SLOTS)
    missing = points[count:, [SEPARATION, FEATURE]].ravel()
    return [manifold[DISTANCE], count, *missing, *points[:count].ravel(), *(manifold[NORMAL:NORMAL + 3] if count else ())]


def by_itself(bodies, pairs, entry: int) -> list[float]:
    """What is found for a pair that is alone."""
    one = pair_list(("box", "box"), [pairs.a[entry]], [pairs.b[entry]], "single" if pairs.ahead.itemsize == 4 else "double")
    lane_of(one.ahead, AHEAD_SLOTS, 0)[:] = lane_of(pairs.ahead, AHEAD_SLOTS, entry)
    collide_box_box(0, 1, bodies, one, BoxRule(MARGIN, 0))
    return meaning(lane_of(one.manifolds, MANIFOLD_SLOTS, 0))


@PRECISIONS
@pytest.mark.parametrize("looking", [False, True])
def test_each_pair_as_by_itself(precision, looking):
    rng = np.random.default_rng(1)
    bodies, pairs = sample(precision, looking)
    alone = [by_itself(bodies, pairs, entry) for entry in range(PAIRS)]
    touching = sum(one[1] > 0 for one in alone)
    assert PAIRS // 4 < touching < 3 * PAIRS // 4 and any(one[1] == 1 for one in alone) and any(one[1] == 4 for one in alone)
    for count in NEEDED:
        needed = np.zeros(PAIRS, bool)
        needed[rng.permutation(PAIRS)[:count]] = True
        pairs.manifolds[:] = rng.integers(0, 4, len(pairs.manifolds))            # what was there before
        pairs.listed_rows[:], pairs.listed_numbers[:], pairs.found[:] = 1 << 30, np.nan, np.nan
        before = pairs.manifolds.copy()
        kept = pairs.anchors.reshape(-1, ANCHOR_SLOTS, W)[:, KEPT]
        kept[:] = 1
        for entry in np.flatnonzero(needed):
            lane_of(pairs.anchors, ANCHOR_SLOTS, entry)[KEPT] = 0
        collide_box_box(0, len(pairs.a) // W, bodies, pairs, BoxRule(MARGIN, 0))
        for entry in range(PAIRS):
            now = lane_of(pairs.manifolds, MANIFOLD_SLOTS, entry)
            if needed[entry]:
                assert meaning(now) == alone[entry]
            else:
                assert now.tolist() == lane_of(before, MANIFOLD_SLOTS, entry).tolist()


@PRECISIONS
def test_any_range_of_blocks(precision):
    """Blocks taken one by one, and all of them, and with those before left out, give the same, wherever they are listed."""
    results = []
    for ranges in ([(0, 5)], [(k, k + 1) for k in range(5)], [(3, 5), (0, 2), (2, 3)]):
        bodies, pairs = sample(precision)
        for begin, end in ranges:
            collide_box_box(begin, end, bodies, pairs, BoxRule(MARGIN, (begin, 5 - (end - begin), 0)[len(results)]))
        results.append([meaning(lane_of(pairs.manifolds, MANIFOLD_SLOTS, entry)) for entry in range(PAIRS)])
    assert results[0] == results[1] == results[2]
