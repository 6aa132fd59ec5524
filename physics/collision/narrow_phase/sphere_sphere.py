"""Sphere against sphere: one point on the line of centres.

    separation = |b - a| - ra - rb,   normal = (b - a) / |b - a|,   point = a + normal (ra + separation / 2)

Two spheres with the same centre have no such line; their normal is +z.
"""
from __future__ import annotations

from physics.collision.narrow_phase.manifold import (
    ManifoldPoint,
    manifold_start,
    put_no_points,
    put_normal,
    put_point,
    real_pairs,
)
from physics.collision.narrow_phase.meeting import limit, meeting_poses
from physics.compile.decorators import formula, kernel
from physics.simd.flags import any_flagged
from physics.simd.functions import full_like, select, sqrt
from physics.simd.memory import gather_rows
from physics.simd.value import W
from physics.simd.vec3 import dot, scale, select3, sub, zero3

SMALLEST_SQUARE = 1e-24               # [m2] centres nearer than its root coincide; far below the smallest length


@formula
def direction(d):
    """Unit vector and length of d; +z and 0 where d is too short to have a direction."""
    square = dot(d, d)
    apart = square > SMALLEST_SQUARE
    distance = sqrt(select(apart, square, 1.0))
    zero, one = full_like(square, 0.0), full_like(square, 1.0)
    return select3(apart, scale(one / distance, d), (zero, zero, one)), select(apart, distance, 0.0)


@kernel
def collide_sphere_sphere(begin, end, bodies, pairs, margin):
    """Manifolds of the pairs in blocks begin .. end - 1; points exist where separation < margin [m].

    Reads   bodies.pose, bodies.velocity, bodies.shape, pairs.a, pairs.b, pairs.ahead, pairs.due
    Writes  pairs.manifolds
    """
    for block in range(begin, end):
        at, start = block * W, manifold_start(block)
        if not any_flagged(pairs.due, at, pairs.manifolds):
            continue
        pose_a, pose_b = meeting_poses(bodies, pairs, block)
        radius_a = gather_rows(bodies.shape, pairs.a, at)[0]
        radius_b = gather_rows(bodies.shape, pairs.b, at)[0]
        normal, distance = direction(sub((pose_b[0], pose_b[1], pose_b[2]), (pose_a[0], pose_a[1], pose_a[2])))
        separation = distance - radius_a - radius_b
        exists = (separation < limit(pairs, block, margin)) & real_pairs(pairs, block, separation)
        put_normal(pairs.manifolds, start, normal)
        point = ManifoldPoint(scale(radius_a + 0.5 * separation, normal), separation, zero3(separation)[0])
        count = put_point(pairs.manifolds, start, 0, exists, point)
        put_no_points(pairs.manifolds, start, 1, count)
