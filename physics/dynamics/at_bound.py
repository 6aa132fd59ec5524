"""At its bound: when an impulse is as large as it may be.  Friction that is so slides; so says every view of rows and of points.

    size >= (1 - CLOSE) bound > 0          size, bound: of one substep, as the solver left them

Sweeps cut an impulse off at its bound, so it is there to rounding alone, and CLOSE is rounding: a row that has a thousandth left
sticks, and would need more load to slide.  Sums over the substeps of a step say less, because friction may turn in between.
Whether a contact holds a body that goes to sleep is another question, with a margin of its own: see `dynamics.support`.
"""
from __future__ import annotations

from typing import Any

import numpy as np

CLOSE = {np.dtype(np.float64): 1e-9, np.dtype(np.float32): 1e-5}      # share of the bound, by the world's precision


def at_bound(size: Any, bound: Any, real: np.dtype) -> Any:
    """Whether impulses of these sizes are at their bounds; never at a bound of 0 or at none."""
    return np.isfinite(bound) & (np.asarray(bound) > 0) & (size >= np.asarray(bound) * (1 - CLOSE[np.dtype(real)]))
