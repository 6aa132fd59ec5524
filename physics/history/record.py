"""What is kept of each step: its hash, the poses after it, and its events."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

POSE = 7                                         # position [m], quaternion x y z w


class StepRecord(NamedTuple):
    """One step.

    hashed    digest of the state after it
    time      then [s]
    uids      (n,) int64 of the bodies
    poses     (n, 7) real, None when they had to go for want of memory
    events    of the step, as in `World.events`
    """

    hashed: bytes
    time: float
    uids: np.ndarray
    poses: np.ndarray | None
    events: tuple[Any, ...] = ()


def record_of(world, hashed: bytes, before: StepRecord | None = None) -> StepRecord:
    """The record of the step that a world has just taken; `before` is that of the step before, with which it shares what is the
    same."""
    pool = world._bodies
    events = tuple(world.events)
    if before is not None and before.hashed == hashed and before.poses is not None:
        return StepRecord(hashed, world.time, before.uids, before.poses, events)
    uids, poses = pool.living(pool.arrays.uid), pool.living(pool.arrays.pose)[:, :POSE].copy()
    same = before is not None and np.array_equal(before.uids, uids)
    return StepRecord(hashed, world.time, before.uids if same else uids.copy(), poses, events)
