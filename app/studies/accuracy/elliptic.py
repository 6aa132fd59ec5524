"""The complete elliptic integral of the first kind, by the arithmetic-geometric mean."""
from __future__ import annotations

import math


def complete_integral(k: float) -> float:
    """K(k) of modulus k: pi / (2 agm(1, sqrt(1 - k^2)))  [Abramowitz and Stegun 17.6]."""
    a, b = 1.0, math.sqrt(1 - k * k)
    while abs(a - b) > 1e-15 * a:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (2 * a)
