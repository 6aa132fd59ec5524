"""Which faces of a box are flush with a neighbour's, as bits of Bodies.flush, and whether a body is where it can touch one.

    bit 2 k          face at -h_k along the box's axis k
    bit 2 k + 1      face at +h_k

A body touches a face, or an edge of it, only where some part of it is beyond the face's plane.  So a body in a pit is at none of
the seams on the outside of its walls.  The mark of a plane is WHOLE: everything that touches it is above it.
"""
from __future__ import annotations

from physics.collision.seams.covered_faces import LEAST, axes_of, outward_normal, size_of
from physics.collision.shape_kinds import BOX, SPHERE
from physics.compile.decorators import formula
from physics.simd.functions import absolute
from physics.simd.mat33 import transform
from physics.simd.mat33 import transform_transposed as along
from physics.simd.vec3 import absolute3, add_scaled, dot, negate

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
def sides_of(bits):
    """For each axis on which side one of these faces is: 1, -1, or 0 for none or both."""
    return ((bits >> 1 & 1) - (bits & 1), (bits >> 3 & 1) - (bits >> 2 & 1), (bits >> 5 & 1) - (bits >> 4 & 1))


@formula
def flush_faces_passed(bodies, row, moving, seen, other):
    """Bits of the flush faces of the box `row` that the body `moving` is beyond and that go on in the body `other`; seen as in
    `at_flush_face`."""
    passed = faces_passed(bodies, row, moving, seen)
    return passed & faces_going_on(bodies, row, other) if bodies.kind[other] == BOX else passed


@formula
def axis_of(rows, k):
    """Axis k of a rotation matrix by rows."""
    return transform(rows, (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0))


@formula
def normal_going_on(bodies, row, passed, other):
    """The normal of the body `other` where these flush faces of the box `row` go on in it."""
    if bodies.kind[other] != BOX:
        return size_of(bodies, other)
    (x, y, z), axes = sides_of(passed), axes_of(bodies, other)
    seen = along(axes, transform(axes_of(bodies, row), (1.0 * x, 1.0 * y, 1.0 * z)))
    a, b, c = absolute(seen[0]), absolute(seen[1]), absolute(seen[2])
    k = 0 if a >= b and a >= c else (1 if b >= c else 2)
    n, facing = axis_of(axes, k), seen[0] if k == 0 else (seen[1] if k == 1 else seen[2])
    return n if facing >= 0.0 else negate(n)


@formula
def rises_beyond(bodies, pairs, face, passed, other):
    """Whether the surface is level or rises along the normal of a Face's contact where it goes on in the body `other`; past a
    ridge it falls.  One that goes on in two opposite faces is a body that goes on, and covers all of the Face."""
    x, y, z = sides_of(passed)
    if x == 0 and y == 0 and z == 0:
        return True
    n, rows = outward_normal(pairs, face.entry, face.row), axes_of(bodies, face.row)
    m, out = normal_going_on(bodies, face.row, passed, other), axis_of(rows, face.axis)
    on = add_scaled(out, -dot(out, m), m)                 # along the surface, out of the face or into it
    return dot(n, on) * (1.0 if dot(n, out) > 0.0 else -1.0) > LEAST
