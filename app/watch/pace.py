"""The pace of a script's steps: how fast simulated time goes, and how long to wait where it has a limit."""
from __future__ import annotations

import collections
import time
from collections.abc import Callable

WINDOW = 1.0               # [s] over which the speed is measured
BEHIND = 0.1               # [s] of real time that a script may catch up


class Pace:
    """Real and simulated time of one world."""

    def __init__(self, now: Callable[[], float] = time.perf_counter):
        self._now = now
        self._taken: collections.deque[tuple[float, float]] = collections.deque()        # moment, and simulated time so far
        self._due: float | None = None                  # [s] the next step's moment, None: at once
        self._passed = 0.0                              # [s] simulated time so far

    def step(self, dt: float, speed: float | None) -> None:
        """A step of `dt` [s] begins; `speed` as in `wait`."""
        now = self._now()
        self._passed += dt
        self._taken.append((now, self._passed))
        while now - self._taken[0][0] > WINDOW:
            self._taken.popleft()
        self._due = None if speed is None else max(now - BEHIND, now if self._due is None else self._due) + dt / speed

    def wait(self, speed: float | None) -> float:
        """Seconds until the next step may begin at `speed`, simulated over real seconds; 0 without a limit."""
        return 0.0 if speed is None or self._due is None else max(self._due - self._now(), 0.0)

    def hold(self) -> None:
        """The script waited: what passed in the meantime counts for nothing."""
        self._due = None
        self._taken.clear()

    @property
    def real_time_factor(self) -> float:
        """Simulated over real seconds, recently; 0 before the first measurement."""
        if len(self._taken) < 2:
            return 0.0
        (begun, before), (ended, after) = self._taken[0], self._taken[-1]
        return (after - before) / (ended - begun) if ended > begun else 0.0
