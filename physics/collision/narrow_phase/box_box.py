"""Box against box, sixteen pairs at once: the best axis, then the faces clipped, or one point between two edges.

          +z 4                faces, also of B with 6 added:  0 +x, 1 -x, 2 +y, 3 -y, 4 +z, 5 -z
        .------.
      .' |    .'|  2 +y       frame of a reference face:  n its axis, u and v the next two, cyclically
     +------+'  |             (for +-x: u = y, v = z; for +-y: u = z, v = x; for +-z: u = x, v = y)
     |   |  | 0 +x
     |  .+--|---+             edges have features from 192 on: 192 + 16 (3 i + j) + 4 (edge of A) + (edge of B)
     |.'    | .'
     +------+'

An edge axis wins where it is better than the best face by a tenth of its own separation, or by a small share of the smaller
box's least half length if that is more: where both fit, several points support a body better than one.  It also loses where its
normal is nearly the face's and the clipped face has a point as deep as the edges': what makes such a face the worse one lies
beyond its rim, while its other points may support the body.  A body deep between others that alternates between one point and
several, with the same normal, would never stop rocking.

Whatever loses, boxes that overlap get no point that is over a tenth deeper than their least overlap, or than rounding: an edge
that overlaps less takes the place of a face whose deepest point is.  A needle across another one can overlap three times as
much along the face whose normal is nearly that of their edges.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import FAR
from physics.collision.narrow_phase.axis_choice import chosen_of, greatest3, least3
from physics.collision.narrow_phase.box_sat import EdgeAxis, best_edge, box_pair, edge_directions, edge_normal, face_separations
from physics.collision.narrow_phase.edge_contact import put_edges
from physics.collision.narrow_phase.face_contact import FaceLimits, put_faces, reference_face
from physics.collision.narrow_phase.listing import Selection, keep_listed, list_pairs, listing_of, take_found
from physics.collision.narrow_phase.manifold import manifold_start
from physics.collision.narrow_phase.meeting import BodyIndices, poses_after
from physics.collision.tolerance import tolerance
from physics.compile.decorators import formula, kernel
from physics.simd.functions import absolute, any_lane, full_like, maximum, select
from physics.simd.mat33 import transform_transposed
from physics.simd.memory import gather_half, load, store
from physics.simd.value import W
from physics.simd.vec3 import absolute3, select3

EDGE_SHARE, EDGE_LENGTH = 0.1, 0.005            # how much better an edge must be: share of its separation, of the size
ROUNDING = 1e-4                                 # share of the smaller box's greatest half length by which a point may be deeper
SAME_NORMAL = 0.995                             # cosine of the angle between two normals that count as the same


class BoxRule(NamedTuple):
    """How pairs of boxes are collided."""

    margin: float                 # points exist where the separation is less [m]
    first: int                    # first block of the lists in Pairs that the call may use


@formula
def greatest_of(a, b):
    """The greatest of two times three numbers."""
    return maximum(maximum(maximum(a[0], a[1]), a[2]), maximum(maximum(b[0], b[1]), b[2]))


@formula
def along_face(boxes, face, code):
    """Where the normal of the edge axis `code` is nearly that of the ReferenceFace."""
    axis_a, axis_b = edge_directions(code, boxes.c)
    normal = edge_normal(axis_a, axis_b, boxes.t)
    seen = select3(face.of_b, transform_transposed(boxes.c, normal), normal)
    return absolute(chosen_of(face.axis, seen)) > SAME_NORMAL


@formula
def listed_boxes(bodies, pairs, listing, place):
    """The sixteen listed pairs from `place` on, as a BoxPair."""
    rows, at_a, at_b = pairs.listed_rows, listing.a + place, listing.b + place
    a, b = gather_half(bodies.shape, rows, at_a, 0), gather_half(bodies.shape, rows, at_b, 0)
    pose_a, pose_b = poses_after(bodies, BodyIndices(rows, rows, at_a, at_b), load(pairs.listed_numbers, listing.time + place))
    return box_pair(pose_a, pose_b, (a[0], a[1], a[2]), (b[0], b[1], b[2]))


@formula
def all_faces(boxes):
    """(separations along A's face normals, along B's, |C|)."""
    size = absolute3(boxes.c[0]), absolute3(boxes.c[1]), absolute3(boxes.c[2])
    turned_size = (size[0][0], size[1][0], size[2][0]), (size[0][1], size[1][1], size[2][1]), (
        size[0][2], size[1][2], size[2][2])
    return (face_separations(boxes.t, boxes.half_a, boxes.half_b, size),
            face_separations(transform_transposed(boxes.c, boxes.t), boxes.half_b, boxes.half_a, turned_size), size)


@formula
def find_distances(listing, count, bodies, pairs, margin):
    """Write the separations of the listed pairs, and keep only those listed that may have points; returns how many remain."""
    left, numbers = 0, pairs.listed_numbers
    for place in range(0, count, W):
        boxes = listed_boxes(bodies, pairs, listing, place)
        faces_a, faces_b, size = all_faces(boxes)
        edge = best_edge(boxes, size)
        distance = maximum(greatest_of(faces_a, faces_b), edge.separation)
        store(numbers, listing.edge + place, edge.separation)
        store(numbers, listing.code + place, edge.code)
        store(numbers, listing.distance + place, distance)
        near = distance < maximum(load(numbers, listing.reach + place), margin)
        left = keep_listed(listing, Selection(place, count, left), near, pairs)
    return left


@formula
def find_points(listing, place, bodies, pairs, margin):
    """Find the manifolds of the sixteen listed pairs from `place` on."""
    start, numbers = manifold_start(listing.found + place // W), pairs.listed_numbers
    edge = EdgeAxis(load(numbers, listing.edge + place), load(numbers, listing.code + place))
    near = maximum(load(numbers, listing.reach + place), margin)
    put_boxes(pairs.found, start, listed_boxes(bodies, pairs, listing, place), edge, near)


@formula
def put_boxes(manifolds, start, boxes, edge, near):
    """Write the manifolds of a BoxPair with this best EdgeAxis, of points nearer than `near` [m]."""
    faces_a, faces_b, _ = all_faces(boxes)
    best = greatest_of(faces_a, faces_b)
    touching = maximum(best, edge.separation) < near
    least = tolerance(EDGE_LENGTH, (least3(boxes.half_a), least3(boxes.half_b)), boxes.noise)
    share = EDGE_SHARE * absolute(edge.separation)
    exact = tolerance(ROUNDING, (greatest3(boxes.half_a), greatest3(boxes.half_b)), boxes.noise)
    better = maximum(share, least)
    crossing, less = touching & (edge.separation > best + better), (edge.separation > best) & (edge.separation < 0.0)
    face, worst = reference_face(boxes, faces_a, faces_b), full_like(best, FAR)
    if any_lane(crossing):
        worst = select(crossing, select(along_face(boxes, face, edge.code), edge.separation + better, -FAR), worst)
    deepest = select(less, edge.separation - maximum(share, exact), -FAR)
    held = put_faces(manifolds, start, FaceLimits(touching, worst, deepest, near), boxes, face)
    crossing = touching & (crossing | less) & ~held
    if any_lane(crossing):
        put_edges(manifolds, start, crossing, edge, boxes)


@kernel
def collide_box_box(begin, end, bodies, pairs, rule):
    """Manifolds of the pairs in blocks begin .. end - 1 that are not kept; `rule` is a BoxRule.

    Reads   bodies.pose, bodies.velocity, bodies.shape, pairs.a, pairs.b, pairs.anchors, pairs.ahead, rule
    Writes  pairs.manifolds pairs.found pairs.listed_rows pairs.listed_numbers
    """
    margin, listing = rule.margin, listing_of(end - begin, rule.first)
    count = list_pairs(begin, end, pairs, listing)
    count = find_distances(listing, count, bodies, pairs, margin)
    for place in range(0, count, W):
        find_points(listing, place, bodies, pairs, margin)
    take_found(begin, end, pairs, listing, margin)
