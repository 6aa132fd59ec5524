"""Impulses follow features, point by point, whatever order the points come in."""
from __future__ import annotations

import numpy as np
import pytest

from physics.arrays import (
    FEATURE,
    IMPULSE_FEATURE,
    IMPULSE_SLOTS,
    MANIFOLD_SLOTS,
    NORMAL_IMPULSE,
    POINT_SLOTS,
    POINTS,
    TANGENT_IMPULSE,
    new_pairs,
)
from physics.collision.impulse_match import match_impulses


def slots(pairs):
    return pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, 16), pairs.impulses.reshape(-1, IMPULSE_SLOTS, 16)


@pytest.mark.parametrize("precision", ["single", "double"])
def test_any_permutation(precision):
    rng = np.random.default_rng(0)
    pairs = new_pairs(40, precision)
    manifolds, impulses = slots(pairs)
    impulses[:] = rng.normal(size=impulses.shape)
    old, new = np.empty((2, 40, 4, 16))
    for block in range(40):
        for lane in range(16):
            for features in (old, new):
                count = rng.integers(0, 5)
                features[block, :, lane] = np.append(rng.choice(7, count, replace=False), [-1] * (4 - count))
    impulses[:, IMPULSE_FEATURE:] = old
    manifolds[:, POINTS + FEATURE::POINT_SLOTS] = new
    before = impulses.copy()
    match_impulses(0, 40, pairs)
    for block, lane, j in np.ndindex(40, 16, 4):
        feature = new[block, j, lane]
        was = [k for k in range(4) if feature >= 0 and old[block, k, lane] == feature]
        normal, tangent = np.zeros(1), np.zeros(3)
        if was:
            normal = before[block, NORMAL_IMPULSE + was[0], lane]
            tangent = before[block, TANGENT_IMPULSE + 3 * was[0]:TANGENT_IMPULSE + 3 * was[0] + 3, lane]
        np.testing.assert_array_equal(impulses[block, NORMAL_IMPULSE + j, lane], normal)
        np.testing.assert_array_equal(impulses[block, TANGENT_IMPULSE + 3 * j:TANGENT_IMPULSE + 3 * j + 3, lane], tangent)
        assert impulses[block, IMPULSE_FEATURE + j, lane] == feature


def test_nothing_changes_where_features_stay():
    pairs = new_pairs(1, "single")
    manifolds, impulses = slots(pairs)
    impulses[:] = np.arange(IMPULSE_SLOTS)[:, None]
    manifolds[:, POINTS + FEATURE::POINT_SLOTS] = impulses[:, IMPULSE_FEATURE:]
    before = impulses.copy()
    match_impulses(0, 1, pairs)
    np.testing.assert_array_equal(impulses, before)
