"""Which faces of a box are flush with a neighbour's, as bits of Bodies.flush, and whether a body is where it can touch one.

    bit 2 k          face at -h_k along the box's axis k
    bit 2 k + 1      face at +h_k

A body touches a face, or an edge of it, only where some part of it is beyond the face's plane.  So a body in a pit is at none of
the seams on the outside of its walls.  The mark of a plane is WHOLE: everything that touches it is above it.
"""
from __future__ import annotations

from physics.collision.seams.covered_faces import axes_of, size_of
from physics.collision.shape_kinds import BOX, SPHERE
from physics.compile.decorators import formula
from physics.simd.functions import absolute
from physics.simd.mat33 import transform
from physics.simd.mat33 import transform_transposed as along
from physics.simd.vec3 import absolute3, dot

WHOLE = 1
BENT = 0.5 ** 0.5                                # cosine of the angle below which a face goes on in another: half a right angle


@formula
def face_bit(axis, positive):
    """The bit of a box's face on the positive or the negative side of its axis."""
    return 1 << (2 * axis + (1 if positive else 0))


@formula
def extents_along(bodies, row, axes):
    """Half extents of a sphere or a box along the axes of a rotation matrix [m]."""
    if bodies.kind[row] == SPHERE:
        radius = bodies.shape[row, 0]
        return radius, radius, radius
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = axes_of(bodies, row)
    half = size_of(bodies, row)
    x, y, z = absolute3(along(axes, (xx, yx, zx))), absolute3(along(axes, (xy, yy, zy))), absolute3(along(axes, (xz, yz, zz)))
    return (dot((x[0], y[0], z[0]), half), dot((x[1], y[1], z[1]), half), dot((x[2], y[2], z[2]), half))


@formula
def faces_passed(bodies, row, other, seen):
    """Bits of the flush faces of the box `row` that the body `other` is beyond; seen as in `at_flush_face`."""
    flush, axes, half, passed = int(bodies.flush[row]), axes_of(bodies, row), size_of(bodies, row), 0
    place, extents = along(axes, seen[0]), extents_along(bodies, other, axes)
    for k in range(3):
        beyond = extents[k] - half[k] + seen[1]
        if beyond + place[k] > 0.0:
            passed |= flush & face_bit(k, True)
        if beyond - place[k] > 0.0:
            passed |= flush & face_bit(k, False)
    return passed


@formula
def at_flush_face(bodies, row, other, seen):
    """Whether the body `other` is beyond a flush face of the body `row`; seen = (its centre from that of `row`, slack) [m]."""
    flush = int(bodies.flush[row])
    if flush == 0 or bodies.kind[row] != BOX:
        return flush != 0
    return faces_passed(bodies, row, other, seen) != 0


@formula
def faces_going_on(bodies, row, other):
    """Bits of the faces of the box `row` that go on in flush faces of the box `other`: these face the same way, but for a bend of
    less than half a right angle."""
    mine, axes, flush, found = axes_of(bodies, row), axes_of(bodies, other), int(bodies.flush[other]), 0
    for k in range(3):
        seen = along(axes, transform(mine, (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)))
        for j in range(3):
            for positive in (True, False):
                facing = seen[j] if positive else -seen[j]
                if flush & face_bit(j, positive) and absolute(facing) > BENT:
                    found |= face_bit(k, facing > 0.0)
    return found


@formula
def at_face_flush_with(bodies, row, moving, seen, other):
    """Whether the body `moving` is beyond a flush face of the box `row` that goes on in the body `other`; seen as in
    `at_flush_face`."""
    if bodies.kind[other] != BOX:
        return True
    return faces_passed(bodies, row, moving, seen) & faces_going_on(bodies, row, other) != 0
