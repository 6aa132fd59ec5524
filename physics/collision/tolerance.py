"""The length that a narrow phase takes for nothing: two points so near are one, two depths so near are the same.

    tolerance = share * (size of the smaller shape) + rounding

A share of the larger shape would be as long as the smaller one from some ratio of sizes on, and its contact points would become
one.  What the larger shape adds is the rounding of coordinates that are as large as it is.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import fma, minimum


@formula
def tolerance(share, sizes, rounding):
    """The tolerance [m] of two shapes of these sizes [m], by the share of the smaller one, at this rounding [m]."""
    return fma(share, minimum(sizes[0], sizes[1]), rounding)
