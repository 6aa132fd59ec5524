"""The motor: a measure's speed goes to a target, with at most a largest force or torque.

    bias = -target,    |impulse| <= max_force h

At once (rate 0), or as a damper whose far end moves at the target speed: v' = (v + h rate target) / (1 + h rate).
With target 0 it is friction.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.softness import Softness
from physics.simd.functions import select


@formula
def motor_softness(rate, h):
    """The Softness of a motor that makes up for `rate` of its error in speed per second."""
    share = h * rate
    inverse = 1.0 / (1.0 + share)
    soft = rate > 0.0
    return Softness(0.0 * rate, select(soft, share * inverse, 1.0), select(soft, inverse, 0.0))
