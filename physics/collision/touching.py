"""Which pairs are due, and the compact list of those that touch, in the order of the pairs: what islands, colouring and
events work on."""
from __future__ import annotations

import numpy as np

from physics.arrays import COUNT, FIRST
from physics.collision.manifold import manifold_start
from physics.jit import kernel
from physics.lanes.flags import flagged
from physics.lanes.functions import lane_bits
from physics.lanes.memory import load
from physics.lanes.value import W


@kernel
def mark_due(pairs, awake):
    """Mark the pairs that have a body that is awake, of all blocks in use; awake is Bodies.awake.

    Reads   pairs.a, pairs.b, pairs.kind_start, pairs.kind_end, awake
    Writes  pairs.due
    """
    for kind in range(len(pairs.kind_end)):
        for entry in range(pairs.kind_start[kind] * W, pairs.kind_end[kind] * W):
            a, b = pairs.a[entry], pairs.b[entry]
            pairs.due[entry] = (awake[a] | awake[b]) & (a >= FIRST)


@kernel
def list_touching(pairs, touching, missing):
    """List the pairs with points that are due, and how many of four points each is missing; returns how many they are.

    touching has arrays a and b, (n,) int32 body rows, and index, (n,) int32 entry of the pair; its colours are not known
    yet, so that the points of blocks are noted there first, a bit for each entry.

    Reads   pairs.manifolds, pairs.a, pairs.b, pairs.due, pairs.order, pairs.number, pairs.kind_start, pairs.kind_end
    Writes  touching missing
    """
    bits, index = touching.color, touching.index
    for kind in range(len(pairs.kind_end)):
        for block in range(pairs.kind_start[kind], pairs.kind_end[kind]):
            due = flagged(pairs.due, block * W, pairs.manifolds)
            bits[block] = lane_bits((load(pairs.manifolds, manifold_start(block) + COUNT * W) > 0.0) & due)
    count = np.int64(0)
    for place in range(pairs.number[0]):             # half of them are: a branch would be guessed wrong
        entry = pairs.order[place]
        index[count] = entry
        count += (bits[entry // W] >> (entry % W)) & 1
    for k in range(count):
        entry = np.int64(index[k])
        touching.a[k], touching.b[k] = pairs.a[entry], pairs.b[entry]
        missing[k] = 4 - int(pairs.manifolds[manifold_start(entry // W) + COUNT * W + entry % W])
    return count
