"""Thread partition: the rows of a world's bodies in contiguous pieces, one for each thread.

In each colour the constraints of a partition are contiguous, and the members of a team share the blocks of a colour in order, so
a thread mostly works on bodies that are in its own cache.  A row written by another core comes from that core's cache, as does
every row that the processor prefetches beside it; so partitions are pieces of the arrays of bodies, where neighbours in the
world are mostly neighbours.  Constraints between partitions are kept apart, because each of them makes a whole block wait.
Partitions are sorted by number of points in alternating direction, so that blocks where two of them meet are alike.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.compile.decorators import kernel
from physics.definitions.body_types import DYNAMIC

MOST_PARTITIONS = 16
NOWHERE = 255                                    # partition of immovable rows, which no thread writes


class PartitionKinds(NamedTuple):
    """Kinds of constraints before and after sorting by partition."""

    old: np.ndarray                              # (n,) int32
    number: int                                  # of old kinds
    new: np.ndarray                              # (n,) int32


def partition_of_rows(types: np.ndarray, count: int, partitions: int) -> np.ndarray:
    """(rows,) uint8 partition of each row; types are those of the rows, `count` the number of bodies."""
    places = np.arange(len(types)) - FIRST
    return np.where(types == DYNAMIC, np.clip(places * partitions // max(count, 1), 0, partitions - 1), NOWHERE).astype(np.uint8)


@kernel
def kinds_by_partition(constraints, count, partition, kinds):
    """Kinds of the first `count` constraints that sort them by partition and within it by old kind, alternately rising and
    falling; the last kind of a partition is for constraints to other partitions.

    partition is that of each row, see `partition_of_rows`.

    Reads   constraints.a constraints.b partition kinds
    Writes  kinds
    """
    old, number, new = kinds.old, kinds.number, kinds.new
    for k in range(count):
        one, two = partition[np.uint32(constraints.a[k])], partition[np.uint32(constraints.b[k])]
        first, second = min(one, two), max(one, two)
        kind = number - 1 - old[k] if first & 1 else old[k]
        if first < second and second < NOWHERE:
            kind = number
        new[k] = first * (number + 1) + kind
