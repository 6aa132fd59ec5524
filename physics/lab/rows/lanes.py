"""Lanes: the numbers of one constraint in blocks of sixteen, one by one.

Number `slot` of a lane stands at base + W slot, where `lane_base` is the place of its number 0.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.value import W


@formula
def lane_base(lane, slots):
    """Place of the first number of a lane in blocks with so many slots."""
    return lane // W * slots * W + lane % W


@formula
def slot(data, base, number):
    """One number of a lane, in double precision."""
    return 1.0 * data[base + number * W]


@formula
def slots3(data, base, first):
    """Three numbers of a lane."""
    return slot(data, base, first), slot(data, base, first + 1), slot(data, base, first + 2)


@formula
def slots4(data, base, first):
    """Four numbers of a lane."""
    return slot(data, base, first), slot(data, base, first + 1), slot(data, base, first + 2), slot(data, base, first + 3)


@formula
def symmetric(data, base, first):
    """A symmetric matrix xx xy xz yy yz zz of a lane, as nine numbers."""
    xx, xy, xz = slots3(data, base, first)
    yy, yz, zz = slots3(data, base, first + 3)
    return xx, xy, xz, xy, yy, yz, xz, yz, zz


@formula
def color_of(block, color, color_start):
    """The colour of a block, at least `color`; `color_start` are the first blocks of colours."""
    while color + 1 < len(color_start) and color_start[color + 1] <= block:
        color += 1
    return color
