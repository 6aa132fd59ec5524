"""Distances between the bodies of two runs, for the window's variants and for `impulse compare`."""
from __future__ import annotations

import numpy as np


def rms_and_largest(square: np.ndarray, gone: np.ndarray | bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Root of the mean and of the greatest (...,) of squared distances (..., n) [m2] between bodies of two runs, [m].

    A body whose square is NaN is infinitely far; one that is `gone` (..., n) from both runs does not count.
    """
    gone = np.broadcast_to(gone, square.shape)
    square = np.where(gone, 0.0, np.where(np.isnan(square), np.inf, square))
    counted = np.maximum((~gone).sum(-1), 1)
    return np.sqrt(square.sum(-1) / counted), np.sqrt(square.max(-1, initial=0.0))


def first_beyond(largest: np.ndarray, tolerance: float) -> int | None:
    """The index of the first distance [m] of `largest` (k,) above `tolerance` or NaN; None when there is none."""
    beyond = np.flatnonzero(~(largest <= tolerance))
    return int(beyond[0]) if len(beyond) else None
