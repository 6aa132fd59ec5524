r"""Monotone curves: smooth functions of time through given values that never leave the range of two neighbouring ones.

In the piece of length h between the values p and q, with slopes m and n at its ends and s = (t - t0) / h, the cubic of Hermite is

    p + s^2 (3 - 2 s) (q - p) + h s (1 - s) ((1 - s) m - s n)

It is monotone if m and n have the sign of the secant D = (q - p) / h and are at most 3 |D| (de Boor and Swartz 1977; Fritsch and
Carlson, SIAM J. Numer. Anal. 17, 1980).  The slope between two pieces with secants D, E of one sign and lengths g, h is their
weighted harmonic mean (Fritsch and Butland, SIAM J. Sci. Stat. Comput. 5, 1984, as in PCHIP)

    (3 g + 3 h) / ((2 h + g) / D + (h + 2 g) / E)

which is below 3 times the smaller one, and 0 where the secants differ in sign: a value that is a turning point stays one.  Before
the first time and after the last one the function is constant, so the slopes there are 0, and the whole has a continuous slope.
"""
from __future__ import annotations

import numpy as np


class MonotoneCurve:
    """m functions of time through k points."""

    def __init__(self, times: np.ndarray, values: np.ndarray):
        """`times` (k,) ascending [s], `values` (k, m)."""
        self._times, self._values = np.asarray(times, np.float64), np.asarray(values, np.float64)
        self.slopes = slopes(self._times, self._values)

    def at(self, time: float) -> np.ndarray:
        """(m,) values at a time [s]."""
        times, values = self._times, self._values
        if time <= times[0] or time >= times[-1]:
            return values[0 if time <= times[0] else -1]
        k = int(np.searchsorted(times, time, side="right")) - 1
        h = times[k + 1] - times[k]
        s = (time - times[k]) / h
        smooth = s * s * (3.0 - 2.0 * s) * (values[k + 1] - values[k])
        return values[k] + smooth + h * s * (1.0 - s) * ((1.0 - s) * self.slopes[k] - s * self.slopes[k + 1])


def slopes(times: np.ndarray, values: np.ndarray) -> np.ndarray:
    """(k, m) slopes at the times (k,) of values (k, m): 0 at both ends and at turning points."""
    found = np.zeros(values.shape)
    if len(times) > 2:
        lengths = np.diff(times)[:, None]
        secants = np.diff(values, axis=0) / lengths
        g, h, d, e = lengths[:-1], lengths[1:], secants[:-1], secants[1:]
        turning = d * e <= 0.0
        d, e = np.where(turning, 1.0, d), np.where(turning, 1.0, e)
        found[1:-1] = np.where(turning, 0.0, 3.0 * (g + h) / ((2.0 * h + g) / d + (h + 2.0 * g) / e))
    return found
