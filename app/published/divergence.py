"""How variants that run beside each other come apart, as it is published: readings and distances by step.

`app.simulation.divergence` notes them after every step; plots and reports read the copy.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Divergence:
    """A copy of what was noted; k readings, m steps, n variants.  A reading that a variant has not is NaN.  Of a single variant
    there are readings only, and m is 0.

    times      (k,) [s], readings (k, n, len(names))
    steps      (m,) counted from the start, moments (m,) [s]
    rms        (m, n) root of the mean square of the bodies' distances from where they are in the first variant [m]
    largest    (m, n) of one body [m]; inf when one variant has a body that the other has not
    """

    names: tuple[str, ...]
    times: np.ndarray
    readings: np.ndarray
    steps: np.ndarray
    moments: np.ndarray
    rms: np.ndarray
    largest: np.ndarray

    def first_beyond(self, variant: int, tolerance: float) -> tuple[int, float] | None:
        """Step and time [s] at which a body of `variant` was first more than `tolerance` [m] from its place in the first variant;
        None when none was."""
        beyond = np.flatnonzero(~(self.largest[:, variant] <= tolerance))
        return (int(self.steps[beyond[0]]), float(self.moments[beyond[0]])) if len(beyond) else None
