"""The separation of any two shapes at given poses, for sensors, measurements and tests."""
from __future__ import annotations

import numpy as np

from physics.collision.solids.memory import memory_of
from physics.collision.solids.placed import double3, placed
from physics.collision.solids.separation import separation_of
from physics.compile.decorators import kernel
from physics.simd.vec3 import sub


@kernel
def separations(bodies, hulls, memory, rows, found):
    """Write for each pair of body rows (n, 2) the normal from the first to the second, the distance of their surfaces [m], and
    the nearest points of either from the first's centre, to `found` (n, 10); no row is a plane's.

    Reads   bodies.pose bodies.kind bodies.shape hulls rows memory
    Writes  found
    """
    own = memory_of(memory, 0)
    for k in range(len(rows)):
        one, two = rows[k, 0], rows[k, 1]
        between = sub(double3(bodies.pose, two, 0), double3(bodies.pose, one, 0))
        pair = placed(bodies, hulls, one, (0.0, 0.0, 0.0)), placed(bodies, hulls, two, between), hulls
        result = separation_of(pair, own)
        found[k, 0], found[k, 1], found[k, 2] = result.normal
        found[k, 3] = result.distance
        found[k, 4], found[k, 5], found[k, 6] = result.point_a
        found[k, 7], found[k, 8], found[k, 9] = result.point_b


def pair_rows(*pairs: tuple[int, int]) -> np.ndarray:
    """Pairs of body rows as an array."""
    return np.array(pairs, np.int64).reshape(-1, 2)
