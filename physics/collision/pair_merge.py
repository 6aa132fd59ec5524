"""Merging the pairs that were found anew into the list: both are sorted by key.

Only bodies that left their fat boxes are searched for, so pairs of two others stay without a look.  A pair that is not found
again, because the fat boxes are apart now, goes as soon as it has no points: which pairs have points so never depends on when
somebody was searched for.  Pairs that stay keep their entries, and with them all they remember.

Few pairs come or go in a step, so the list is changed where it is: what stands between two changes moves in one piece.
"""
from __future__ import annotations

import numpy as np

from physics.arrays import COUNT, MANIFOLD_SLOTS, PAIR_KINDS
from physics.collision.pair_key import KIND, high_row, kind_of, low_row, may_collide, tag_of
from physics.collision.pair_memory import clear_entry, close_gaps, entry_start, give_entry, has_entry, take_entry
from physics.jit import formula, kernel
from physics.lanes.memory import copy_within
from physics.lanes.value import W

KINDS = len(PAIR_KINDS)
SPHERE_PLANE = PAIR_KINDS.index(("sphere", "plane"))       # a body's kind is added to it; two kinds of bodies are added too
LOOK = 16                                                  # pairs of the list that are looked at together
NONE = -1                                                  # no entry


@formula
def first_not_below(keys, low, high, key):
    """The first place from `low` on, before `high`, of a rising list whose number is not less than `key`; `high` if none."""
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
    """Number of the pair kind of two bodies with these tags, of which the second may be a plane."""
    one, two = tag & KIND, other & KIND
    return max(one, two) + min(one, two) if max(one, two) < 2 else SPHERE_PLANE + min(one, two)


@formula
def lasts(bodies, excluded, pairs, place):
    """Whether a pair of the list that was searched for and not found remains: it has points and is still allowed."""
    key, entry = pairs.keys[place], pairs.order[place]
    if not pairs.manifolds[entry_start(entry, MANIFOLD_SLOTS) + COUNT * W] > 0.0:
        return False
    tag, other = tag_of(bodies, low_row(key)), tag_of(bodies, high_row(key))
    return may_collide(tag, other) and pair_kind(tag, other) == kind_of(key) and not is_excluded(excluded, key)


@formula
def move_list(pairs, source, target, count):
    """Move a piece of the list."""
    copy_within(pairs.keys, source, target, count)
    copy_within(pairs.order, source, target, count)


@formula
def any_again(again, keys, begin):
    """Whether a body of one of the LOOK pairs from `begin` on was searched for."""
    found = 0
    for k in range(LOOK):
        key = keys[begin + k]
        found |= again[low_row(key)] | again[high_row(key)]
    return found != 0


@formula
def keep_new(found, excluded, at, pairs, counts):
    """Keep a key that is not in the list as the `fresh`-th, with an entry if there is one; returns the next number.

    counts = (fresh, new)
    """
    fresh, new = counts
    key = found.keys[at]
    if is_excluded(excluded, key):
        return fresh
    kind = kind_of(key)
    new[kind] += 1
    found.keys[fresh], found.other[fresh] = key, take_entry(pairs, kind) if has_entry(pairs, kind) else NONE
    return fresh + 1


@kernel
def drop_pairs(bodies, found, excluded, pairs, new):
    """Take the pairs that go out of the list; of the sorted keys found those that are new stay, with entries for them.

    Those in `excluded`, sorted (lower row << 32 | higher row), go or do not come.  `new` counts the new ones of each kind.
    Returns whether there are entries for all.

    Reads   bodies.kind, bodies.type, bodies.group, excluded, found.again
    Writes  found.keys, found.other, found.number, new, pairs
    """
    new[:] = 0
    at, fresh, kept, end = np.int64(0), np.int64(0), np.int64(0), np.int64(0)     # of the list, places before `end` are done
    listed, number = pairs.number[0], found.number[0]
    for begin in range(0, listed, LOOK):
        if begin + LOOK <= listed and not any_again(found.again, pairs.keys, begin):
            continue
        for place in range(begin, min(begin + LOOK, listed)):
            key, entry = pairs.keys[place], pairs.order[place]
            if found.again[low_row(key)] == 0 and found.again[high_row(key)] == 0:
                continue
            while at < number and found.keys[at] < key:
                fresh = keep_new(found, excluded, at, pairs, (fresh, new))
                at += 1
            if at < number and found.keys[at] == key:
                at += 1
                if not is_excluded(excluded, key):
                    continue
            elif lasts(bodies, excluded, pairs, place):
                continue
            clear_entry(pairs, entry)
            give_entry(pairs, kind_of(key), entry)
            if kept < end:
                move_list(pairs, end, kept, place - end)
            kept, end = kept + place - end, place + 1
    while at < number:
        fresh = keep_new(found, excluded, at, pairs, (fresh, new))
        at += 1
    if kept < end:
        move_list(pairs, end, kept, listed - end)
    pairs.number[0], found.number[0] = listed - (end - kept), fresh
    missing = 0
    for k in range(fresh):
        missing |= found.other[k] == NONE
    return missing == 0


@kernel
def add_pairs(bodies, found, pairs):
    """Put the pairs whose sorted keys are left in `found` into the list, and close gaps between entries where there are many.

    In a pair the body of the lower shape kind is a, of two alike the lower row.

    Reads   bodies.kind, found.keys, found.number
    Writes  found.other, pairs
    """
    end, fresh = pairs.number[0], found.number[0]
    for k in range(fresh):
        if found.other[k] == NONE:
            found.other[k] = take_entry(pairs, kind_of(found.keys[k]))
    pairs.number[0] = end + fresh
    while fresh > 0:                             # from the back, so that nothing moves twice
        fresh -= 1
        key, entry = found.keys[fresh], found.other[fresh]
        place, low, high = first_not_below(pairs.keys, 0 * end, end, key), low_row(key), high_row(key)
        move_list(pairs, place, place + fresh + 1, end - place)
        swapped = bodies.kind[low] > bodies.kind[high]
        pairs.a[entry], pairs.b[entry] = high if swapped else low, low if swapped else high
        pairs.keys[place + fresh], pairs.order[place + fresh] = key, entry
        end = place
    close_gaps(pairs)
