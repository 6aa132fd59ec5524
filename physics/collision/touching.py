"""Which pairs are due, and the compact list of those that touch, in the order of the pairs: what islands, colouring and
events work on."""
from __future__ import annotations

import numpy as np

from physics.arrays import COUNT, FIRST
from physics.collision.manifold import manifold_start
from physics.jit import formula, kernel
from physics.lanes.flags import flagged
from physics.lanes.functions import select
from physics.lanes.memory import load, store_integers
from physics.lanes.value import W

FULL = 4                                         # points of a manifold, at most


@formula
def note_points(block, pairs):
    """Write how many points those manifolds of a block have that are due."""
    count = load(pairs.manifolds, manifold_start(block) + COUNT * W)
    store_integers(pairs.points, block * W, select(flagged(pairs.due, block * W, pairs.manifolds), count, 0.0))


@kernel
def mark_due(pairs, awake):
    """Mark the pairs that have a body that is awake, of all blocks in use, and note their points; awake is Bodies.awake.

    Reads   pairs.a, pairs.b, pairs.kind_start, pairs.kind_end, pairs.manifolds, awake
    Writes  pairs.due, pairs.points
    """
    for kind in range(len(pairs.kind_end)):
        for block in range(pairs.kind_start[kind], pairs.kind_end[kind]):
            for entry in range(block * W, block * W + W):
                a, b = pairs.a[entry], pairs.b[entry]
                pairs.due[entry] = (awake[a] | awake[b]) & (a >= FIRST)
            note_points(block, pairs)


@kernel
def list_touching(pairs, touching, missing):
    """List the pairs with points that are due, and how many of four points each is missing; returns how many they are.

    touching has arrays a and b, (n,) int32 body rows, and index, (n,) int32 entry of the pair.

    Reads   pairs.points, pairs.a, pairs.b, pairs.order, pairs.number
    Writes  touching.a touching.b touching.index missing
    """
    index, count = touching.index, np.int64(0)
    for place in range(pairs.number[0]):             # half of them are: a branch would be guessed wrong
        entry = np.uint32(pairs.order[place])        # a signed one might count from the end
        index[count] = entry
        count += pairs.points[entry] > 0
    for k in range(count):
        entry = np.uint32(index[k])
        touching.a[k], touching.b[k], missing[k] = pairs.a[entry], pairs.b[entry], FULL - pairs.points[entry]
    return count
