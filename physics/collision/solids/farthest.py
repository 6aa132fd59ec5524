"""The vector of a hull, a corner or a normal, that lies farthest along a direction: sixteen at a time.

    d . v = d_x v_x + d_y v_y + d_z v_z,    the first of the greatest

Vectors stand in blocks of sixteen x, sixteen y, sixteen z, see `hulls.lanes_of`; those that fill up the last block equal the
first one, which comes before them.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import greatest_lane, lane_bits, maximum, trailing_zeros
from physics.simd.memory import load
from physics.simd.value import W


@formula
def along(lanes, block, d):
    """The products of a block's sixteen vectors with d."""
    at = block * (3 * W)
    return d[0] * load(lanes, at) + d[1] * load(lanes, at + W) + d[2] * load(lanes, at + 2 * W)


@formula
def farthest(lanes, begin, end, d):
    """The number, from 0, of the vector of blocks begin .. end - 1 of `lanes` that lies farthest along d; 0 if d is NaN."""
    most = along(lanes, begin, d)
    for block in range(begin + 1, end):
        most = maximum(most, along(lanes, block, d))
    greatest = greatest_lane(most)
    for block in range(begin, end):
        bits = lane_bits(along(lanes, block, d) >= greatest)
        if bits != 0:
            return (block - begin) * W + trailing_zeros(bits)
    return 0 * begin
