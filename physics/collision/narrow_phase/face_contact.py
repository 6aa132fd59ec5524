"""A face of one box on another box: up to four points.

The reference face is the one whose normal n separates best: one of A unless one of B is better by more than a tie.  The
incident face is the face of the other box whose normal is most opposed to n; it is clipped against the reference face.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.collision.narrow_phase.axis_choice import chosen_of, greatest3, greatest_axis, least3, turned, turned_rows
from physics.collision.narrow_phase.clip import clip_faces
from physics.collision.narrow_phase.edge_contact import FACE_FEATURES
from physics.collision.narrow_phase.manifold import ManifoldPoint, put_no_points, put_normal, put_point
from physics.collision.narrow_phase.manifold_reduction import reduce_candidates
from physics.collision.tolerance import tolerance
from physics.compile.decorators import formula
from physics.simd.functions import absolute, fma, full_like, minimum, select
from physics.simd.mat33 import column, transform_transposed
from physics.simd.vec3 import absolute3, add_scaled, negate, scale, select3, zero3

TIE_LENGTH = 0.002                              # share of the smallest half length by which a face of B must be better
SLACK_LENGTH = 0.001                            # share of the smaller face's lesser half length that counts as nothing


class ReferenceFace(NamedTuple):
    """The reference face of sixteen pairs of boxes."""

    of_b: object                  # mask: a face of B
    axis: object                  # AxisChoice of its normal among the box's axes
    down: object                  # mask: its normal points against the axis


class FaceLimits(NamedTuple):
    """Which lanes of a block get points of a face."""

    touching: object              # mask: no other lanes
    worst: object                 # only lanes whose deepest point is below this [m]
    deepest: object               # and not below this [m]
    margin: object                # only points below this [m]


@formula
def columns(m):
    """The columns of a matrix given by rows."""
    return column(m, 0), column(m, 1), column(m, 2)


@formula
def incident_face(axes, t, half):
    """Centre, half edges a, b and half lengths of the face most opposed to n, in the reference frame.

    `axes` are rows n, u, v, the other box's axes in the reference frame; t is its centre, `half` are its half lengths.
    """
    n, u, v = axes
    choice = greatest_axis(absolute3(n))
    n, u, v, h = turned(choice, n), turned(choice, u), turned(choice, v), turned(choice, half)
    depth = select(n[0] < 0.0, h[0], -h[0])
    centre = (fma(depth, u[0], t[1]), fma(depth, v[0], t[2]), fma(depth, n[0], t[0]))
    return centre, scale(h[1], (u[1], v[1], n[1])), scale(h[2], (u[2], v[2], n[2])), (h[1], h[2])


@formula
def real_points(points, exist, margin):
    """Which of four candidates exist and lie lower than `margin`."""
    return (exist[0] & (points[0][2] < margin), exist[1] & (points[1][2] < margin),
            exist[2] & (points[2][2] < margin), exist[3] & (points[3][2] < margin))


@formula
def reference_face(boxes, faces_a, faces_b):
    """The ReferenceFace, from the separations along the face normals of A and of B."""
    tie = tolerance(TIE_LENGTH, (least3(boxes.half_a), least3(boxes.half_b)), boxes.noise)
    of_b = greatest3(faces_b) > greatest3(faces_a) + tie
    choice = greatest_axis(select3(of_b, faces_b, faces_a))
    back = negate(transform_transposed(boxes.c, boxes.t))
    return ReferenceFace(of_b, choice, chosen_of(choice, select3(of_b, back, boxes.t)) < 0.0)


@formula
def candidates(boxes, face, margin):
    """The clipped points in the reference frame, whether they exist, the frame's slack, and its height above the centre."""
    of_b, choice, down = face.of_b, face.axis, face.down
    cb, back = columns(boxes.c), negate(transform_transposed(boxes.c, boxes.t))
    axes = (select3(of_b, cb[0], boxes.c[0]), select3(of_b, cb[1], boxes.c[1]), select3(of_b, cb[2], boxes.c[2]))
    axes, toward = turned_rows(choice, axes), turned(choice, select3(of_b, back, boxes.t))
    half = turned(choice, select3(of_b, boxes.half_b, boxes.half_a))
    n = select3(down, negate(axes[0]), axes[0])
    above = (absolute(toward[0]) - half[0], toward[1], toward[2])
    centre, a, b, other = incident_face((n, axes[1], axes[2]), above, select3(of_b, boxes.half_a, boxes.half_b))
    slack = tolerance(SLACK_LENGTH, (minimum(half[1], half[2]), minimum(other[0], other[1])), boxes.noise)
    points, exist = clip_faces((half[1], half[2]), centre, a, b, slack)
    low = (real_points(points[0], exist[0], margin), real_points(points[1], exist[1], margin),
           real_points(points[2], exist[2], margin))
    return points, low, slack, half[0]


@formula
def world_point(chosen, origin, axes, height, code):
    """The ManifoldPoint of a chosen candidate; `axes` are rows n, u, v of the reference frame in the world."""
    point = chosen.point
    middle = add_scaled(origin, fma(0.5, point[2], height), axes[0])
    position = add_scaled(add_scaled(middle, point[0], axes[1]), point[1], axes[2])
    return ManifoldPoint(position, point[2], fma(FACE_FEATURES, code, chosen.number))


@formula
def put_faces(manifolds, start, limits, boxes, face):
    """Write the manifolds of a block, of a ReferenceFace under FaceLimits; returns the mask of lanes that got points."""
    of_b, choice, down = face.of_b, face.axis, face.down
    points, exist, slack, height = candidates(boxes, face, limits.margin)
    four = reduce_candidates(points, exist, slack)
    lowest = four[0].point[2]
    allowed = limits.touching & four[0].exists & (lowest < limits.worst) & (lowest >= limits.deepest)
    ra, rb, zero = columns(boxes.rows_a), columns(boxes.rows_b), full_like(slack, 0.0)
    rows = select3(of_b, rb[0], ra[0]), select3(of_b, rb[1], ra[1]), select3(of_b, rb[2], ra[2])
    axes = turned_rows(choice, rows)
    axes = (select3(down, negate(axes[0]), axes[0]), axes[1], axes[2])
    put_normal(manifolds, start, select3(of_b, negate(axes[0]), axes[0]))
    code = chosen_of(choice, (zero, zero + 2.0, zero + 4.0)) + select(down, 1.0, zero) + select(of_b, 6.0, zero)
    origin = select3(of_b, boxes.d, zero3(slack))
    count = zero
    for number in range(4):
        point = world_point(four[number], origin, axes, height, code)
        count = count + put_point(manifolds, start, number, allowed & four[number].exists, point)
    put_no_points(manifolds, start, 4, count)
    return allowed
