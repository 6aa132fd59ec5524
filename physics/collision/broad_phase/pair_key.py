"""The key of a pair, and which bodies may form one.

A pair's key is  kind << 48 | lower row << 24 | higher row:  pairs are sorted by pair kind, within a kind by the two rows.  Rows
rise with uids, so the order of two pairs never depends on where other bodies are.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula
from physics.definitions.body_types import DYNAMIC

ROW_BITS = 24                                    # of a row in a key
ROW_MASK = (1 << ROW_BITS) - 1
NEVER = 1 << 62                                  # above every key
KIND, STILL = 255, 1 << 8                        # bits of a tag, see tag_of


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
    """What decides, besides boxes, whether a body collides: group << 32 | (1 if it is not dynamic) << 8 | kind."""
    still = np.int64(bodies.type[row] != DYNAMIC)
    return (np.int64(bodies.group[row]) << 32) | (still << 8) | np.int64(bodies.kind[row])


@formula
def may_collide(tag, other):
    """Whether two bodies with these tags may form a pair: one is dynamic, and they do not share a group other than 0."""
    return not ((tag & other & STILL) or (tag >> 32 != 0 and tag >> 32 == other >> 32))
