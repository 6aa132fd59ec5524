"""Rays against bodies.

Of sixteen bodies at a time those are found whose bounding spheres the ray's line may meet; where it enters these, planes, and
parts of compounds and height fields, see `solids.ray`.  An origin is given to lanes as the nearest number of their precision and
what that leaves, so that what is found does not depend on how far away from the world's origin it is.

Bodies that contain the origin are not hit: from inside a box a ray finds what is outside.  Of equal distances the lower row wins.
A ray passes the bodies that are hidden from it.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR
from physics.collision.shape_kinds import PART, PLANE
from physics.collision.solids.ray import Solids, ray_solid, solids_of
from physics.compile.decorators import formula, kernel
from physics.simd.functions import full_like, lane, lane_bits, trailing_zeros
from physics.simd.memory import load_integers, load_rows
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, dot, length, sub

ROUNDING = 1e-5                                  # of the distance of a body: far more than lanes may err of it


NONE_HIDDEN, NO_SOLIDS = np.empty(0, np.uint8), solids_of()


class Ray(NamedTuple):
    """A ray."""

    origin: tuple[float, float, float]              # where it starts, world [m]
    direction: tuple[float, float, float]           # unit vector along it
    reach: float = math.inf                         # its length [m]
    hidden: np.ndarray = NONE_HIDDEN                # (rows,) uint8 1: a body that it passes; empty: it passes none
    solids: Solids = NO_SOLIDS


class RayHit(NamedTuple):
    """Where a ray hits first."""

    row: int                                        # body row, -1: none
    distance: float                                 # along the ray [m]
    normal: tuple[float, float, float]              # outward normal of the surface there


@formula
def from_origin(ray, pose):
    """Vectors from the centres of sixteen bodies to a ray's origin."""
    zero = full_like(pose[0], 0.0)
    near = (zero + ray.origin[0], zero + ray.origin[1], zero + ray.origin[2])
    left = (ray.origin[0] - np.float64(lane(near[0], 0)), ray.origin[1] - np.float64(lane(near[1], 0)),
            ray.origin[2] - np.float64(lane(near[2], 0)))
    return add(sub(near, (pose[0], pose[1], pose[2])), (zero + left[0], zero + left[1], zero + left[2]))


@formula
def near_bits(bodies, start, ray):
    """Bits of sixteen bodies from row `start` on that a Ray may hit: planes, parts, and those whose bounding spheres it meets."""
    pose, shape = load_rows(bodies.pose, start), load_rows(bodies.shape, start)
    kind, zero = load_integers(bodies.kind, start, pose[0]), full_like(pose[0], 0.0)
    direction = (zero + ray.direction[0], zero + ray.direction[1], zero + ray.direction[2])
    back = from_origin(ray, pose)
    off = add_scaled(back, -dot(direction, back), direction)
    near = length(off) <= length((shape[0], shape[1], shape[2])) + ROUNDING * length(back)
    return lane_bits((near | (kind == PLANE) | (kind == PART)) & (kind <= PART))


@kernel
def cast_ray(bodies, first, end, ray):
    """The first body among rows first .. end - 1 (first a multiple of sixteen) that a Ray hits, as a RayHit.

    Reads   bodies.pose, bodies.shape, bodies.kind, ray
    Writes  ray.solids
    """
    best, distance, x, y, z, hidden, found = np.int64(-1), float(ray.reach), 0.0, 0.0, 0.0, ray.hidden, ray.solids.found
    for start in range(first, end, W):
        bits = near_bits(bodies, start, ray)
        while bits:
            row = start + trailing_zeros(bits)
            bits &= bits - 1
            if row < end and (len(hidden) == 0 or hidden[row] == 0):
                ray_solid(bodies, row, ray, ray.solids)
                if found[0] < distance and found[0] < FAR:
                    best, distance, x, y, z = row, found[0], found[1], found[2], found[3]
    return RayHit(best, distance, (x, y, z))
