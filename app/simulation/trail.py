"""The trail of a world: where the centres of its bodies were in the last steps."""
from __future__ import annotations

import collections

import numpy as np

LENGTH = 120                       # steps, two seconds at the usual dt
MOST_BODIES = 2000                 # in larger worlds only the first ones leave a trail: memory, and a picture that can be read


class Trail:
    """The last LENGTH steps of one world."""

    def __init__(self):
        self._kept: collections.deque[tuple[int, np.ndarray, np.ndarray]] = collections.deque(maxlen=LENGTH)

    def add(self, step: int, uids: np.ndarray, positions: np.ndarray) -> None:
        """Keep positions (n, 3) [m] of bodies with rising uids (n,); steps that were taken back are dropped."""
        while self._kept and self._kept[-1][0] >= step:
            self._kept.pop()
        if len(uids) > MOST_BODIES:
            uids, positions = uids[:MOST_BODIES].copy(), positions[:MOST_BODIES].copy()
        if self._kept and np.array_equal(self._kept[-1][1], uids):
            uids = self._kept[-1][1]                # the same array while no body comes or goes, by which that is known
        self._kept.append((step, uids, positions))

    def along(self, uids: np.ndarray) -> np.ndarray:
        """(steps, n, 3) float32 of these bodies, oldest first [m]; nan where a body was not there."""
        found = np.full((len(self._kept), len(uids), 3), np.nan, np.float32)
        alike = None
        for number, (_, known, positions) in enumerate(self._kept):
            if known is alike or np.array_equal(known, uids):
                alike, found[number] = known, positions
                continue
            rows = np.minimum(np.searchsorted(known, uids), max(len(known) - 1, 0))
            there = known[rows] == uids if len(known) else np.zeros(len(uids), bool)
            found[number, there] = positions[rows[there]]
        return found
