"""Sphere (a) against box (b): one point, the one of the sphere that is nearest to the box or deepest in it.

Friction acts at the sphere's radius, also before the sphere touches and after it has sunk in.

With p the sphere's centre in the box's frame, q its nearest point of the box (each coordinate clamped to +-h):

    outside     normal = (q - p) / |q - p|,   separation = |q - p| - r
    inside      the face k with the greatest |p_k| - h_k is the nearest; normal = -+ its axis, separation = |p_k| - h_k - r

A centre nearer to the box than a small share of the radius counts as inside, because the direction of q - p is uncertain there;
the second rule then gives the same separation, and the face's normal.
"""
from __future__ import annotations

from physics.collision.narrow_phase.axis_choice import chosen_of, greatest_axis
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
from physics.simd.functions import absolute, full_like, maximum, minimum, select, sqrt
from physics.simd.mat33 import rotation_matrix, transform, transform_transposed
from physics.simd.memory import gather_half
from physics.simd.value import W
from physics.simd.vec3 import dot, scale, select3, sub

SURFACE = 1e-4                                  # share of the radius within which a centre counts as on the surface


@formula
def clamp(x, h):
    """x within -h .. h."""
    return maximum(minimum(x, h), -h)


@formula
def nearest_face(p, half):
    """Inward unit normal of the face nearest to p, and p's distance above that face (negative inside)."""
    depth = (absolute(p[0]) - half[0], absolute(p[1]) - half[1], absolute(p[2]) - half[2])
    choice = greatest_axis(depth)
    zero, one = full_like(p[0], 0.0), full_like(p[0], 1.0)
    inward = (select(p[0] < 0.0, one, -one), select(p[1] < 0.0, one, -one), select(p[2] < 0.0, one, -one))
    axis = select3(choice.first, (inward[0], zero, zero),
                   select3(choice.second, (zero, inward[1], zero), (zero, zero, inward[2])))
    return axis, chosen_of(choice, depth)


@formula
def toward_box(p, half, radius):
    """Unit vector from p to the box's surface, in the box's frame, and the distance to it (negative inside)."""
    offset = sub((clamp(p[0], half[0]), clamp(p[1], half[1]), clamp(p[2], half[2])), p)
    square, surface = dot(offset, offset), SURFACE * radius
    outside = square > surface * surface
    distance = sqrt(select(outside, square, 1.0))
    axis, depth = nearest_face(p, half)
    return select3(outside, scale(1.0 / distance, offset), axis), select(outside, distance, depth)


@kernel
def collide_sphere_box(begin, end, bodies, pairs, margin):
    """Manifolds of the pairs in blocks begin .. end - 1; points exist where separation < margin [m].

    Reads   bodies.pose, bodies.velocity, bodies.shape, pairs.a, pairs.b, pairs.ahead, pairs.due
    Writes  pairs.manifolds
    """
    for block in range(begin, end):
        at, start = block * W, manifold_start(block)
        if not any_flagged(pairs.due, at, pairs.manifolds):
            continue
        pose_a, pose_b = meeting_poses(bodies, pairs, block)
        radius, box = gather_half(bodies.shape, pairs.a, at, 0)[0], gather_half(bodies.shape, pairs.b, at, 0)
        rows = rotation_matrix((pose_b[3], pose_b[4], pose_b[5], pose_b[6]))
        p = transform_transposed(rows, sub((pose_a[0], pose_a[1], pose_a[2]), (pose_b[0], pose_b[1], pose_b[2])))
        direction, distance = toward_box(p, (box[0], box[1], box[2]), radius)
        normal, separation = transform(rows, direction), distance - radius
        exists = (separation < limit(pairs, block, margin)) & real_pairs(pairs, block, separation)
        put_normal(pairs.manifolds, start, normal)
        point = ManifoldPoint(scale(radius, normal), separation, full_like(separation, 0.0))
        count = put_point(pairs.manifolds, start, 0, exists, point)
        put_no_points(pairs.manifolds, start, 1, count)
