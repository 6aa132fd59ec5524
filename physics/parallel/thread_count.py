"""How many threads a step uses: one, or several where that is faster.

Small worlds stay on one thread.  Larger ones begin with all allowed threads, and measure: now and then a few steps run with the
other number, and the one that took less time per block of work stays.  If another program uses one of the cores, a thread that
is suspended in the middle of its work delays the others; then one thread is faster, and trials become rare.  The number affects
time only: the bits of a state are the same for any.
"""
from __future__ import annotations

from collections import deque
from statistics import median

SMALL = 48                                       # blocks below which waking a helper costs more than it saves
KEPT = 7                                         # steps whose times are stored, for each of the two numbers
TRIAL = 3                                        # steps that a trial takes
FIRST_PAUSE, LONGEST_PAUSE = 16, 4096            # steps between trials; doubled when a trial changes nothing
LONGEST_ALONE = 128                              # the same while there is one thread, to correct a decision made in a bad moment
GAIN, NEW_GAIN = 0.97, 0.9                       # share of one thread's time below which several stay, and begin
TOO_SLOW = 2.0                                   # times the usual time: a trial that slow ends at once


class ThreadChoice:
    """Chooses between one thread and `limit` threads; without `measured`, always `limit`."""

    def __init__(self, limit: int, measured: bool = True):
        self.limit, self.measured = limit, measured
        self._times: dict[bool, deque[float]] = {several: deque(maxlen=KEPT) for several in (False, True)}
        self._several = limit > 1
        self._pause, self._wait, self._trial = FIRST_PAUSE, FIRST_PAUSE, 0

    def members(self, blocks: int) -> int:
        """How many threads the next step uses, which has `blocks` blocks."""
        if not self.measured:
            return self.limit
        if self.limit == 1 or blocks < SMALL:
            return 1
        return self.limit if self._several != (self._trial > 0) else 1

    def stays_alone(self, blocks: int) -> bool:
        """Whether a step of so many blocks is too small for several threads, and nothing is learned from it."""
        return blocks < SMALL and (self.measured or self.limit == 1)

    def learn(self, members: int, blocks: int, seconds: float) -> None:
        """Take the time of a step into account."""
        if not self.measured or self.limit == 1 or blocks < SMALL:
            return
        several, cost = members > 1, seconds / blocks
        self._times[several].append(cost)
        usual = self._times[self._several]
        if self._trial > 0:
            self._trial -= 1
            if several == self._several or usual and cost > TOO_SLOW * median(usual):
                self._trial = 0
            if self._trial == 0:
                self._decide()
            return
        self._wait -= 1
        if self._wait <= 0 and len(usual) == KEPT:
            self._times[not self._several].clear()
            self._trial = TRIAL

    def _decide(self) -> None:
        """After a trial: keep the faster number, and set the pause until the next trial."""
        one, more = self._times[False], self._times[True]
        gain = GAIN if self._several else NEW_GAIN
        better = bool(more) and (not one or median(more) < gain * median(one))
        longest = LONGEST_PAUSE if better else LONGEST_ALONE
        self._pause = FIRST_PAUSE if better != self._several else min(2 * self._pause, longest)
        self._several, self._wait = better, self._pause
