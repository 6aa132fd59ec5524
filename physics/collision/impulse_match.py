"""Matching: impulses follow the points they belonged to, which are recognised by their features.

A pair's points come in any order, and come and go.  The impulses of a point that was there in the last step go to its
new place.  Those of points that are gone are inherited, in equal shares, by the points that are new and touch: a box
that rocks on a pile changes points all the time, and what carries it must not begin at nothing each time.  Tangent
impulses are vectors of the world, so they need no turning.  Friction at the centre stays while any point is left.
"""
from __future__ import annotations

from physics.arrays import (
    CENTRE_IMPULSE,
    FEATURE,
    IMPULSE_FEATURE,
    IMPULSE_SLOTS,
    NORMAL_IMPULSE,
    POINT_SLOTS,
    POINTS,
    SEPARATION,
    TANGENT_IMPULSE,
)
from physics.collision.manifold import manifold_start
from physics.jit import formula, kernel
from physics.lanes.flags import any_flagged
from physics.lanes.functions import any_lane, fma, full_like, maximum, select
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
def either(a, b, c, d):
    """Whether one of four masks holds."""
    return (a | b) | (c | d)


@formula
def unclaimed(matches, old):
    """Four masks: where a point of old features existed and is none of the new ones."""
    return ((old[0] >= 0.0) & ~either(matches[0][0], matches[1][0], matches[2][0], matches[3][0]),
            (old[1] >= 0.0) & ~either(matches[0][1], matches[1][1], matches[2][1], matches[3][1]),
            (old[2] >= 0.0) & ~either(matches[0][2], matches[1][2], matches[2][2], matches[3][2]),
            (old[3] >= 0.0) & ~either(matches[0][3], matches[1][3], matches[2][3], matches[3][3]))


@formula
def unmatched(match, separation):
    """Where a new point that touches is none of the old ones."""
    return (separation <= 0.0) & ~either(match[0], match[1], match[2], match[3])


@formula
def shares(matches, separations):
    """For each new point the share, 0 to 1, that it inherits of the impulses of points that are gone."""
    zero = full_like(separations[0], 0.0)
    one = zero + 1.0
    s0 = select(unmatched(matches[0], separations[0]), one, zero)
    s1 = select(unmatched(matches[1], separations[1]), one, zero)
    s2 = select(unmatched(matches[2], separations[2]), one, zero)
    s3 = select(unmatched(matches[3], separations[3]), one, zero)
    each = one / maximum((s0 + s1) + (s2 + s3), one)
    return s0 * each, s1 * each, s2 * each, s3 * each


@formula
def permute(impulses, places, matches, gone, share):
    """Reorder four slots, places = (start of the block, first slot, stride), by four matches."""
    start, first, stride = places
    values = four_slots(impulses, start, first, stride)
    left = ((select(gone[0], values[0], 0.0) + select(gone[1], values[1], 0.0))
            + (select(gone[2], values[2], 0.0) + select(gone[3], values[3], 0.0)))
    store(impulses, start + first * W, fma(share[0], left, chosen(matches[0], values)))
    store(impulses, start + (first + stride) * W, fma(share[1], left, chosen(matches[1], values)))
    store(impulses, start + (first + 2 * stride) * W, fma(share[2], left, chosen(matches[2], values)))
    store(impulses, start + (first + 3 * stride) * W, fma(share[3], left, chosen(matches[3], values)))


@kernel
def match_impulses(begin, end, pairs):
    """Bring the impulses of blocks begin .. end - 1 into the order of the new manifolds' points.

    Reads   pairs.manifolds, pairs.due
    Writes  pairs.impulses
    """
    impulses = pairs.impulses
    for block in range(begin, end):
        if not any_flagged(pairs.due, block * W, impulses):
            continue
        start = block * (IMPULSE_SLOTS * W)
        new = four_slots(pairs.manifolds, manifold_start(block), POINTS + FEATURE, POINT_SLOTS)
        old = four_slots(impulses, start, IMPULSE_FEATURE, 1)
        if not any_lane((new[0] != old[0]) | (new[1] != old[1]) | (new[2] != old[2]) | (new[3] != old[3])):
            continue
        matches = (same_features(new[0], old), same_features(new[1], old),
                   same_features(new[2], old), same_features(new[3], old))
        gone = unclaimed(matches, old)
        share = shares(matches, four_slots(pairs.manifolds, manifold_start(block), POINTS + SEPARATION, POINT_SLOTS))
        permute(impulses, (start, NORMAL_IMPULSE, 1), matches, gone, share)
        for axis in range(3):
            permute(impulses, (start, TANGENT_IMPULSE + axis, 3), matches, gone, share)
        for slot in range(CENTRE_IMPULSE, IMPULSE_FEATURE):
            store(impulses, start + slot * W, select(new[0] >= 0.0, load(impulses, start + slot * W), 0.0))
        for point in range(4):
            store(impulses, start + (IMPULSE_FEATURE + point) * W,
                  load(pairs.manifolds, manifold_start(block) + (POINTS + point * POINT_SLOTS + FEATURE) * W))
