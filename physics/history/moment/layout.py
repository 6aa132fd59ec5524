"""Layout: which arrays of a world a moment holds, in which order, and of which shapes they are.

All else in the arrays of a world follows from the definitions of its bodies and joints, which a moment does not hold.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import new_bodies, new_pairs, real_of
from physics.collision.broad_phase.pair_memory import COUNTERS, ENTRIES
from physics.constraints.part import PART_SLOTS
from physics.simd.value import W

# of Bodies: what the steps before have left
BODIES = ("pose", "velocity", "inverse_inertia", "force", "warm_start", "spin_change", "aabb", "fat_aabb", "rest_pose",
          "rest_way", "awake", "joined", "capped", "remainder_x", "remainder_y", "remainder_z", "still", "island", "travel",
          "flush")
# of Bodies: what definitions say, by which a world is known as built alike
DEFINED = ("local", "shape", "surface", "kind", "type", "group", "category", "mask", "sensor", "restless")
# of ContactStore: keys of pairs of uids
UID_PAIRS = ("impulse_pairs", "impulse_pairs_before", "sleeping_impulse_pairs", "overlaps", "overlaps_before")


class Sizes(NamedTuple):
    """What the shapes of a moment's arrays follow from.

    rows    of bodies, those of dummies and the last block's padding too
    blocks  of pairs, in use
    pairs   listed ones
    parts   of joints
    keys    how many each of UID_PAIRS has
    """

    rows: int
    blocks: int
    pairs: int
    parts: int
    keys: tuple[int, ...]


class Place(NamedTuple):
    """An array of a moment."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype


def places(sizes: Sizes, precision: str) -> list[Place]:
    """All arrays of a moment, in order."""
    real, whole = np.dtype(real_of(precision)), np.dtype(np.int64)
    bodies, pairs = new_bodies(W, precision), new_pairs(1, precision)
    found = [Place(f"bodies.{name}", (sizes.rows, *getattr(bodies, name).shape[1:]), getattr(bodies, name).dtype)
             for name in (*BODIES, "uid")]
    found += [Place(f"pairs.{name}", (sizes.blocks, getattr(pairs, name).size), getattr(pairs, name).dtype) for name in ENTRIES]
    found += [Place("pairs.order", (sizes.pairs,), pairs.order.dtype)]
    found += [Place(f"pairs.{name}", getattr(pairs, name).shape, getattr(pairs, name).dtype) for name in COUNTERS]
    found += [Place("parts.slots", (sizes.parts, PART_SLOTS), real)]
    return found + [Place(f"contacts.{name}", (number,), whole) for name, number in zip(UID_PAIRS, sizes.keys, strict=True)]


def bytes_of(sizes: Sizes, precision: str) -> int:
    """How many bytes the arrays have."""
    return sum(int(np.prod(place.shape, dtype=np.int64)) * place.dtype.itemsize for place in places(sizes, precision))
