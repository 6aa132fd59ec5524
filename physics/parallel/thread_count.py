"""How many threads a step gets: never so many that it is slower than with one.

Small worlds stay on one thread.  Larger ones begin with all they may have, and measure: every now and then some steps are
done with the other number, and what took less time per block of work stays.  When another program has one of the cores, a
thread that is put aside with work in hand keeps the others waiting; then one thread is quicker, and trials become few.
The number changes nothing but the time: states are the same bits for any.
"""
from __future__ import annotations

from collections import deque
from statistics import median

SMALL = 48                                       # blocks below which waking a helper costs more than it does
KEPT = 7                                         # steps whose times are remembered, of either kind
TRIAL = 3                                        # steps that a trial takes
FIRST_PAUSE, LONGEST_PAUSE = 16, 4096            # steps between trials; doubled when a trial changes nothing
LONGEST_ALONE = 128                              # the same while there is one: what a bad moment decided soon gets another chance
GAIN, NEW_GAIN = 0.97, 0.9                       # of the time of one thread: less must come out of several, to stay and to begin
HOPELESS = 2.0                                   # times the usual: a trial ends at once


class ThreadChoice:
    """Chooses between one thread and `limit` of them; with `measured` False it is always `limit`."""

    def __init__(self, limit: int, measured: bool = True):
        self.limit, self.measured = limit, measured
        self._times: dict[bool, deque[float]] = {several: deque(maxlen=KEPT) for several in (False, True)}
        self._several = limit > 1
        self._pause, self._wait, self._trial = FIRST_PAUSE, FIRST_PAUSE, 0

    def members(self, blocks: int) -> int:
        """How many threads work on the next step, which has so many blocks."""
        if not self.measured:
            return self.limit
        if self.limit == 1 or blocks < SMALL:
            return 1
        return self.limit if self._several != (self._trial > 0) else 1

    def learn(self, members: int, blocks: int, seconds: float) -> None:
        """A step took so long."""
        if not self.measured or self.limit == 1 or blocks < SMALL:
            return
        several, cost = members > 1, seconds / blocks
        self._times[several].append(cost)
        usual = self._times[self._several]
        if self._trial > 0:
            self._trial -= 1
            if several == self._several or usual and cost > HOPELESS * median(usual):
                self._trial = 0
            if self._trial == 0:
                self._decide()
            return
        self._wait -= 1
        if self._wait <= 0 and len(usual) == KEPT:
            self._times[not self._several].clear()
            self._trial = TRIAL

    def _decide(self) -> None:
        """After a trial: change over if it was better, and wait for the next."""
        one, more = self._times[False], self._times[True]
        gain = GAIN if self._several else NEW_GAIN
        better = bool(more) and (not one or median(more) < gain * median(one))
        longest = LONGEST_PAUSE if better else LONGEST_ALONE
        self._pause = FIRST_PAUSE if better != self._several else min(2 * self._pause, longest)
        self._several, self._wait = better, self._pause
