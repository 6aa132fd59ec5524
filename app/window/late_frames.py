"""Late frames: when a finished frame is shown.

A frame in time is shown at once.  Showing waits for the rasteriser; without a graphics card that takes as long as half of the
frame.  So a late frame is shown only after the next picture is made, which needs no graphics: meanwhile its pixels are filled.
"""
from __future__ import annotations

import time
from collections.abc import Callable

LATE = 1 / 40              # [s] after which a frame is late whose pixels are still to come


class LateFrames:
    """Shows each frame once."""

    def __init__(self, flip: Callable[[], None], flush: Callable[[], None], shown: Callable[[float], None]):
        """`flip` shows what is drawn, `flush` begins to fill its pixels; `shown` is told the time from when a frame was due until
        it was shown [s]."""
        self._flip, self._flush, self._shown = flip, flush, shown
        self._due: float | None = None               # [s] of the frame that is not shown yet
        self._begun, self._waited = 0.0, False       # [s] of the last frame, and whether it was left unshown

    @property
    def waiting(self) -> bool:
        """Whether the last frame was left unshown, for it was late."""
        return self._waited

    def finish(self, begun: float, due: float, may_wait: bool) -> float:
        """A frame that began and was due then [s] is drawn: show it, or leave it for `show` where it `may_wait` and is late.
        Returns what it took [s], of late ones from the begin of one to that of the next."""
        self._due = due
        period = begun - self._begun if self._waited else 0.0
        self._begun, self._waited = begun, may_wait and time.perf_counter() - begun >= LATE
        if self._waited:
            self._flush()
        else:
            self.show()
        return max(time.perf_counter() - begun, period)

    def show(self) -> None:
        """Show the frame that is not shown yet, if any."""
        if self._due is not None:
            due, self._due = self._due, None
            self._flip()
            self._shown(time.perf_counter() - due)
