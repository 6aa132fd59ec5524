"""Merging the found pairs into the list: both are sorted by key.

Only bodies that left their fat boxes are searched for, so pairs of two others stay unexamined; the bits of `Found.apart` mark
those that may be removed.  A pair whose fat boxes no longer overlap is removed as soon as it has no points: so which pairs have
points never depends on when a body was searched for.  Pairs that stay keep their entries, and all that is stored there.

Few pairs come or go in a step, so the list is changed in place: the pairs between two changes move in one piece.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import COUNT, FIRST, MANIFOLD_SLOTS, PAIR_KINDS
from physics.collision.broad_phase.pair_key import KIND, accept, filter_of, high_row, kind_of, low_row, may_collide, tag_of
from physics.collision.broad_phase.pair_memory import clear_entry, close_gaps, entry_start, has_entry, release_entry, take_entry
from physics.collision.shape_kinds import PLANE
from physics.compile.decorators import formula, kernel
from physics.definitions.body_types import DYNAMIC
from physics.simd.functions import trailing_zeros
from physics.simd.memory import copy_within
from physics.simd.value import W

KINDS = len(PAIR_KINDS)
SPHERE_PLANE = PAIR_KINDS.index(("sphere", "plane"))       # plus the body's kind, of a solid 2; kinds of spheres and boxes add up
SOLID_SOLID = PAIR_KINDS.index(("solid", "solid"))
NONE = -1                                                  # no entry


class Merging(NamedTuple):
    """How far merging has come."""

    fresh: int                    # found keys that are new and were kept
    new: np.ndarray               # (kinds,) int64 how many of them each kind has
    since: int                    # place in the list from which on the next key is looked for
    gone: int                     # pairs removed before that place


@formula
def first_not_below(keys, low, high, key):
    """The first place in low .. high - 1 of a rising list whose number is not less than `key`; `high` if there is none."""
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@formula
def is_excluded(excluded, key):
    """Whether a key's pair is in the sorted list of pairs, lower row << 32 | higher row."""
    number = len(excluded)
    if number == 0:
        return False
    pair = (low_row(key) << 32) | high_row(key)
    at = first_not_below(excluded, 0 * number, number, pair)
    return at < number and excluded[at] == pair


@formula
def pair_kind(tag, other):
    """Number of the pair kind of two bodies with these tags; at most one of them is a plane."""
    one, two = tag & KIND, other & KIND
    if max(one, two) < PLANE:
        return max(one, two) + min(one, two)
    if one == PLANE or two == PLANE:
        return SPHERE_PLANE + min(one + two - PLANE, 2)
    return SOLID_SOLID + 0 * one


@formula
def comes_second(kind, other):
    """Whether a body of this shape kind is b of its pair with one of the `other` kind in a higher row."""
    return kind == PLANE or other != PLANE and kind > other


@formula
def touches(pairs, entry):
    """Whether a pair has points."""
    return pairs.manifolds[entry_start(entry, MANIFOLD_SLOTS) + COUNT * W] > 0.0


@formula
def lasts(bodies, excluded, pairs, place):
    """Whether a pair of the list that was searched for and not found stays: it has points and is still allowed."""
    key, entry = pairs.keys[place], np.int64(pairs.order[place])
    if not touches(pairs, entry):
        return False
    low, high = low_row(key), high_row(key)
    tag, other = tag_of(bodies, low), tag_of(bodies, high)
    allowed = may_collide(tag, other) and accept(filter_of(bodies, low), filter_of(bodies, high))
    return allowed and pair_kind(tag, other) == kind_of(key) and not is_excluded(excluded, key)


@formula
def move_list(pairs, source, target, count):
    """Move `count` pairs of the list."""
    copy_within(pairs.keys, source, target, count)
    copy_within(pairs.order, source, target, count)


@formula
def place_of(keys, low, high, key):
    """`first_not_below`, fast for places near `low`."""
    step, end = 1, low
    while end < high and keys[end] < key:
        low, end = end + 1, end + step
        step += step
    return first_not_below(keys, low, min(end, high), key)


@formula
def keep_new(found, excluded, at, pairs, merging):
    """Keep found key `at` if it is neither in the list nor excluded, with an entry if one is free; `merging` is a `Merging`.

    Returns the fields `fresh` and `since` for the next key.
    """
    fresh, new, gone = merging.fresh, merging.new, merging.gone
    key = found.keys[at]
    since = place_of(pairs.keys, merging.since, pairs.number[0], key)
    if since < pairs.number[0] and pairs.keys[since] == key or is_excluded(excluded, key):
        return fresh, since
    kind = kind_of(key)
    new[kind] += 1
    found.places[fresh] = since - gone
    found.keys[fresh], found.other[fresh] = key, take_entry(pairs, kind) if has_entry(pairs, kind) else NONE
    return fresh + 1, since


@kernel
def drop_pairs(bodies, found, excluded, pairs, new) -> int:
    """Remove pairs from the list, and of the sorted found keys keep the new ones, with entries for them.

    Pairs in `excluded`, sorted (lower row << 32 | higher row), are removed or not added.  `new` counts the new ones of each
    kind.  Returns 1 if there are entries for all, else 0.

    Reads   bodies.owner, bodies.kind, bodies.type, bodies.group, bodies.category, bodies.mask, bodies.sensor, excluded,
            found.apart
    Writes  found.keys, found.other, found.places, found.number, new, pairs
    """
    new[:] = 0
    at, fresh, kept, end = np.int64(0), np.int64(0), np.int64(0), np.int64(0)     # places of the list before `end` are done
    listed, number, since = pairs.number[0], found.number[0], np.int64(0)
    for group in range((listed + W - 1) // W):
        bits = found.apart[group]
        while bits:
            place = group * W + trailing_zeros(bits)
            bits &= bits - 1
            if place >= listed:
                break
            key, entry = pairs.keys[place], np.int64(pairs.order[place])
            while at < number and found.keys[at] < key:
                fresh, since = keep_new(found, excluded, at, pairs, Merging(fresh, new, max(since, end), end - kept))
                at += 1
            since = place
            if pairs.a[entry] >= FIRST:          # not yet padding
                if at < number and found.keys[at] == key:
                    at += 1
                    if not is_excluded(excluded, key):
                        continue
                elif lasts(bodies, excluded, pairs, place):
                    continue
                clear_entry(pairs, entry)
            release_entry(pairs, kind_of(key), entry)
            if kept < end:
                move_list(pairs, end, kept, place - end)
            kept, end = kept + place - end, place + 1
    while at < number:
        fresh, since = keep_new(found, excluded, at, pairs, Merging(fresh, new, max(since, end), end - kept))
        at += 1
    if kept < end:
        move_list(pairs, end, kept, listed - end)
    pairs.number[0], found.number[0] = listed - (end - kept), fresh
    missing = np.int64(0)
    for k in range(fresh):
        missing |= found.other[k] == NONE
    return 1 - missing


@kernel
def add_pairs(bodies, found, pairs):
    """Insert the pairs whose sorted keys are left in `found` into the list, and close gaps between entries where there are many.

    Body a of a pair is the one of the lower shape kind, of two alike the one in the lower row; a plane is b.

    Reads   bodies.kind, bodies.type, found.keys, found.places, found.number
    Writes  found.other, pairs
    """
    end, fresh = pairs.number[0], found.number[0]
    for k in range(fresh):
        if found.other[k] == NONE:
            found.other[k] = take_entry(pairs, kind_of(found.keys[k]))
    pairs.number[0] = end + fresh
    while fresh > 0:                             # from the back, so that no pair moves twice
        fresh -= 1
        key, entry = found.keys[fresh], found.other[fresh]
        place, low, high = found.places[fresh], low_row(key), high_row(key)
        move_list(pairs, place, place + fresh + 1, end - place)
        swapped = comes_second(bodies.kind[low], bodies.kind[high])
        pairs.looking[entry // W] |= (bodies.type[low] | bodies.type[high]) != DYNAMIC
        pairs.a[entry], pairs.b[entry] = high if swapped else low, low if swapped else high
        pairs.keys[place + fresh], pairs.order[place + fresh] = key, entry
        end = place
    close_gaps(pairs)
