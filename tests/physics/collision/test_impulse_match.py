"""Impulses follow features, point by point, whatever order the points come in."""
from __future__ import annotations

import numpy as np
import pytest

from physics.arrays import (
    FAR,
    FEATURE,
    IMPULSE_FEATURE,
    IMPULSE_SLOTS,
    MANIFOLD_SLOTS,
    NORMAL_IMPULSE,
    POINT_SLOTS,
    POINTS,
    SEPARATION,
    TANGENT_IMPULSE,
    new_pairs,
)
from physics.collision.impulse_match import match_impulses


def slots(pairs):
    return pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, 16), pairs.impulses.reshape(-1, IMPULSE_SLOTS, 16)


def expected(old, new, separations, impulses):
    """Impulses (4 points, 4 numbers: normal, tangent) of one pair's new points, written down as a person would."""
    given = np.zeros((4, 4))
    gone = [k for k in range(4) if old[k] >= 0 and old[k] not in new]
    heirs = [j for j in range(4) if new[j] not in old and separations[j] <= 0]
    for j in range(4):
        if new[j] >= 0 and new[j] in old:
            given[j] = impulses[list(old).index(new[j])]
        elif j in heirs:
            given[j] = impulses[gone].sum(axis=0) / len(heirs)
    return given


def random_features(rng):
    """Up to four different features, the others -1."""
    count = rng.integers(0, 5)
    return np.append(rng.choice(7, count, replace=False), [-1] * (4 - count))


@pytest.mark.parametrize("precision", ["single", "double"])
def test_points_that_stay_come_and_go(precision):
    rng = np.random.default_rng(0)
    pairs = new_pairs(40, precision)
    manifolds, impulses = slots(pairs)
    wanted = np.zeros((40, 16, 4, 4))
    for block, entry in np.ndindex(40, 16):
        old, new = random_features(rng), random_features(rng)
        separations = np.where(new < 0, FAR, rng.choice([-0.01, 0.0, 0.01], 4))
        values = rng.normal(size=(4, 4)).astype(impulses.dtype)
        impulses[block, NORMAL_IMPULSE:NORMAL_IMPULSE + 4, entry] = values[:, 0]
        impulses[block, TANGENT_IMPULSE:TANGENT_IMPULSE + 12, entry] = values[:, 1:].ravel()
        impulses[block, IMPULSE_FEATURE:, entry] = old
        manifolds[block, POINTS + FEATURE::POINT_SLOTS, entry] = new
        manifolds[block, POINTS + SEPARATION::POINT_SLOTS, entry] = separations
        wanted[block, entry] = expected(old, new, separations, values.astype(float))
    match_impulses(0, 40, pairs)
    found = np.concatenate([impulses[:, NORMAL_IMPULSE:NORMAL_IMPULSE + 4, None],
                            impulses[:, TANGENT_IMPULSE:TANGENT_IMPULSE + 12].reshape(40, 4, 3, 16)], axis=2)
    np.testing.assert_allclose(found.transpose(0, 3, 1, 2), wanted, atol=1e-6)
    np.testing.assert_array_equal(impulses[:, IMPULSE_FEATURE:], manifolds[:, POINTS + FEATURE::POINT_SLOTS])


def test_the_total_is_kept_when_all_points_change():
    """The case of a box that rocks from one set of corners to another: what carries it is passed on."""
    pairs = new_pairs(1, "single")
    manifolds, impulses = slots(pairs)
    impulses[0, NORMAL_IMPULSE:NORMAL_IMPULSE + 4, 0] = 1, 2, 3, 4
    impulses[0, IMPULSE_FEATURE:, 0] = 0, 2, 4, 6
    manifolds[0, POINTS + FEATURE::POINT_SLOTS, 0] = 1, 3, 5, 7
    manifolds[0, POINTS + SEPARATION::POINT_SLOTS, 0] = 0
    match_impulses(0, 1, pairs)
    assert impulses[0, NORMAL_IMPULSE:NORMAL_IMPULSE + 4, 0].tolist() == [2.5] * 4


def test_nothing_changes_where_features_stay():
    pairs = new_pairs(1, "single")
    manifolds, impulses = slots(pairs)
    impulses[:] = np.arange(IMPULSE_SLOTS)[:, None]
    manifolds[:, POINTS + FEATURE::POINT_SLOTS] = impulses[:, IMPULSE_FEATURE:]
    before = impulses.copy()
    match_impulses(0, 1, pairs)
    np.testing.assert_array_equal(impulses, before)
