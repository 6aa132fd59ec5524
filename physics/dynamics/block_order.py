"""The order in which constraint blocks are filled and read out: by the rows of their bodies, whatever their colours.

Manifolds and impulses of neighbours lie in the same lines of memory, but each in another colour: colour by colour such a line
is fetched again for every one of them.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.simd.value import W

BUCKETS = 1024                                   # of the sort; rows in the same one stay in the order of their blocks


def new_starts() -> np.ndarray:
    """Room for where the buckets start."""
    return np.empty(BUCKETS + 1, np.int64)


@formula
def bucket_of(block, contacts, masks, shift):
    """The bucket of a block: the row of the body in its first lane that can move, without its last `shift` bits."""
    a, b = contacts.a[block * W], contacts.b[block * W]
    return (b if masks[a] < 0 else a) >> shift


@kernel
def order_blocks(blocks, contacts, masks, starts):
    """Sort the first `blocks` blocks by the row of the body in their first lane that can move; masks as in `coloring`.

    Reads   contacts.a contacts.b masks
    Writes  contacts.order starts
    """
    shift = 0
    while len(masks) >> shift > BUCKETS:
        shift += 1
    starts[:] = 0
    for block in range(blocks):
        starts[bucket_of(block, contacts, masks, shift) + 1] += 1
    for bucket in range(BUCKETS):
        starts[bucket + 1] += starts[bucket]
    for block in range(blocks):
        bucket = bucket_of(block, contacts, masks, shift)
        contacts.order[starts[bucket]] = block
        starts[bucket] += 1
