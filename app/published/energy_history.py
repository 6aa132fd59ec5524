"""The recent history of each variant for the plots: time, energies and step times of the published views."""
from __future__ import annotations

import numpy as np

from app.published.status import Publication
from app.published.view import View

ROOM = 2048                       # samples kept
TIME, KINETIC, POTENTIAL, TOTAL, STEP_MS, STEP = range(6)


class History:
    """A window over the newest views of one variant."""

    def __init__(self, room: int = ROOM):
        self._room = room
        self._rows = np.zeros((2 * room, 6))      # filled to twice the capacity, then the newer half moves to the front
        self._end = 0

    def __len__(self) -> int:
        return min(self._end, self._room)

    def add(self, view: View, last: int = 0) -> bool:
        """Add a view; False when its step is there already.  `last`: the last step that is kept; later ones are forgotten, and
        without any those after the view's."""
        self._cut(max(last, view.step))
        if self._end and view.step <= self._rows[self._end - 1, STEP]:
            return False
        if self._end == len(self._rows):
            self._rows[:self._room] = self._rows[self._room:]
            self._end = self._room
        self._rows[self._end] = (view.time, *view.energy, view.step_ms, view.step)
        self._end += 1
        return True

    def _cut(self, last: int) -> None:
        """Forget the steps after this one."""
        if self._end and self._rows[self._end - 1, STEP] > last:
            self._end = int(np.searchsorted(self._rows[:self._end, STEP], last, side="right"))

    def column(self, which: int, newest: int = ROOM) -> np.ndarray:
        """(k,) the newest samples of TIME [s], KINETIC, POTENTIAL, TOTAL [J], STEP_MS [ms] or STEP, oldest first."""
        return np.ascontiguousarray(self._rows[max(0, self._end - min(newest, self._room)):self._end, which])


class Histories:
    """A history for each variant, also for those that are not chosen; a restart or another scene has new variants."""

    def __init__(self):
        self._of: dict[int, History] = {}
        self.chosen = History()

    def take(self, publication: Publication) -> None:
        """Add the views of a publication, and forget variants that are gone."""
        view, status = publication.view, publication.status
        views = publication.views or ((view,) if view is not None else ())
        if len(views) != len(status.numbers):
            return                                  # the status is newer than its views, the next publication has both
        self._of = {number: self._of[number] if number in self._of else History() for number in status.numbers}
        for number, each in zip(status.numbers, views, strict=True):
            self._of[number].add(each, publication.timeline.last)
        if views:
            self.chosen = self._of[status.numbers[status.chosen]]
