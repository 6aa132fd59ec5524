"""Box against box, sixteen pairs at once: the best axis, then the faces clipped, or one point between two edges.

          +z 4                faces, also of B with 6 added:  0 +x, 1 -x, 2 +y, 3 -y, 4 +z, 5 -z
        .------.
      .' |    .'|  2 +y       frame of a reference face:  n its axis, u and v the next two, cyclically
     +------+'  |             (for +-x: u = y, v = z; for +-y: u = z, v = x; for +-z: u = x, v = y)
     |   |  | 0 +x
     |  .+--|---+             edges have features from 192 on: 192 + 16 (3 i + j) + 4 (edge of A) + (edge of B)
     |.'    | .'
     +------+'

An edge axis is preferred only where it is better than the best face by a tenth of that face's separation and by a
small share of the smaller box's least half length: where both fit, many points hold a body better than one.  Nor is it
where its normal is nearly the face's and the face, once clipped, has a point as deep as the edges': what makes such a face
the worse one lies beyond its rim, while its other points may be what carries the body.  Between one point and several, with
the same normal, a body deep between others would be tipped this way and that for ever.
"""
from __future__ import annotations

from physics.arrays import DISTANCE, FAR
from physics.collision.axis_choice import chosen_of
from physics.collision.box_axes import best_edge, box_pair, edge_directions, edge_normal, face_separations
from physics.collision.edge_contact import put_edges
from physics.collision.face_contact import put_faces, reference_face
from physics.collision.manifold import manifold_start, put_no_points, real_pairs
from physics.collision.meeting import limit, meeting_poses
from physics.collision.recycling import all_kept
from physics.jit import formula, kernel
from physics.lanes.functions import absolute, any_lane, fma, full_like, maximum, select
from physics.lanes.mat33 import transform_transposed
from physics.lanes.memory import gather_rows, store
from physics.lanes.value import W
from physics.lanes.vec3 import absolute3, select3

EDGE_SHARE, EDGE_LENGTH = 0.1, 0.005            # how much better an edge must be: share of the separation, of the size
SAME_NORMAL = 0.995                             # cosine of the angle between two normals that are nearly one


@formula
def greatest_of(a, b):
    """The greatest of two times three numbers."""
    return maximum(maximum(maximum(a[0], a[1]), a[2]), maximum(maximum(b[0], b[1]), b[2]))


@formula
def least_of(a, b):
    """The least of two times three numbers."""
    return -greatest_of((-a[0], -a[1], -a[2]), (-b[0], -b[1], -b[2]))


@formula
def along_face(boxes, which, code):
    """Where the normal of the edge axis `code` is nearly that of the reference face `which`."""
    of_b, choice, _ = which
    axis_a, axis_b = edge_directions(code, boxes.c)
    normal = edge_normal(axis_a, axis_b, boxes.t)
    seen = select3(of_b, transform_transposed(boxes.c, normal), normal)
    return absolute(chosen_of(choice, seen)) > SAME_NORMAL


@kernel
def collide_box_box(begin, end, bodies, pairs, margin):
    """Manifolds of the pairs in blocks begin .. end - 1; points exist where separation < margin [m].

    Reads   bodies.pose, bodies.velocity, bodies.shape, pairs.a, pairs.b, pairs.anchors, pairs.ahead
    Writes  pairs.manifolds
    """
    for block in range(begin, end):
        if all_kept(pairs.anchors, block):
            continue
        at, start = block * W, manifold_start(block)
        shape_a, shape_b = gather_rows(bodies.shape, pairs.a, at), gather_rows(bodies.shape, pairs.b, at)
        near, (pose_a, pose_b) = limit(pairs, block, margin), meeting_poses(bodies, pairs, block)
        boxes = box_pair(pose_a, pose_b, (shape_a[0], shape_a[1], shape_a[2]), (shape_b[0], shape_b[1], shape_b[2]))
        size = absolute3(boxes.c[0]), absolute3(boxes.c[1]), absolute3(boxes.c[2])
        turned_size = (size[0][0], size[1][0], size[2][0]), (size[0][1], size[1][1], size[2][1]), (
            size[0][2], size[1][2], size[2][2])
        faces_a = face_separations(boxes.t, boxes.half_a, boxes.half_b, size)
        faces_b = face_separations(transform_transposed(boxes.c, boxes.t), boxes.half_b, boxes.half_a, turned_size)
        face, edge = greatest_of(faces_a, faces_b), best_edge(boxes, size)
        store(pairs.manifolds, start + DISTANCE * W, maximum(face, edge[0]))
        touching = (maximum(face, edge[0]) < near) & real_pairs(pairs, block, face)
        if not any_lane(touching):
            put_no_points(pairs.manifolds, start, 0, full_like(face, 0.0))
            continue
        least = fma(EDGE_LENGTH, least_of(boxes.half_a, boxes.half_b), boxes.noise)
        crossing = touching & (edge[0] > face + fma(EDGE_SHARE, absolute(face), least))
        which, worst = reference_face(boxes, faces_a, faces_b), full_like(face, FAR)
        if any_lane(crossing):
            as_deep = edge[0] + fma(EDGE_SHARE, absolute(edge[0]), least)
            worst = select(crossing, select(along_face(boxes, which, edge[1]), as_deep, -FAR), worst)
        held = put_faces(pairs.manifolds, start, (touching, worst, near), boxes, which)
        crossing = crossing & ~held
        if any_lane(crossing):
            put_edges(pairs.manifolds, start, crossing, edge, boxes)
