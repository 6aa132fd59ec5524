"""The key of a pair, and which bodies may form one.

A pair's key is  kind << 48 | lower row << 24 | higher row:  pairs are sorted by pair kind, within a kind by the two rows.  Rows
rise with uids, so the order of two pairs never depends on where other bodies are.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula
from physics.definitions.body_types import DYNAMIC
from physics.definitions.categories import ALL_CATEGORIES, CATEGORIES

ROW_BITS = 24                                    # of a row in a key
ROW_MASK = (1 << ROW_BITS) - 1
NEVER = 1 << 62                                  # above every key
KIND, STILL, SENSOR = 255, 1 << 8, 1 << 9        # bits of a tag, see tag_of
OWNER, OWNERS = 10, ((1 << 21) - 1) << 10        # of a part of a compound, the row of this: place and bits


@formula
def key_of(kind, one, two):
    """The key of a pair of rows."""
    return (kind << (2 * ROW_BITS)) | (min(one, two) << ROW_BITS) | max(one, two)


@formula
def kind_of(key):
    """Pair kind of a key."""
    return key >> (2 * ROW_BITS)


@formula
def low_row(key):
    """Lower row of a key."""
    return (key >> ROW_BITS) & ROW_MASK


@formula
def high_row(key):
    """Higher row of a key."""
    return key & ROW_MASK


@formula
def tag_of(bodies, row):
    """What decides, besides boxes and filters, whether a body collides: its group << 32, for a part the row of its compound
    << OWNER, STILL if it is not dynamic, SENSOR if it is one, and its kind."""
    still, sensor = np.int64(bodies.type[row] != DYNAMIC) * STILL, np.int64(bodies.sensor[row]) * SENSOR
    owner = np.int64(bodies.owner[row])
    part = owner << OWNER if owner != row else np.int64(0)
    return (np.int64(bodies.group[row]) << 32) | part | sensor | still | np.int64(bodies.kind[row])


@formula
def filter_of(bodies, row):
    """A body's category << 32 | mask."""
    return (bodies.category[row] << CATEGORIES) | bodies.mask[row]


@formula
def accept(one, other):
    """Whether the mask of each of two filters has a bit of the other's category."""
    return (one >> CATEGORIES) & other & ALL_CATEGORIES != 0 and (other >> CATEGORIES) & one & ALL_CATEGORIES != 0


@formula
def same_group(tag, other):
    """Whether two bodies with these tags share a group other than 0."""
    return tag >> 32 != 0 and tag >> 32 == other >> 32


@formula
def same_compound(tag, other):
    """Whether two bodies with these tags are parts of one compound."""
    return tag & OWNERS != 0 and (tag ^ other) & OWNERS == 0


@formula
def may_collide(tag, other):
    """Whether two bodies with these tags may form a pair if their filters `accept` each other: one is dynamic, none is a sensor,
    they do not share a group other than 0, and are not parts of one compound."""
    return not (tag & other & STILL or (tag | other) & SENSOR or same_group(tag, other) or same_compound(tag, other))
