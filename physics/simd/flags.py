"""Flags: arrays of bytes that are 0 or 1, tested sixteen at a time."""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import any_lane
from physics.simd.memory import as_lanes, load_integers


@formula
def flagged(flags, at, data):
    """Mask of the sixteen flags from `at` on that are set; `data` is any array with the element type of the lanes."""
    return load_integers(flags, at, as_lanes(data, 0.0)) > 0.0


@formula
def any_flagged(flags, at, data):
    """Whether one of the sixteen flags from `at` on is set."""
    return any_lane(flagged(flags, at, data))
