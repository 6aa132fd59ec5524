"""Hidden faces: faces of a box that lie on or in another box, or on a plane, as a wall's foot does on a floor.

Nothing touches them, so no body passes a seam there.  A face is hidden by a body where its corners, moved out of the face by
twice the flush tolerance, are inside that body, at the flush tolerance from its surface.
"""
from __future__ import annotations

from physics.bodies.arrays import PLANE_OFFSET
from physics.collision.seams.covered_faces import size_of
from physics.collision.seams.flush_faces import face_bit
from physics.collision.seams.solid_boxes import solid_box
from physics.collision.shape_kinds import BOX
from physics.compile.decorators import formula
from physics.simd.functions import absolute
from physics.simd.mat33 import column, transform_transposed
from physics.simd.vec3 import add_scaled, dot, sub


@formula
def is_inside(bodies, row, point, tolerance):
    """Whether a point is inside a box or below a plane, or no farther from it than `tolerance`."""
    if bodies.kind[row] != BOX:
        return dot(size_of(bodies, row), point) - bodies.shape[row, PLANE_OFFSET] <= tolerance
    box, inside = solid_box(bodies, row), True
    place = transform_transposed(box.turn, sub(point, box.centre))
    for k in range(3):
        inside = inside and absolute(place[k]) <= box.half[k] + tolerance
    return inside


@formula
def is_hidden(bodies, row, face, other, tolerance):
    """Whether a face of the box in `row` is hidden by the body in row `other`; face = (axis, whether it is the positive one)."""
    box, (axis, positive), hidden = solid_box(bodies, row), face, True
    out, m, n = box.half[axis] + 2.0 * tolerance, (axis + 1) % 3, (axis + 2) % 3
    middle = add_scaled(box.centre, out if positive else -out, column(box.turn, axis))
    for x in (-box.half[m], box.half[m]):
        for y in (-box.half[n], box.half[n]):
            corner = add_scaled(add_scaled(middle, x, column(box.turn, m)), y, column(box.turn, n))
            hidden = hidden and is_inside(bodies, other, corner, tolerance)
    return hidden


@formula
def hide_faces(bodies, row, other, tolerance):
    """Clear the marks of the flush faces of the box in `row` that the body in row `other` hides."""
    for axis in range(3):
        for positive in (False, True):
            bit = face_bit(axis, positive)
            if bodies.flush[row] & bit and is_hidden(bodies, row, (axis, positive), other, tolerance):
                bodies.flush[row] &= ~bit
