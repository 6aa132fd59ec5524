"""The motor: it drives the speed of a measure to a target, with a bounded force or torque.

    bias = -target,    |impulse| <= max_force h

The speed is reached at once (rate 0) or as by a damper against the target speed: v' = (v + h rate target) / (1 + h rate).
With target 0 it is friction.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.constraints.softness import Softness
from physics.simd.functions import select


@formula
def motor_softness(rate, h):
    """The Softness of a motor that removes the share `rate` of its speed error per second."""
    share = h * rate
    inverse = 1.0 / (1.0 + share)
    soft = rate > 0.0
    return Softness(0.0 * rate, select(soft, share * inverse, 1.0), select(soft, inverse, 0.0))
