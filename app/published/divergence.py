"""Divergence of variants, as published: readings and distances by step.

`app.simulation.divergence` records them after every step; plots and reports read the copy.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.published.distance import first_beyond


def thinned(count: int, most: int) -> slice:
    """A selection of about `most` of `count` rows for a plot, the last included."""
    every = max(count // most, 1)
    return slice((count - 1) % every if count else 0, None, every)


@dataclass(frozen=True)
class Divergence:
    """A copy of the record: k readings, m steps, n variants.  A reading that a variant lacks is NaN.  A single variant has
    readings only, and m is 0.

    read_steps (k,) counted from the start, times (k,) [s], readings (k, n, len(names))
    steps      (m,) counted from the start, moments (m,) [s]
    rms        (m, n) root of the mean square of the bodies' distances from their places in the first variant [m]
    largest    (m, n) of one body [m]; inf when one variant lacks a body of the other
    """

    names: tuple[str, ...]
    read_steps: np.ndarray
    times: np.ndarray
    readings: np.ndarray
    steps: np.ndarray
    moments: np.ndarray
    rms: np.ndarray
    largest: np.ndarray

    def first_beyond(self, variant: int, tolerance: float) -> tuple[int, float] | None:
        """Step and time [s] at which a body of `variant` was first more than `tolerance` [m] from its place in the first variant;
        None when none was."""
        k = first_beyond(self.largest[:, variant], tolerance)
        return None if k is None else (int(self.steps[k]), float(self.moments[k]))
