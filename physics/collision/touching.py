"""The compact list of touching pairs, in the order of the pairs: what islands, colouring and events work on."""
from __future__ import annotations

import numpy as np

from physics.arrays import COUNT
from physics.collision.manifold import manifold_start
from physics.jit import kernel
from physics.lanes.functions import lane_bits
from physics.lanes.memory import load
from physics.lanes.value import W


@kernel
def list_touching(pairs, touching):
    """List the pairs with points; returns how many they are.

    touching has arrays a and b, (n,) int32 body rows, and index, (n,) int32 entry of the pair; its colours are not known
    yet, so that the points of blocks are noted there first, a bit for each entry.

    Reads   pairs.manifolds, pairs.a, pairs.b, pairs.order, pairs.number, pairs.kind_start, pairs.kind_end
    Writes  touching
    """
    bits, index = touching.color, touching.index
    for kind in range(len(pairs.kind_end)):
        for block in range(pairs.kind_start[kind], pairs.kind_end[kind]):
            bits[block] = lane_bits(load(pairs.manifolds, manifold_start(block) + COUNT * W) > 0.0)
    count = np.int64(0)
    for place in range(pairs.number[0]):             # half of them are: a branch would be guessed wrong
        entry = pairs.order[place]
        index[count] = entry
        count += (bits[entry // W] >> (entry % W)) & 1
    for k in range(count):
        touching.a[k], touching.b[k] = pairs.a[index[k]], pairs.b[index[k]]
    return count
