"""Rounding: how large it is in the precision of the lanes, and sums that lose nothing to it.

A total that grows by terms of less than its own spacing would stay where it is; a remainder beside it carries them until they
count.  Sources: Kahan, "Further remarks on reducing truncation errors", 1965; Knuth, "The Art of Computer Programming" 2, 4.2.2,
theorem B, for the exact error of a sum.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import absolute, fma, full_like


@formula
def rounding(like):
    """The rounding of 3 (1/3), a quarter of the spacing of numbers at 1: 2^-25 in single precision, 2^-54 in double."""
    return absolute(fma(full_like(like, 1.0 / 3.0), full_like(like, 3.0), full_like(like, -1.0)))


@formula
def sum_and_error(a, b):
    """(a + b, its rounding error): their sum is a + b exactly, whichever of both is larger."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


@formula
def add_compensated(total, remainder, term):
    """(total, remainder) after `term` is added to vectors of three."""
    x, left_x = sum_and_error(total[0], remainder[0] + term[0])
    y, left_y = sum_and_error(total[1], remainder[1] + term[1])
    z, left_z = sum_and_error(total[2], remainder[2] + term[2])
    return (x, y, z), (left_x, left_y, left_z)
