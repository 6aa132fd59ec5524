"""Rays against bodies, sixteen bodies at a time.

    sphere    t = -d.m - sqrt((d.m)^2 - m.m + r^2)        with m from its centre to the origin
    box       t = max_k of the t at which the ray enters the slab |x_k| <= h_k of the box's frame, if it leaves none before
    plane     t = (offset - n.o) / n.d                    where n.d < 0
    others    one after the other, see `solids.ray`

Bodies that contain the origin are not hit: from inside a box a ray finds what is outside.  Of equal distances the lower row
wins.  A ray passes the bodies that are hidden from it.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR
from physics.collision.shape_kinds import BOX, PART, PLANE, SPHERE
from physics.collision.solids.ray import Solids, ray_solid, solids_of
from physics.compile.decorators import formula, kernel
from physics.simd.functions import absolute, fma, full_like, lane, lane_bits, maximum, minimum, select, sqrt, trailing_zeros
from physics.simd.mat33 import rotation_matrix, transform, transform_transposed
from physics.simd.memory import as_lanes, load_integers, load_rows
from physics.simd.value import W
from physics.simd.vec3 import dot, scale, select3, sub

TINY = 1e-20                                    # replaces a direction's component 0 in a divisor


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
def ray_sphere(origin, direction, radius):
    """(distance, normal) for a sphere at 0; FAR where the ray misses it."""
    along = dot(direction, origin)
    outside = fma(-radius, radius, dot(origin, origin))
    square = fma(along, along, -outside)
    hit = (square >= 0.0) & (along < 0.0) & (outside > 0.0)
    distance = select(hit, -along - sqrt(select(hit, square, 0.0)), FAR)
    point = (fma(distance, direction[0], origin[0]), fma(distance, direction[1], origin[1]),
             fma(distance, direction[2], origin[2]))
    return distance, scale(1.0 / radius, point)


@formula
def slab(origin, direction, half):
    """Distances at which a ray enters and leaves |x| <= half."""
    inverse = 1.0 / select(absolute(direction) < TINY, TINY, direction)
    one, two = (-half - origin) * inverse, (half - origin) * inverse
    return minimum(one, two), maximum(one, two)


@formula
def ray_box(origin, direction, half):
    """(distance, normal) for a box at 0 along the axes; FAR where the ray misses it."""
    x, y = slab(origin[0], direction[0], half[0]), slab(origin[1], direction[1], half[1])
    z = slab(origin[2], direction[2], half[2])
    enter = maximum(maximum(x[0], y[0]), z[0])
    leave = minimum(minimum(x[1], y[1]), z[1])
    zero, one = full_like(enter, 0.0), full_like(enter, 1.0)
    against = (select(direction[0] < 0.0, one, -one), select(direction[1] < 0.0, one, -one),
               select(direction[2] < 0.0, one, -one))
    normal = select3(x[0] >= enter, (against[0], zero, zero),
                     select3(y[0] >= enter, (zero, against[1], zero), (zero, zero, against[2])))
    return select((enter <= leave) & (enter > 0.0), enter, FAR), normal


@formula
def ray_plane(origin, direction, normal, offset):
    """Distance at which a ray goes down through a plane; FAR where it does not."""
    height, sinking = dot(normal, origin) - offset, -dot(normal, direction)
    hit = (sinking > 0.0) & (height > 0.0)
    return select(hit, height / select(hit, sinking, 1.0), FAR)


@formula
def ray_bodies(bodies, row, ray):
    """(distance, normal) of a ray for the sixteen bodies from `row` on; FAR for those that it misses."""
    pose, shape = load_rows(bodies.pose, row), load_rows(bodies.shape, row)
    kind, size = load_integers(bodies.kind, row, pose[0]), (shape[0], shape[1], shape[2])
    zero = full_like(pose[0], 0.0)
    origin = (zero + ray.origin[0], zero + ray.origin[1], zero + ray.origin[2])
    direction = (zero + ray.direction[0], zero + ray.direction[1], zero + ray.direction[2])
    from_centre = sub(origin, (pose[0], pose[1], pose[2]))
    rows = rotation_matrix((pose[3], pose[4], pose[5], pose[6]))
    far_sphere, normal_sphere = ray_sphere(from_centre, direction, shape[0])
    far_box, normal_box = ray_box(transform_transposed(rows, from_centre), transform_transposed(rows, direction), size)
    far_plane = ray_plane(origin, direction, size, shape[3])
    distance = select(kind == SPHERE, far_sphere, select(kind == BOX, far_box, select(kind == PLANE, far_plane, FAR)))
    return distance, select3(kind == SPHERE, normal_sphere, select3(kind == BOX, transform(rows, normal_box), size))


@formula
def solid_bits(bodies, start):
    """Bits of the sixteen bodies from row `start` on that are neither spheres, boxes nor planes."""
    kind = load_integers(bodies.kind, start, as_lanes(bodies.pose, 0.0))
    return lane_bits((kind > PLANE) & (kind <= PART))


@kernel
def cast_ray(bodies, first, end, ray):
    """The first body among rows first .. end - 1 (first a multiple of sixteen) that a Ray hits, as a RayHit.

    Reads   bodies.pose, bodies.shape, bodies.kind, ray
    Writes  ray.solids
    """
    best, distance, x, y, z, hidden, found = np.int64(-1), float(ray.reach), 0.0, 0.0, 0.0, ray.hidden, ray.solids.found
    for start in range(first, end, W):
        far, normal = ray_bodies(bodies, start, ray)
        bits = lane_bits((far < distance) & (far < FAR))
        while bits:
            number = trailing_zeros(bits)
            bits &= bits - 1
            seen = len(hidden) == 0 or hidden[start + number] == 0
            if start + number < end and seen and float(lane(far, number)) < distance:
                best, distance = start + number, float(lane(far, number))
                x, y, z = float(lane(normal[0], number)), float(lane(normal[1], number)), float(lane(normal[2], number))
        bits = solid_bits(bodies, start)
        while bits:
            row = start + trailing_zeros(bits)
            bits &= bits - 1
            if row < end and (len(hidden) == 0 or hidden[row] == 0):
                ray_solid(bodies, row, ray, ray.solids)
                if found[0] < distance and found[0] < FAR:
                    best, distance, x, y, z = row, found[0], found[1], found[2], found[3]
    return RayHit(best, distance, (x, y, z))
