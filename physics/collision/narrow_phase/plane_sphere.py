"""Sphere (a) against plane (b): one point below the sphere's centre.

With the plane n . x = offset and the sphere's centre at p:

    separation = n . p - offset - r,   normal = -n,   point = p - n r

The point is the sphere's, so that friction acts at its radius also before the sphere touches and after it has sunk in.
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
from physics.compile.decorators import kernel
from physics.simd.flags import any_flagged
from physics.simd.memory import gather_half
from physics.simd.value import W
from physics.simd.vec3 import dot, negate, scale, zero3


@kernel
def collide_plane_sphere(begin, end, bodies, pairs, margin):
    """Manifolds of the pairs in blocks begin .. end - 1; points exist where separation < margin [m].

    Reads   bodies.pose, bodies.velocity, bodies.shape, pairs.a, pairs.b, pairs.ahead, pairs.due
    Writes  pairs.manifolds
    """
    for block in range(begin, end):
        at, start = block * W, manifold_start(block)
        if not any_flagged(pairs.due, at, pairs.manifolds):
            continue
        (pose, _), plane = meeting_poses(bodies, pairs, block), gather_half(bodies.shape, pairs.b, at, 0)
        radius = gather_half(bodies.shape, pairs.a, at, 0)[0]
        up = (plane[0], plane[1], plane[2])
        separation = dot(up, (pose[0], pose[1], pose[2])) - plane[3] - radius
        exists = (separation < limit(pairs, block, margin)) & real_pairs(pairs, block, separation)
        normal = negate(up)
        put_normal(pairs.manifolds, start, normal)
        point = ManifoldPoint(scale(radius, normal), separation, zero3(separation)[0])
        count = put_point(pairs.manifolds, start, 0, exists, point)
        put_no_points(pairs.manifolds, start, 1, count)
