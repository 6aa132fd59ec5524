"""Where the last step's time went, by the numbers of the step.

Stages outside the method are timed by the wall clock; the method is one kernel call, whose time is shared out by the
ticks that its verbs counted.  A method of the laboratory counts none: all its time goes to "solve".
"""
from __future__ import annotations

import numpy as np

OUTSIDE = (1, 2, 3, 4)                           # stages before the method, each with a lap of its own
METHOD = (5, 6, 7, 8, 9, 10, 11)
SOLVE = 8
STORE = 11                                       # begun by the method, ended by its stage
SLEEP = 12


class Profile:
    """Milliseconds by stage number of the last step."""

    def __init__(self) -> None:
        self.milliseconds: dict[int, float] = {number: 0.0 for number in (*OUTSIDE, *METHOD, SLEEP)}

    def record(self, laps: list[float], clock: np.ndarray) -> None:
        """From the wall clock between stages [s] and the ticks by verb."""
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
        """A step in which nothing happened."""
        self.milliseconds = dict.fromkeys(self.milliseconds, 0.0)
