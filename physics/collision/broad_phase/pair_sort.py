"""Sorting the keys of found pairs: a radix sort over as many digits as rows and kinds have."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import PAIR_KINDS
from physics.collision.broad_phase.pair_key import high_row, kind_of, low_row
from physics.compile.decorators import formula

DIGIT = 11                                       # bits sorted by in one pass
BUCKETS = 1 << DIGIT
PASSES = 5                                       # at most: 3 bits of the kind and 24 of each row
FEW = 64                                         # keys that are sorted by insertion
KIND_BITS = len(PAIR_KINDS).bit_length()


@formula
def digit_of(key, bits, number):
    """Digit `number` of a key whose rows have `bits` bits."""
    number_of_pair = (((kind_of(key) << bits) | low_row(key)) << bits) | high_row(key)
    return (number_of_pair >> (DIGIT * number)) & (BUCKETS - 1)


@formula
def insert_each(keys, count):
    """Insertion sort, for few keys."""
    for k in range(1, count):
        key, at = keys[k], k
        while at > 0 and keys[at - 1] > key:
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = key


@formula
def sort_pairs(found, bits):
    """Sort the found keys, whose rows have `bits` bits: many by stable passes, few by insertion."""
    if found.number[0] <= FEW:
        insert_each(found.keys, found.number[0])
        return
    passes = (KIND_BITS + 2 * bits + DIGIT - 1) // DIGIT
    count, keys, other, counts = found.number[0], found.keys, found.other, found.counts
    for bucket in range(passes * BUCKETS):
        counts[bucket] = 0
    for k in range(count):
        for number in range(passes):
            counts[number * BUCKETS + digit_of(keys[k], bits, number)] += 1
    for number in range(passes):
        first, place = number * BUCKETS, np.int64(0)
        for bucket in range(BUCKETS):
            here = counts[first + bucket]
            counts[first + bucket] = place
            place += here
        for k in range(count):
            bucket = first + digit_of(keys[k], bits, number)
            other[counts[bucket]] = keys[k]
            counts[bucket] += 1
        keys, other = other, keys
    if passes & 1:                               # an odd number ends in the other buffer
        for k in range(count):
            found.keys[k] = found.other[k]
