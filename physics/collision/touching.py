"""The compact list of touching pairs, in the order of the pairs: what islands, colouring and events work on."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.arrays import COUNT, aligned
from physics.collision.manifold import manifold_start
from physics.jit import kernel
from physics.lanes.functions import lane_bits, trailing_zeros
from physics.lanes.memory import load
from physics.lanes.value import W


class Touching(NamedTuple):
    """Pairs with at least one point."""

    a: np.ndarray                 # (capacity,) int32 body row
    b: np.ndarray                 # (capacity,) int32 body row
    pair: np.ndarray              # (capacity,) int32 index in Pairs


def new_touching(blocks: int) -> Touching:
    """Room for all pairs of `blocks` blocks."""
    return Touching(a=aligned(blocks * W, np.int32), b=aligned(blocks * W, np.int32), pair=aligned(blocks * W, np.int32))


@kernel
def list_touching(pairs, blocks, touching):
    """List the pairs with points among blocks 0 .. blocks - 1; returns how many they are.

    Reads   pairs.manifolds, pairs.a, pairs.b
    Writes  touching
    """
    count = 0
    for block in range(blocks):
        bits = lane_bits(load(pairs.manifolds, manifold_start(block) + COUNT * W) > 0.0)
        while bits:
            entry = block * W + trailing_zeros(bits)
            bits &= bits - 1
            touching.a[count], touching.b[count], touching.pair[count] = pairs.a[entry], pairs.b[entry], entry
            count += 1
    return count
