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
        self.milliseconds: dict[int, float] = {number: 0.0 for number in (*OUTSIDE, *METHOD, SLEEP)}

    def record(self, laps: list[float], clock: np.ndarray) -> None:
        """Compute the times from the wall clock between stages [s] and the ticks by stage of the method."""
        spans = [1e3 * (after - before) for before, after in zip(laps, laps[1:])]
        ticks = [int(clock[number]) for number in METHOD]
        if not any(ticks):
            ticks[METHOD.index(SOLVE)] = 1
        whole = sum(ticks)
        self.milliseconds = dict(zip(OUTSIDE, spans))
        method, store, sleep = spans[len(OUTSIDE):]
        self.milliseconds.update((number, method * t / whole) for number, t in zip(METHOD, ticks))
        self.milliseconds[STORE] += store
        self.milliseconds[SLEEP] = sleep

    def rest(self) -> None:
        """A skipped step: all times are zero."""
        self.milliseconds = dict.fromkeys(self.milliseconds, 0.0)
