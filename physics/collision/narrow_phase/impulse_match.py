"""Matching: impulses follow their points, which are recognised by their features.

A pair's points come in any order, and come and go.  The impulses of a point that existed in the last step move to its new
place.  Those of points that are gone are divided equally among the points that are new and touch: a box that rocks on a pile
changes points all the time, and its support must not start from zero each time.  Tangent impulses are vectors of the world,
so they need no rotation.  Friction at the centre is kept while any point is left.
"""
from __future__ import annotations

from physics.bodies.arrays import FEATURE, POINT_SLOTS, POINTS, SEPARATION
from physics.collision.narrow_phase.manifold import manifold_start
from physics.compile.decorators import formula, kernel
from physics.simd.flags import any_flagged
from physics.simd.functions import any_lane, fma, full_like, maximum, select
from physics.simd.memory import load, load_piece, load_rows, store, store_piece, store_rows
from physics.simd.slots import store3
from physics.simd.value import W


@formula
def four_slots(array, start, first, stride):
    """The four slots first, first + stride, ... of the block at `start`."""
    return (load(array, start + first * W), load(array, start + (first + stride) * W),
            load(array, start + (first + 2 * stride) * W), load(array, start + (first + 3 * stride) * W))


@formula
def same_features(feature, features):
    """Four masks: where the point `feature` exists and equals each of four others."""
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
    """Four masks: where each of the old points existed and is none of the new ones."""
    return ((old[0] >= 0.0) & ~either(matches[0][0], matches[1][0], matches[2][0], matches[3][0]),
            (old[1] >= 0.0) & ~either(matches[0][1], matches[1][1], matches[2][1], matches[3][1]),
            (old[2] >= 0.0) & ~either(matches[0][2], matches[1][2], matches[2][2], matches[3][2]),
            (old[3] >= 0.0) & ~either(matches[0][3], matches[1][3], matches[2][3], matches[3][3]))


@formula
def unmatched(match, separation):
    """Mask: where a new point touches and is none of the old ones."""
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
def permuted(values, matches, gone, share):
    """One number of four points, reordered by four matches."""
    left = ((select(gone[0], values[0], 0.0) + select(gone[1], values[1], 0.0))
            + (select(gone[2], values[2], 0.0) + select(gone[3], values[3], 0.0)))
    return (fma(share[0], left, chosen(matches[0], values)), fma(share[1], left, chosen(matches[1], values)),
            fma(share[2], left, chosen(matches[2], values)), fma(share[3], left, chosen(matches[3], values)))


@formula
def permute_rows(impulses, row, matches, gone, share):
    """Reorder the points of the impulse rows row .. row + 15."""
    one, two = load_piece(impulses, row, 0), load_piece(impulses, row, 1)
    n = permuted((one[0], one[4], two[0], two[4]), matches, gone, share)
    x = permuted((one[1], one[5], two[1], two[5]), matches, gone, share)
    y = permuted((one[2], one[6], two[2], two[6]), matches, gone, share)
    z = permuted((one[3], one[7], two[3], two[7]), matches, gone, share)
    store_piece(impulses, row, 0, (n[0], x[0], y[0], z[0], n[1], x[1], y[1], z[1]))
    store_piece(impulses, row, 1, (n[2], x[2], y[2], z[2], n[3], x[3], y[3], z[3]))


@formula
def keep_centres(centres, row, left):
    """Keep friction at the centre in those rows of row .. row + 15 where `left` holds, and clear the others."""
    rest = load_rows(centres, row)
    store_rows(centres, row, (select(left, rest[0], 0.0), select(left, rest[1], 0.0), select(left, rest[2], 0.0),
                              select(left, rest[3], 0.0), rest[4], rest[5], rest[6], rest[7]))


@kernel
def match_impulses(begin, end, pairs, centred):
    """Reorder the impulses of blocks begin .. end - 1 as the points of the new manifolds.

    centred: 1 to keep friction at the centre as well, else 0.

    Reads   pairs.manifolds, pairs.due
    Writes  pairs.impulses pairs.centres pairs.matched
    """
    for block in range(begin, end):
        if not any_flagged(pairs.due, block * W, pairs.matched):
            continue
        start = block * (4 * W)
        new = four_slots(pairs.manifolds, manifold_start(block), POINTS + FEATURE, POINT_SLOTS)
        old = four_slots(pairs.matched, start, 0, 1)
        if not any_lane((new[0] != old[0]) | (new[1] != old[1]) | (new[2] != old[2]) | (new[3] != old[3])):
            continue
        matches = (same_features(new[0], old), same_features(new[1], old),
                   same_features(new[2], old), same_features(new[3], old))
        gone = unclaimed(matches, old)
        share = shares(matches, four_slots(pairs.manifolds, manifold_start(block), POINTS + SEPARATION, POINT_SLOTS))
        permute_rows(pairs.impulses, block * W, matches, gone, share)
        if centred:
            keep_centres(pairs.centres, block * W, new[0] >= 0.0)
        store(pairs.matched, start, new[0])
        store3(pairs.matched, start + W, (new[1], new[2], new[3]))
