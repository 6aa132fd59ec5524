"""The error of a joint as one number, for tests that bound it."""
from __future__ import annotations


def largest_error(joint) -> float:
    """The larger of a joint's gap [m] and tilt [rad]; 0 without either."""
    return max((error for error in (joint.gap, joint.tilt) if error is not None), default=0.0)
