"""Angles from their sine and cosine, without libm, for scalars and lanes.

    atan2(y, x) = 2 atan(t),   t = |y| / (|(x, y)| + |x|) <= 1,      and twice  atan(t) = 2 atan(t / (1 + sqrt(1 + t^2)))

reduce t to at most tan(pi/16), where the series t - t^3/3 + t^5/5 - ... to t^21 is exact to rounding in double precision.
"""
from __future__ import annotations

import math

from physics.compile.decorators import formula
from physics.simd.functions import absolute, fma, full_like, maximum, select, sqrt

TERMS = 10                                       # of the series, after the first
NOTHING = 1e-30                                  # prevents 0 / 0: the angle of (0, 0) is 0
HALVINGS = 8.0                                   # 2^(number of halvings)


@formula
def halved(t):
    """tan(a / 2) of t = tan(a)."""
    return t / (1.0 + sqrt(fma(t, t, full_like(t, 1.0))))


@formula
def arctan2(y, x):
    """Angle of (x, y) in (-pi, pi] [rad]."""
    ax, ay = absolute(x), absolute(y)
    t = halved(halved(ay / maximum(sqrt(fma(ax, ax, ay * ay)) + ax, NOTHING)))
    square = t * t
    series = full_like(t, 1.0 / (2 * TERMS + 1))
    for k in range(TERMS - 1, -1, -1):
        series = fma(-square, series, full_like(t, 1.0 / (2.0 * k + 1.0)))
    angle = HALVINGS * t * series
    angle = select(x < 0.0, math.pi - angle, angle)
    return select(y < 0.0, -angle, angle)
