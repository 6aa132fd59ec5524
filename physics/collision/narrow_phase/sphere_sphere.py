"""Sphere against sphere: one point on the line of centres.

    separation = |b - a| - ra - rb,   normal = (b - a) / |b - a|,   point = a + normal (ra + separation / 2)

Two spheres with the same centre have no such line; their normal is +z.
"""
from __future__ import annotations

from physics.bodies.arrays import ANCHOR_SLOTS, BETWEEN, KNOWN, SPHERES, TIME
from physics.collision.continuous.two_spheres import time_ahead
from physics.collision.narrow_phase.manifold import (
    ManifoldPoint,
    manifold_start,
    put_no_points,
    put_normal,
    put_point,
    real_pairs,
)
from physics.compile.decorators import formula, kernel
from physics.simd.compress import mask_of
from physics.simd.flags import any_flagged
from physics.simd.functions import any_lane, full_like, lane_bits, maximum, select, sqrt, trailing_zeros
from physics.simd.memory import gather_half, store
from physics.simd.slots import store3
from physics.simd.value import W
from physics.simd.vec3 import add_scaled, dot, scale, select3, sub, zero3

SMALLEST_SQUARE = 1e-24               # [m2] centres nearer than its root coincide; far below the smallest length


@formula
def direction(d):
    """Unit vector and length of d; +z and 0 where d is too short to have a direction."""
    square = dot(d, d)
    apart = square > SMALLEST_SQUARE
    distance = sqrt(select(apart, square, 1.0))
    zero, one = full_like(square, 0.0), full_like(square, 1.0)
    return select3(apart, scale(one / distance, d), (zero, zero, one)), select(apart, distance, 0.0)


@formula
def moving_freely(bodies, pairs, block, mask):
    """Of the pairs of a block in the mask, those without a body on joints, which take it elsewhere until the two touch."""
    bits = lane_bits(mask)
    left = bits
    while left:
        lane = trailing_zeros(left)
        left &= left - 1
        if bodies.joined[pairs.a[block * W + lane]] > 0 or bodies.joined[pairs.b[block * W + lane]] > 0:
            bits ^= 1 << lane
    return mask_of(bits)


@formula
def found_at(bodies, pairs, block, between, spheres):
    """(vectors between the centres at which the manifolds of a block are found, when that is [steps]) from the present ones.

    spheres = (sum of the radii, margin).  Where that is later than now, they are noted in the anchors for the arms.
    """
    at, anchor, zero, dt = block * W, block * ANCHOR_SLOTS * W, 0.0 * between[0], pairs.sweep[TIME]
    a, b = gather_half(bodies.velocity, pairs.a, at, 0), gather_half(bodies.velocity, pairs.b, at, 0)
    d = scale(full_like(zero, dt), sub((b[0], b[1], b[2]), (a[0], a[1], a[2])))
    time = time_ahead(between, d, spheres[0], spheres[1])
    later = time != 0.0
    if any_lane(later):
        later = moving_freely(bodies, pairs, block, later)
        time = select(later, time, zero)
    if pairs.anchored[block] > 0 or any_lane(later):
        store(pairs.anchors, anchor + KNOWN * W, select(later, zero + 1.0, zero))
        pairs.anchored[block] = any_lane(later)
    if any_lane(later):
        between = select3(later, add_scaled(between, time, d), between)
        store3(pairs.anchors, anchor + BETWEEN * W, between)
    return between, time


@kernel
def collide_sphere_sphere(begin, end, bodies, pairs, margin):
    """Manifolds of the pairs in blocks begin .. end - 1; points exist where separation < margin [m].

    While pairs.sweep says so they are found where fast spheres meet, see `continuous.two_spheres`; separations are present ones.

    Reads   bodies.pose, bodies.velocity, bodies.shape, bodies.joined, pairs.a, pairs.b, pairs.sweep, pairs.due
    Writes  pairs.manifolds, pairs.anchors, pairs.anchored
    """
    swept = pairs.sweep[SPHERES] > 0
    for block in range(begin, end):
        at, start = block * W, manifold_start(block)
        if not any_flagged(pairs.due, at, pairs.manifolds):
            continue
        pose_a, pose_b = gather_half(bodies.pose, pairs.a, at, 0), gather_half(bodies.pose, pairs.b, at, 0)
        radius_a = gather_half(bodies.shape, pairs.a, at, 0)[0]
        radii = radius_a + gather_half(bodies.shape, pairs.b, at, 0)[0]
        now = sub((pose_b[0], pose_b[1], pose_b[2]), (pose_a[0], pose_a[1], pose_a[2]))
        between, time = now, 0.0 * radii
        if swept:
            between, time = found_at(bodies, pairs, block, now, (radii, margin))
        normal, distance = direction(between)
        separation = distance - radii
        exists = (separation < full_like(separation, margin)) & real_pairs(pairs, block, separation)
        put_normal(pairs.manifolds, start, normal)
        arm, zero = scale(radius_a + 0.5 * separation, normal), zero3(separation)[0]
        if swept:
            present = separation + dot(normal, sub(now, between))
            separation = select(time < 1.0, present, maximum(present, zero))          # those that pass do not overlap
        count = put_point(pairs.manifolds, start, 0, exists, ManifoldPoint(arm, separation, zero))
        put_no_points(pairs.manifolds, start, 1, count)
