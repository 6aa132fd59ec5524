"""Time of the last step by stage.

Stages outside the method are timed by the wall clock; the method is one kernel call, whose time is divided in proportion to the
ticks that its loops counted.  A laboratory method counts none: all its time goes to "solve".
"""
from __future__ import annotations

import numpy as np

OUTSIDE = (1, 2, 3, 4)                           # stages before the method, each timed by itself
METHOD = (5, 6, 7, 8, 9, 10, 11)
SOLVE = 8
STORE = 11                                       # begun by the method, completed by its stage
SLEEP = 12


class Profile:
    """Milliseconds by stage number of the last step."""

    def __init__(self) -> None:
        self._laps: list[float] = []                 # wall clock between the stages [s]
        self._clock = b""                            # ticks by stage of the method, as they were
        self.rest()

    def record(self, laps: list[float], clock: np.ndarray) -> None:
        """Keep the wall clock between stages [s] and the ticks by stage of the method; what follows is computed when read."""
        self._laps, self._clock = laps, clock[:SLEEP].tobytes()

    def record_ticks(self, laps: list[int], scale: float, clock: np.ndarray) -> None:
        """Keep ticks between the stages, `scale` seconds each, likewise."""
        self.record([scale * (lap - laps[0]) for lap in laps], clock)

    @property
    def milliseconds(self) -> dict[int, float]:
        """By stage number; all zero before the first step."""
        if not self._laps:
            return dict.fromkeys((*OUTSIDE, *METHOD, SLEEP), 0.0)
        spans, clock = 1e3 * np.diff(self._laps), np.frombuffer(self._clock, np.int64)
        ticks = clock[list(METHOD)]
        if not ticks.any():
            ticks[METHOD.index(SOLVE)] = 1
        method, store, sleep = spans[len(OUTSIDE):].tolist()
        times = dict(zip(OUTSIDE, spans.tolist())) | dict(zip(METHOD, (method * ticks / ticks.sum()).tolist()))
        return times | {STORE: times[STORE] + store, SLEEP: sleep}

    def rest(self) -> None:
        """A skipped step: all times are zero."""
        self._laps = []
