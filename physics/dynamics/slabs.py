"""Slabs: threads that share a colour keep to parts of the world, so that few bodies are in the caches of two.

The world is cut across its longest way into as many slabs as there are threads, with as many contacts in each.  Inside a
colour contacts stand slab by slab, and a thread's own share of it is one slab, in every colour.  In which order the blocks of
a colour are solved changes no bit, so neither does their number or where the cuts lie.
"""
from __future__ import annotations

import numpy as np

from physics.arrays import DYNAMIC
from physics.jit import kernel

SAMPLE = 512                                     # constraints that tell where to cut


@kernel
def places_along(constraints, count, bodies, axis, places):
    """Where the first `count` constraints are along an axis of the world: where a body of theirs that can move is.

    Reads constraints.a constraints.b bodies.type bodies.pose
    Writes places
    """
    for k in range(count):
        body = constraints.a[k] if bodies.type[constraints.a[k]] == DYNAMIC else constraints.b[k]
        places[k] = bodies.pose[body, axis]


@kernel
def slab_kinds(places, count, cuts, kinds, number):
    """Make the kinds of the first `count` constraints, 0 .. number - 1, kinds in slabs: slab * number + kind.

    Reads places cuts
    Writes kinds
    """
    for k in range(count):
        for cut in cuts:
            if places[k] > cut:
                kinds[k] += number


def into_slabs(constraints, count, bodies, kinds, slabs: int) -> None:
    """Make the kinds of the first `count` constraints kinds in slabs; kinds = (kind of each, number of kinds)."""
    some = slice(0, count, -(-count // SAMPLE))
    a, b = constraints.a[some], constraints.b[some]
    moving = np.where(bodies.type[a] == DYNAMIC, a, b)
    axis = max(range(3), key=lambda k: np.ptp(bodies.pose[moving, k]))
    ranks = np.arange(1, slabs) * len(a) // slabs
    cuts = np.partition(bodies.pose[moving, axis], ranks)[ranks]
    places = np.empty(count, bodies.pose.dtype)
    places_along(constraints, count, bodies, axis, places)
    slab_kinds(places, count, cuts, kinds[0], kinds[1])
