"""The order of bodies along a space-filling curve: neighbours in the order are neighbours in space.

Key of a body: its size class, then the interleaved bits of its box's centre on a grid of 1024^3 cells (Morton order).
Bodies much larger than most (a floor, a wall) therefore come last, among themselves, and enlarge no group of small ones:
the class counts factors of four above the median size, 0 to 3.  The grid spans three mean deviations around the mean.
Both leave out far-off bodies, which belong to the outermost cells: a body that falls for ever does not coarsen the grid.

The order affects how fast pairs are found, never which pairs.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST, aligned
from physics.collision.shape_kinds import PART, PLANE
from physics.compile.decorators import formula, kernel

CELLS = 1024                                    # cells along an axis of the grid
CLASSES = 4                                     # size classes
DIGIT = 11                                      # bits sorted by in one pass: 2 + 3 * 10 bits make three passes
BUCKETS = 1 << DIGIT
PASSES = 3
ROW_BITS = 31                                   # an entry is key << ROW_BITS | row
SAMPLE = 256                                    # about how many bodies decide where the grid lies
EXPONENTS = 256                                 # sizes from 2^-128 to 2^127 m


class Curve(NamedTuple):
    """Working memory of `order_bodies`."""

    entries: np.ndarray           # (capacity,) int64 bodies in order, key << ROW_BITS | row
    other: np.ndarray             # (capacity,) int64 the other buffer of the sorting passes
    counts: np.ndarray            # (PASSES * BUCKETS,) int64 of digits
    grid: np.ndarray              # (6,) float64 low and high corner of the grid [m]
    sizes: np.ndarray             # (EXPONENTS,) int64 number of bodies by binary exponent of their size


def new_curve(capacity: int) -> Curve:
    """Room for `capacity` bodies."""
    return Curve(entries=aligned(capacity, np.int64), other=aligned(capacity, np.int64),
                 counts=aligned(PASSES * BUCKETS, np.int64), grid=aligned(6, np.float64), sizes=aligned(EXPONENTS, np.int64))


@formula
def spread_bits(x):
    """The lowest ten bits of x, with two zeros after each."""
    x = (x | (x << 16)) & 0x30000ff
    x = (x | (x << 8)) & 0x300f00f
    x = (x | (x << 4)) & 0x30c30c3
    return (x | (x << 2)) & 0x9249249


@formula
def centre(boxes, row, axis):
    """Middle of a box along an axis."""
    return 0.5 * (float(boxes[row, axis]) + float(boxes[row, axis + 3]))


@formula
def cell(x, low, cells):
    """Number of the cell that contains x [m]; outside the grid the nearest one, for NaN 0.  `cells` is per metre."""
    place = (x - low) * cells
    return int(min(place, CELLS - 1.0)) if place > 0.0 else 0


@formula
def exponent(boxes, row):
    """Binary exponent of a box's longest side, as an index into Curve.sizes."""
    longest = max(max(boxes[row, 3] - boxes[row, 0], boxes[row, 4] - boxes[row, 1]), boxes[row, 5] - boxes[row, 2])
    power = math.frexp(float(longest))[1] + EXPONENTS // 2
    return min(max(power, 0), EXPONENTS - 1)


@formula
def mean_inside(boxes, curve, count, axis, about):
    """Mean over a sample of the bodies whose centre lies inside the grid along an axis: of the centre's coordinate x,
    or, where `about` is a number, of |x - about|."""
    total, inside = 0.0, 0
    for k in range(0, count, count // SAMPLE + 1):
        x = centre(boxes, curve.entries[k], axis)
        if curve.grid[axis] <= x <= curve.grid[axis + 3]:
            total += x if math.isnan(about) else abs(x - about)
            inside += 1
    return total / inside if inside else 0.0


@kernel
def place_grid(boxes, count, curve):
    """Lay the grid over the boxes (rows, 8) of the bodies in curve.entries[:count].

    Mean -+ 3 mean deviations of the centres, then twice more of those inside, which leaves out far-off ones.

    Reads   boxes, curve.entries
    Writes  curve.grid
    """
    grid = curve.grid
    for axis in range(3):
        grid[axis], grid[axis + 3] = -math.inf, math.inf
        for _ in range(3):
            mean = mean_inside(boxes, curve, count, axis, math.nan)
            reach = 3.0 * mean_inside(boxes, curve, count, axis, mean)
            grid[axis], grid[axis + 3] = mean - reach, mean + reach


@formula
def median_exponent(sizes, count):
    """The least exponent that half of the bodies do not exceed."""
    seen, power = 0, 0
    while power < EXPONENTS - 1:
        seen += sizes[power]
        if 2 * seen >= count:
            break
        power += 1
    return power


@kernel
def sort_entries(curve, count):
    """Counting sort of curve.entries[:count] by their keys, stable, eleven bits a pass.

    Reads   curve.entries
    Writes  curve.entries, curve.other, curve.counts
    """
    entries, other, counts = curve.entries, curve.other, curve.counts
    for digit in range(PASSES * BUCKETS):
        counts[digit] = 0
    for k in range(count):
        for number in range(PASSES):
            digit = (entries[k] >> (ROW_BITS + DIGIT * number)) & (BUCKETS - 1)
            counts[number * BUCKETS + digit] += 1
    for number in range(PASSES):
        first = number * BUCKETS
        place = 0
        for digit in range(BUCKETS):
            here = counts[first + digit]
            counts[first + digit] = place
            place += here
        for k in range(count):
            digit = (entries[k] >> (ROW_BITS + DIGIT * number)) & (BUCKETS - 1)
            other[counts[first + digit]] = entries[k]
            counts[first + digit] += 1
        entries, other = other, entries
    for k in range(count):                      # an odd number of passes ends in the other buffer
        curve.entries[k] = curve.other[k]


@kernel
def order_bodies(bodies, count, curve) -> int:
    """Order the spheres and boxes among rows FIRST .. FIRST + count - 1 along the curve; returns how many there are.

    Reads   bodies.fat_aabb, bodies.kind
    Writes  curve
    """
    boxes, entries, sizes = bodies.fat_aabb, curve.entries, curve.sizes
    for power in range(EXPONENTS):
        sizes[power] = 0
    members = np.int64(0)
    for row in range(FIRST, FIRST + count):
        if bodies.kind[row] != PLANE and bodies.kind[row] <= PART:
            entries[members] = row
            members += 1
            sizes[exponent(boxes, row)] += 1
    usual = median_exponent(sizes, members)
    place_grid(boxes, members, curve)
    grid = curve.grid
    span = max(max(grid[3] - grid[0], grid[4] - grid[1]), grid[5] - grid[2])
    cells = (CELLS - 1) / span if span > 0.0 else 0.0
    for k in range(members):
        row = entries[k]
        x = cell(centre(boxes, row, 0), grid[0], cells)
        y = cell(centre(boxes, row, 1), grid[1], cells)
        z = cell(centre(boxes, row, 2), grid[2], cells)
        size_class = min(max((exponent(boxes, row) - usual) // 2, 0), CLASSES - 1)
        key = (size_class << 30) | (spread_bits(z) << 2) | (spread_bits(y) << 1) | spread_bits(x)
        entries[k] = (key << ROW_BITS) | row
    sort_entries(curve, members)
    return members
