"""Impulses follow features, point by point, for any order of the points."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import FEATURE, MANIFOLD_SLOTS, NO_POINT, POINT_SLOTS, POINTS, SEPARATION, new_pairs
from physics.collision.narrow_phase.impulse_match import match_impulses


def slots(pairs):
    """Manifolds (blocks, MANIFOLD_SLOTS, 16), impulses (pairs, 4 points, 4 numbers) and their features (blocks, 4, 16)."""
    return (pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, 16), pairs.impulses.reshape(-1, 4, 4),
            pairs.matched.reshape(-1, 4, 16))


def expected(old, new, separations, impulses):
    """Impulses (4 points, 4 numbers: normal, tangent) of one pair's new points, in plain form."""
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
    manifolds, impulses, matched = slots(pairs)
    wanted = np.zeros((40, 16, 4, 4))
    for block, entry in np.ndindex(40, 16):
        old, new = random_features(rng), random_features(rng)
        separations = np.where(new < 0, NO_POINT, rng.choice([-0.01, 0.0, 0.01], 4))
        values = rng.normal(size=(4, 4)).astype(impulses.dtype)
        impulses[16 * block + entry] = values
        matched[block, :, entry] = old
        manifolds[block, POINTS + FEATURE::POINT_SLOTS, entry] = new
        manifolds[block, POINTS + SEPARATION::POINT_SLOTS, entry] = separations
        wanted[block, entry] = expected(old, new, separations, values.astype(float))
    match_impulses(0, 40, pairs, 0)
    np.testing.assert_allclose(impulses.reshape(40, 16, 4, 4), wanted, atol=1e-6)
    np.testing.assert_array_equal(matched, manifolds[:, POINTS + FEATURE::POINT_SLOTS])


def test_the_total_is_kept_when_all_points_change():
    """The case of a box that rocks from one set of corners to another: what carries it is passed on."""
    pairs = new_pairs(1, "single")
    manifolds, impulses, matched = slots(pairs)
    impulses[0, :, 0] = 1, 2, 3, 4
    matched[0, :, 0] = 0, 2, 4, 6
    manifolds[0, POINTS + FEATURE::POINT_SLOTS, 0] = 1, 3, 5, 7
    manifolds[0, POINTS + SEPARATION::POINT_SLOTS, 0] = 0
    match_impulses(0, 1, pairs, 0)
    assert impulses[0, :, 0].tolist() == [2.5] * 4


def test_nothing_changes_where_features_stay():
    pairs = new_pairs(1, "single")
    manifolds, impulses, matched = slots(pairs)
    impulses[:], matched[:] = np.arange(16).reshape(4, 4), np.arange(4)[:, None]
    manifolds[:, POINTS + FEATURE::POINT_SLOTS] = matched
    before = impulses.copy()
    match_impulses(0, 1, pairs, 0)
    np.testing.assert_array_equal(impulses, before)
