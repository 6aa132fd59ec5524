"""Box (a) against plane (b): the four corners of the face whose normal is most opposed to the plane's.

With the plane n . x = offset, the box's centre p, half lengths h and m = R^T n, the corner with signs s has

    separation = n . p - offset + sum_k s_k m_k h_k,   normal = -n,   point = corner - n separation / 2

The face is that of the greatest |m_k|, so one of its corners is the lowest of all.  Points that exist come first, from the lowest
to the highest, but of a box on all four the highest comes second, as among boxes: contact rows are solved two at a time (see
`contacts.normal`), and an edge that comes first may take load of the other and tip the box, or what stands on it; a diagonal
takes the load without turning it.  A point's feature is the corner's number, with bit k set where s_k > 0: corners that two
faces share keep their impulses when the box rolls from one face to the other.
"""
from __future__ import annotations

from physics.bodies.arrays import DISTANCE
from physics.collision.narrow_phase.axis_choice import greatest_axis, turned, turned_back
from physics.collision.narrow_phase.manifold import (
    ManifoldPoint,
    manifold_start,
    put_no_points,
    put_normal,
    put_point,
    real_pairs,
)
from physics.collision.narrow_phase.manifold_cache import all_kept
from physics.collision.narrow_phase.meeting import limit, meeting_poses
from physics.compile.decorators import formula, kernel
from physics.simd.functions import absolute, any_lane, full_like, select
from physics.simd.mat33 import rotation_matrix, transform, transform_transposed
from physics.simd.memory import gather_half, store
from physics.simd.value import W
from physics.simd.vec3 import absolute3, add_scaled, dot, negate, select3


@formula
def lowest_corner(m, half):
    """The corner (x, y, z) of a box that lies farthest against m."""
    return (select(m[0] < 0.0, half[0], -half[0]), select(m[1] < 0.0, half[1], -half[1]),
            select(m[2] < 0.0, half[2], -half[2]))


@formula
def corner_point(corner, height, rows, up):
    """The ManifoldPoint of a corner (x, y, z) of the box at a height above the plane."""
    zero, one = full_like(height, 0.0), full_like(height, 1.0)
    number = select(corner[0] > 0.0, one, zero) + select(corner[1] > 0.0, 2.0, zero) + select(corner[2] > 0.0, 4.0, zero)
    return ManifoldPoint(add_scaled(transform(rows, corner), -0.5 * height, up), height, number)


@formula
def face_corners(m, half):
    """The corners of the lowest face, from the lowest to the highest, permuted so that the face's axis comes first; their
    heights above the lowest; and the choice of that axis."""
    choice = greatest_axis(absolute3(m))
    low, m = turned(choice, lowest_corner(m, half)), turned(choice, m)
    rise_1, rise_2 = 2.0 * absolute(m[1] * low[1]), 2.0 * absolute(m[2] * low[2])
    flat = rise_1 < rise_2
    second = (low[0], select(flat, -low[1], low[1]), select(flat, low[2], -low[2]))
    third = (low[0], select(flat, low[1], -low[1]), select(flat, -low[2], low[2]))
    return ((low, second, third, (low[0], -low[1], -low[2])),
            (0.0 * rise_1, select(flat, rise_1, rise_2), select(flat, rise_2, rise_1), rise_1 + rise_2), choice)


@formula
def diagonal_first(corners, rises, all_exist):
    """Corners and rises from `face_corners`; where all four exist, with the diagonal of the lowest first."""
    low, second, third, last = corners
    return ((low, select3(all_exist, last, second), select3(all_exist, second, third), select3(all_exist, third, last)),
            (rises[0], select(all_exist, rises[3], rises[1]), select(all_exist, rises[1], rises[2]),
             select(all_exist, rises[2], rises[3])))


@kernel
def collide_plane_box(begin, end, bodies, pairs, margin):
    """Manifolds of the pairs in blocks begin .. end - 1; points exist where separation < margin [m].

    Reads   bodies.pose, bodies.velocity, bodies.shape, pairs.a, pairs.b, pairs.anchors, pairs.ahead
    Writes  pairs.manifolds
    """
    for block in range(begin, end):
        if all_kept(pairs.anchors, block):
            continue
        at, start = block * W, manifold_start(block)
        (pose, _), plane = meeting_poses(bodies, pairs, block), gather_half(bodies.shape, pairs.b, at, 0)
        box, up = gather_half(bodies.shape, pairs.a, at, 0), (plane[0], plane[1], plane[2])
        half, rows = (box[0], box[1], box[2]), rotation_matrix((pose[3], pose[4], pose[5], pose[6]))
        m = transform_transposed(rows, up)
        lowest = dot(up, (pose[0], pose[1], pose[2])) - plane[3] - dot(absolute3(m), half)
        store(pairs.manifolds, start + DISTANCE * W, lowest)
        real, near = real_pairs(pairs, block, lowest), limit(pairs, block, margin)
        if not any_lane(real & (lowest < near)):
            put_no_points(pairs.manifolds, start, 0, full_like(lowest, 0.0))
            continue
        put_normal(pairs.manifolds, start, negate(up))
        corners, rises, choice = face_corners(m, half)
        corners, rises = diagonal_first(corners, rises, lowest + rises[3] < near)
        count = full_like(lowest, 0.0)
        for number in range(4):
            height = lowest + rises[number]
            point = corner_point(turned_back(choice, corners[number]), height, rows, up)
            count = count + put_point(pairs.manifolds, start, number, real & (height < near), point)
        put_no_points(pairs.manifolds, start, 4, count)
