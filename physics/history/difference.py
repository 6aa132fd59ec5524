"""Difference: where a replayed step is not the recorded one, in words."""
from __future__ import annotations

import numpy as np

from physics.history.record import POSE, StepRecord

MOST_NAMED = 3


class ReplayError(RuntimeError):
    """A replayed step is not the one that was recorded; the text names the step and the bodies.  `step` is its number."""

    def __init__(self, step: int, text: str):
        super().__init__(text)
        self.step = step


def difference(world, record: StepRecord) -> ReplayError:
    """What to raise when a world has taken a step again and its state is not that of the record."""
    return ReplayError(world.step_count, f"replay differs from what was recorded first in step {world.step_count}: "
                       f"{_what(world, record)}.  The world was changed since in a way that no history can see, past its "
                       "methods and properties, or a recorded command did not do the same again")


def _what(world, record: StepRecord) -> str:
    pool = world._bodies
    uids, poses = pool.living(pool.arrays.uid), pool.living(pool.arrays.pose)[:, :POSE]
    if not np.array_equal(uids, record.uids):
        gone, new = np.setdiff1d(record.uids, uids), np.setdiff1d(uids, record.uids)
        return " and ".join(filter(None, (_named(world, gone, "is missing"), _named(world, new, "is new"))))
    if record.poses is None:
        return "its hash is another"
    rows = np.flatnonzero((poses != record.poses).any(1))
    if not len(rows):
        joints = " or of joints" if world._joints.count else ""
        return f"no body is elsewhere, but velocities, or impulses of contacts{joints}, are not the same"
    way = np.abs(poses[rows[0], :3].astype(float) - record.poses[rows[0], :3])
    tied = world._joints.of_body(int(uids[rows[0]]))
    held = f", which joint {tied[0]} holds" if tied else ""
    return f"{_named(world, uids[rows], f'is {np.sqrt((way * way).sum()):.2g} m from where it was{held}')}"


def _named(world, uids: np.ndarray, what: str) -> str:
    """"body 3 'ball' is new, and so are 2 more"; "" for none."""
    if not len(uids):
        return ""
    definition = world._bodies.definitions.get(int(uids[0]))
    name = f" {definition.name!r}" if definition is not None and definition.name else ""
    others = f", and {len(uids) - 1} more differ" if len(uids) > 1 else ""
    return f"body {uids[0]}{name} {what}{others}"
