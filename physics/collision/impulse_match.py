"""Matching: impulses follow the points they belonged to, which are recognised by their features.

A pair's points come in any order, and come and go.  The impulses of a point that was there in the last step go to its
new place; a point that is new has none.  Tangent impulses are vectors of the world, so they need no turning.
"""
from __future__ import annotations

from physics.arrays import (
    FEATURE,
    IMPULSE_FEATURE,
    IMPULSE_SLOTS,
    NORMAL_IMPULSE,
    POINT_SLOTS,
    POINTS,
    TANGENT_IMPULSE,
)
from physics.collision.manifold import manifold_start
from physics.jit import formula, kernel
from physics.lanes.functions import any_lane, select
from physics.lanes.memory import load, store
from physics.lanes.value import W


@formula
def four_slots(array, start, first, stride):
    """Slots first, first + stride, ... of the block at `start`, four lane values."""
    return (load(array, start + first * W), load(array, start + (first + stride) * W),
            load(array, start + (first + 2 * stride) * W), load(array, start + (first + 3 * stride) * W))


@formula
def same_features(feature, features):
    """Four masks: where the point `feature` exists and is one of four others."""
    exists = feature >= 0.0
    return (exists & (feature == features[0]), exists & (feature == features[1]),
            exists & (feature == features[2]), exists & (feature == features[3]))


@formula
def chosen(same, values):
    """The one of four values whose mask holds, or 0."""
    return select(same[0], values[0], select(same[1], values[1], select(same[2], values[2], select(same[3], values[3], 0.0))))


@formula
def permute(impulses, start, first, stride, matches):
    """Reorder four slots of the block at `start` by four matches."""
    values = four_slots(impulses, start, first, stride)
    store(impulses, start + first * W, chosen(matches[0], values))
    store(impulses, start + (first + stride) * W, chosen(matches[1], values))
    store(impulses, start + (first + 2 * stride) * W, chosen(matches[2], values))
    store(impulses, start + (first + 3 * stride) * W, chosen(matches[3], values))


@kernel
def match_impulses(begin, end, pairs):
    """Bring the impulses of blocks begin .. end - 1 into the order of the new manifolds' points.

    Reads   pairs.manifolds
    Writes  pairs.impulses
    """
    impulses = pairs.impulses
    for block in range(begin, end):
        start = block * (IMPULSE_SLOTS * W)
        new = four_slots(pairs.manifolds, manifold_start(block), POINTS + FEATURE, POINT_SLOTS)
        old = four_slots(impulses, start, IMPULSE_FEATURE, 1)
        if not any_lane((new[0] != old[0]) | (new[1] != old[1]) | (new[2] != old[2]) | (new[3] != old[3])):
            continue
        matches = (same_features(new[0], old), same_features(new[1], old),
                   same_features(new[2], old), same_features(new[3], old))
        permute(impulses, start, NORMAL_IMPULSE, 1, matches)
        for axis in range(3):
            permute(impulses, start, TANGENT_IMPULSE + axis, 3, matches)
        for point in range(4):
            store(impulses, start + (IMPULSE_FEATURE + point) * W,
                  load(pairs.manifolds, manifold_start(block) + (POINTS + point * POINT_SLOTS + FEATURE) * W))
