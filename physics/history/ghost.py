"""Ghost: the future that a world had before it went on from the past with a change; its poses by step."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.history.record import StepRecord


class Ghost(NamedTuple):
    """Recorded steps that did not happen after all.

    first    number of the first of them
    records  one for each step from there on
    """

    first: int
    records: tuple[StepRecord, ...]

    @property
    def last(self) -> int:
        """Number of its last step."""
        return self.first + len(self.records) - 1

    def poses(self, step: int) -> tuple[np.ndarray, np.ndarray] | None:
        """((n,) uids, (n, 7) positions [m] and quaternions x y z w) after a step; None where they are not kept."""
        if not self.first <= step <= self.last:
            return None
        record = self.records[step - self.first]
        return None if record.poses is None else (record.uids, record.poses)

    def path(self, uid: int) -> np.ndarray:
        """(k, 3) positions of a body in all steps in which it is known [m]."""
        found = []
        for record in self.records:
            row = int(np.searchsorted(record.uids, uid))
            if record.poses is not None and row < len(record.uids) and record.uids[row] == uid:
                found.append(record.poses[row, :3])
        return np.array(found).reshape(-1, 3)
