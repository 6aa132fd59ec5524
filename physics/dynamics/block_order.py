"""The order of preparing and storing constraint blocks: by the rows of their bodies, across colours.

Manifolds and impulses of neighbours share cache lines, but have different colours: in the order of colours a line would be
fetched again for each of them.
"""
from __future__ import annotations

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.simd.value import W

BUCKETS = 1024                                   # of the sort, which is stable within a bucket


def new_starts() -> np.ndarray:
    """An array for the starts of the buckets."""
    return np.empty(BUCKETS + 1, np.int64)


@formula
def bucket_of(block, contacts, masks, shift):
    """The bucket of a block: the row of the movable body in its first lane, without the last `shift` bits."""
    a, b = contacts.a[block * W], contacts.b[block * W]
    return (b if masks[a] < 0 else a) >> shift


@kernel
def order_blocks(blocks, contacts, masks, starts):
    """Sort the first `blocks` blocks by the row of the movable body in their first lane; masks as in `coloring`.

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
