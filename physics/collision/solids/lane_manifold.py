"""Writing the manifold of one pair, a lane of a block; `at` is its first number in the manifolds."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import COUNT, DISTANCE, FEATURE, NO_POINT, NORMAL, POINT_SLOTS, POINTS, POSITION, SEPARATION
from physics.collision.solids.choice import FOUR
from physics.compile.decorators import formula
from physics.simd.value import W


@formula
def put_none(manifolds, at, distance):
    """Write that a pair has no points, and a lower bound of its separation [m]."""
    manifolds[at + DISTANCE * W] = distance
    manifolds[at + COUNT * W] = 0.0
    put_missing(manifolds, at, 0)


@formula
def put_normal(manifolds, at, n):
    """Write a pair's normal; of one without points the axis that separates it, which is tried first the next time."""
    for k in range(3):
        manifolds[at + (NORMAL + k) * W] = n[k]


@formula
def put_apart(manifolds, at, normal, distance):
    """Write that a pair has no points, and along which normal it is apart by how much [m]."""
    put_none(manifolds, at, distance)
    put_normal(manifolds, at, normal)


@formula
def axis_before(manifolds, at):
    """The normal of a pair's manifold of the time before: any vector where there was none."""
    return (np.float64(manifolds[at + NORMAL * W]), np.float64(manifolds[at + (NORMAL + 1) * W]),
            np.float64(manifolds[at + (NORMAL + 2) * W]))


@formula
def put_missing(manifolds, at, first):
    """Mark the points from `first` on as missing."""
    for k in range(first, FOUR):
        manifolds[at + (POINTS + k * POINT_SLOTS + SEPARATION) * W] = NO_POINT
        manifolds[at + (POINTS + k * POINT_SLOTS + FEATURE) * W] = -1.0


@formula
def put_points(manifolds, at, view, points, count):
    """Write a pair's normal and its chosen points."""
    n, u, v = view.n, view.u, view.v
    put_normal(manifolds, at, n)
    manifolds[at + COUNT * W] = count
    for k in range(count):
        place = at + (POINTS + k * POINT_SLOTS) * W
        x, y, z = points[k, 0], points[k, 1], points[k, 2]
        for axis in range(3):
            manifolds[place + (POSITION + axis) * W] = x * u[axis] + y * v[axis] + z * n[axis]
        manifolds[place + SEPARATION * W], manifolds[place + FEATURE * W] = points[k, 3], points[k, 4]
    put_missing(manifolds, at, count)
