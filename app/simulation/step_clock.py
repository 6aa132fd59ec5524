"""The fixed-step accumulator: converts real time to a number of steps of dt.

Each frame takes at most `most_steps` steps or `budget` seconds of stepping, but at least one due step; the remaining time is
dropped, so a slow world runs in slow motion instead of blocking the program.  The real-time factor is the ratio.
"""
from __future__ import annotations

import collections
import time
from collections.abc import Callable

FRAME = 1 / 60                 # [s] interval of steps of a world with dt 0
LONGEST_GAP = 0.1              # [s] a longer pause between two frames (a debugger, a suspended laptop) counts as this
FACTOR_WINDOW = 1.0            # [s] over which the real-time factor is measured


class FixedStepClock:
    """Converts real seconds to steps.  Not thread-safe."""

    def __init__(self, now: Callable[[], float] = time.perf_counter, most_steps: int = 4, budget: float = 0.012):
        self._now = now
        self._most_steps = most_steps
        self._budget = budget
        self._last: float | None = None
        self.owed = 0.0                     # [s] simulated time owed and not yet stepped
        self.dropped = 0.0                  # [s] simulated time dropped so far
        self._taken: collections.deque[tuple[float, float]] = collections.deque()

    def hold(self) -> None:
        """Ignore the time until the next `advance` (paused, compiling, loading)."""
        self._last = None
        self.owed = 0.0
        self._taken.clear()

    def advance(self, dt: float, scale: float, step: Callable[[], bool | None]) -> int:
        """Call `step` for every dt [s] in the real time since the last call, times `scale`, until it returns False; returns the
        number of steps."""
        now = self._now()
        gap = 0.0 if self._last is None else min(now - self._last, LONGEST_GAP)
        self._last = now
        pace = dt if dt > 0 else FRAME
        self.owed += gap * scale
        count = 0
        while self.owed >= pace:
            if count >= self._most_steps or count and self._now() - now >= self._budget:
                whole = int(self.owed / pace) * pace
                self.dropped += whole
                self.owed -= whole
                break
            more = step()
            self.owed -= pace
            count += 1
            if more is False:
                self.owed = 0.0
                break
        self._taken.append((now, count * dt))
        while self._taken and now - self._taken[0][0] > FACTOR_WINDOW:
            self._taken.popleft()
        return count

    def wait(self, dt: float, scale: float) -> float:
        """Real seconds until the next step is due, at least 0.2 ms and at most a frame."""
        pace = dt if dt > 0 else FRAME
        elapsed = 0.0 if self._last is None else self._now() - self._last
        return min(max((pace - self.owed) / max(scale, 1e-6) - elapsed, 0.0002), FRAME)

    @property
    def real_time_factor(self) -> float:
        """Simulated over real seconds, recently; 0 before the first measurement."""
        if len(self._taken) < 2:
            return 0.0
        span = self._taken[-1][0] - self._taken[0][0]
        return sum(advance for _, advance in list(self._taken)[1:]) / span if span > 0 else 0.0
