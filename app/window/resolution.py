"""Dynamic resolution: a moving scene is drawn with fewer pixels than the window while frames are late.

Without a graphics card a frame's time grows with its pixels.  While frames take longer than SLOW the scene is drawn smaller and
stretched; panels and text keep the window's resolution, and so does a scene at rest.
"""
from __future__ import annotations

STEPS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)          # shares of the pixels of each side; the last doubles the size of a pixel
SLOW = 0.032               # [s] frames that take longer go one step down: two screen refreshes at 60 Hz
FAST = 0.021               # [s] frames that take less go one up: below SLOW by more than any step changes the number of pixels
WEIGHT = 0.15              # of the newest frame in the average, with at most 2 SLOW: one that stalls says nothing about pixels
SETTLE = 6                 # frames between two changes, after which the average is that of the present step


class Resolution:
    """Follows the times of frames."""

    def __init__(self):
        self._step, self._average, self._frames = 0, 0.0, 0

    def detail(self, moving: bool) -> float:
        """Share of the pixels of each side that the next frame is drawn with."""
        return STEPS[self._step] if moving else 1.0

    def note(self, took: float) -> None:
        """A frame in motion took so long [s]."""
        took = min(took, 2 * SLOW)
        self._average = took if self._frames == 0 else self._average + WEIGHT * (took - self._average)
        self._frames += 1
        if self._frames < SETTLE:
            return
        change = (self._average > SLOW) - (self._average < FAST)
        step = min(max(self._step + change, 0), len(STEPS) - 1)
        if step != self._step:
            self._step, self._frames = step, 0
