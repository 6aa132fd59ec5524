"""The compact list of touching pairs, in the order of the pairs: what islands, colouring and events work on."""
from __future__ import annotations

from physics.arrays import COUNT
from physics.collision.manifold import manifold_start
from physics.jit import kernel
from physics.lanes.functions import lane_bits, trailing_zeros
from physics.lanes.memory import load
from physics.lanes.value import W


@kernel
def list_touching(pairs, blocks, touching):
    """List the pairs with points among blocks 0 .. blocks - 1; returns how many they are.

    touching has arrays a and b, (n,) int32 body rows, and index, (n,) int32 entry of the pair.

    Reads   pairs.manifolds, pairs.a, pairs.b
    Writes  touching
    """
    count = 0
    for block in range(blocks):
        bits = lane_bits(load(pairs.manifolds, manifold_start(block) + COUNT * W) > 0.0)
        while bits:
            entry = block * W + trailing_zeros(bits)
            bits &= bits - 1
            touching.a[count], touching.b[count], touching.index[count] = pairs.a[entry], pairs.b[entry], entry
            count += 1
    return count
