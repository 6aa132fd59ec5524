"""The recent history of the selected joint: readings of its card over the last steps, for a small plot."""
from __future__ import annotations

import collections
import math

from app.published.cards import JointCard

KEPT = 240                # steps

NAMES = ("measure", "force", "torque", "gap", "tilt")


class JointReadings:
    """The last readings of one joint; another joint, another run or a step back empties them."""

    def __init__(self):
        self._of: tuple[int, int] | None = None
        self._step = -1
        self._rows: dict[str, collections.deque[float]] = {name: collections.deque(maxlen=KEPT) for name in NAMES}

    def take(self, run: int, step: int, card: JointCard | None) -> None:
        """Add the card that was published after `step` steps of run `run`."""
        now = None if card is None else (run, card.uid)
        if now != self._of or step < self._step:
            self._of, self._step = now, -1
            for row in self._rows.values():
                row.clear()
        if card is None or step == self._step:
            return
        self._step = step
        measure, gap, tilt = (math.nan if value is None else value for value in (card.measure, card.gap, card.tilt))
        values = (measure, math.hypot(*card.force), math.hypot(*card.torque), gap, tilt)
        for name, value in zip(NAMES, values, strict=True):
            self._rows[name].append(value)

    def of(self, name: str) -> list[float]:
        """The readings of this name, oldest first, nan for none: measure [rad] or [m], force [N], torque [N m], gap [m], tilt
        [rad]."""
        return list(self._rows[name])
