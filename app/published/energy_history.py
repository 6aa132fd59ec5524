"""The recent history of a run for the plots: time, energies and step times of the published views."""
from __future__ import annotations

import numpy as np

from app.published.status import Publication

ROOM = 2048                       # samples kept
TIME, KINETIC, POTENTIAL, TOTAL, STEP_MS = range(5)


class History:
    """A window over the newest views of one run; a restart or another scene empties it."""

    def __init__(self, room: int = ROOM):
        self._room = room
        self._rows = np.zeros((2 * room, 5))      # filled to twice the capacity, then the newer half moves to the front
        self._end = 0
        self._run = -1
        self._step = -1

    def __len__(self) -> int:
        return min(self._end, self._room)

    def add(self, publication: Publication) -> bool:
        """Add a publication; False when its step is there already."""
        view, run = publication.view, publication.status.run
        if view is None:
            return False
        if run != self._run or view.step < self._step:
            self._end, self._run, self._step = 0, run, -1
        if view.step == self._step:
            return False
        if self._end == len(self._rows):
            self._rows[:self._room] = self._rows[self._room:]
            self._end = self._room
        self._rows[self._end] = (view.time, *view.energy, view.step_ms)
        self._end += 1
        self._step = view.step
        return True

    def column(self, which: int, newest: int = ROOM) -> np.ndarray:
        """(k,) the newest samples of TIME [s], KINETIC, POTENTIAL, TOTAL [J] or STEP_MS [ms], oldest first."""
        return np.ascontiguousarray(self._rows[max(0, self._end - min(newest, self._room)):self._end, which])
