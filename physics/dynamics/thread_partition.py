"""Thread partition: a world's bodies cut by their rows, a part for each thread.

In each colour the constraints of a partition stand together, and the members of a team take the blocks of a colour from its
beginning to its end: a thread finds most bodies as it left them itself.  A row that another core has written comes from that
core's cache, as does every row that the processor fetches beside it, so partitions are pieces of the arrays of bodies; neighbours
in the world mostly are neighbours there.  Constraints between partitions stand by themselves, for each of them makes a whole
block wait.  Every other partition has its constraints with few points first: there two partitions meet.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.compile.decorators import kernel
from physics.definitions.body_types import DYNAMIC

MOST_PARTITIONS = 16
NOWHERE = 255                                    # partition of a row that cannot move, which nobody writes to


def partition_of_rows(types: np.ndarray, count: int, partitions: int) -> np.ndarray:
    """(rows,) uint8 the partition of each row, of which `count` are bodies of these types."""
    places = np.arange(len(types)) - FIRST
    return np.where(types == DYNAMIC, np.clip(places * partitions // max(count, 1), 0, partitions - 1), NOWHERE).astype(np.uint8)


@kernel
def kinds_by_partition(constraints, count, partition, kinds):
    """Kinds of the first `count` constraints that sort them by partition, in it by the old kinds, in turn rising and falling; a
    kind behind them is for constraints between partitions.

    partition is of each row, see `partition_of_rows`; kinds = (old kinds, their number, new kinds).

    Reads   constraints.a constraints.b partition kinds
    Writes  kinds
    """
    old, number, new = kinds
    for k in range(count):
        one, two = partition[np.uint32(constraints.a[k])], partition[np.uint32(constraints.b[k])]
        first, second = min(one, two), max(one, two)
        kind = number - 1 - old[k] if first & 1 else old[k]
        if first < second and second < NOWHERE:
            kind = number
        new[k] = first * (number + 1) + kind
