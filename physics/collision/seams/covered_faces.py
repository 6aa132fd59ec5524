"""Faces of boxes that another body covers at a contact: see `seams.covered_contacts`."""
from __future__ import annotations

from typing import NamedTuple

from physics.bodies.arrays import (
    ANCHOR_SLOTS,
    BETWEEN,
    COUNT,
    KNOWN,
    MANIFOLD_SLOTS,
    NORMAL,
    POINT_SLOTS,
    POINTS,
    POSITION,
    SEPARATION,
)
from physics.collision.shape_kinds import BOX, PLANE, SPHERE
from physics.compile.decorators import formula
from physics.simd.functions import absolute, maximum, minimum
from physics.simd.mat33 import rotation_matrix, transform, transform_transposed
from physics.simd.value import W
from physics.simd.vec3 import add, add_scaled, dot, negate, sub

COMPONENTS = 3                                   # of a normal, as bits
LEAST = 1e-3                                     # component of a normal that counts: a lesser tilt stops nothing


class Face(NamedTuple):
    """A face of a box at a contact: the pair, the row of the box, and the axis of the face."""

    entry: int
    row: int
    axis: int


class Surface(NamedTuple):
    """A point on a box: where it is, and the normal of the contact there, in the box's axes."""

    place: tuple
    normal: tuple


@formula
def slot_of(entry, slot, slots):
    """Where a slot of a pair lies in an array of blocks with so many slots."""
    return (entry // W * slots + slot) * W + entry % W


@formula
def vector_at(array, entry, slot, slots):
    """Three neighbouring slots of a pair."""
    return (array[slot_of(entry, slot, slots)], array[slot_of(entry, slot + 1, slots)], array[slot_of(entry, slot + 2, slots)])


@formula
def position_of(bodies, row):
    """Position of a body [m]."""
    return bodies.pose[row, 0], bodies.pose[row, 1], bodies.pose[row, 2]


@formula
def axes_of(bodies, row):
    """Rotation matrix of a body by rows."""
    return rotation_matrix((bodies.pose[row, 3], bodies.pose[row, 4], bodies.pose[row, 5], bodies.pose[row, 6]))


@formula
def size_of(bodies, row):
    """Half extents of a box [m], or the normal of a plane."""
    return bodies.shape[row, 0], bodies.shape[row, 1], bodies.shape[row, 2]


@formula
def between_of(bodies, pairs, entry):
    """The vector from a's centre to b's at which a manifold was found [m]."""
    if pairs.anchors[slot_of(entry, KNOWN, ANCHOR_SLOTS)] > 0.0:
        return vector_at(pairs.anchors, entry, BETWEEN, ANCHOR_SLOTS)
    return sub(position_of(bodies, pairs.b[entry]), position_of(bodies, pairs.a[entry]))


@formula
def outward_normal(pairs, entry, row):
    """The normal of a pair, out of the body of row `row`."""
    n = vector_at(pairs.manifolds, entry, NORMAL, MANIFOLD_SLOTS)
    return n if pairs.a[entry] == row else negate(n)


@formula
def arm_of(bodies, pairs, entry, j, row):
    """Point j of a pair from the centre of the body of row `row` along the world's axes [m]."""
    arm = vector_at(pairs.manifolds, entry, POINTS + j * POINT_SLOTS + POSITION, MANIFOLD_SLOTS)
    return arm if pairs.a[entry] == row else sub(arm, between_of(bodies, pairs, entry))


@formula
def parting_of(bodies, pairs, entry):
    """By how much b moved against a since the manifold of a pair was found [m]; that of bodies that will meet lies ahead."""
    now = sub(position_of(bodies, pairs.b[entry]), position_of(bodies, pairs.a[entry]))
    return sub(now, between_of(bodies, pairs, entry))


@formula
def found_separation(bodies, pairs, entry, j):
    """Separation of point j of a pair at the poses at which its manifold was found [m]."""
    parted = dot(vector_at(pairs.manifolds, entry, NORMAL, MANIFOLD_SLOTS), parting_of(bodies, pairs, entry))
    return pairs.manifolds[slot_of(entry, POINTS + j * POINT_SLOTS + SEPARATION, MANIFOLD_SLOTS)] - parted


@formula
def gap_share(bodies, pairs, entry):
    """Share of the separation between the surface of the body with the edge and a point: points of spheres are on the sphere."""
    return 1.0 if bodies.kind[pairs.a[entry]] == SPHERE else 0.5


@formula
def surface_at(bodies, pairs, face, j):
    """The Surface of the box of a Face at point j of its pair."""
    entry, row = face.entry, face.row
    rows, n = axes_of(bodies, row), outward_normal(pairs, entry, row)
    gap = gap_share(bodies, pairs, entry) * found_separation(bodies, pairs, entry, j)
    arm = add_scaled(arm_of(bodies, pairs, entry, j, row), -gap, n)
    return Surface(transform_transposed(rows, arm), transform_transposed(rows, n))


@formula
def inside(bodies, row, q):
    """Whether a point is inside a box or below a plane."""
    if bodies.kind[row] == PLANE:
        return dot(size_of(bodies, row), q) <= bodies.shape[row, 3]
    p, half = transform_transposed(axes_of(bodies, row), sub(q, position_of(bodies, row))), size_of(bodies, row)
    return bodies.kind[row] == BOX and absolute(p[0]) <= half[0] and absolute(p[1]) <= half[1] and absolute(p[2]) <= half[2]


@formula
def held_inside(x, half, side, tolerance):
    """x, but no nearer than the tolerance to the faces at +-half; at the face on `side` (1 or -1), where that is not 0."""
    most = maximum(half - tolerance, 0.0)
    return maximum(minimum(x, most), -most) if side == 0 else side * most


@formula
def beside(surface, k, half, limits):
    """The point q of a Surface for the face of axis k, in the box's axes; limits as in `covers`."""
    (x, y, z), (sides, tolerance) = surface.place, limits
    qx, qy = held_inside(x, half[0], sides[0], tolerance), held_inside(y, half[1], sides[1], tolerance)
    qz = held_inside(z, half[2], sides[2], tolerance)
    if k == 0:
        qx = half[0] + tolerance if surface.normal[0] > 0.0 else -half[0] - tolerance
    elif k == 1:
        qy = half[1] + tolerance if surface.normal[1] > 0.0 else -half[1] - tolerance
    else:
        qz = half[2] + tolerance if surface.normal[2] > 0.0 else -half[2] - tolerance
    return qx, qy, qz


@formula
def on_face(surface, k, half, tolerance):
    """Whether the normal of a Surface points out of a face of axis k on which it lies."""
    n, x, h = surface.normal[0], surface.place[0], half[0]
    if k == 1:
        n, x, h = surface.normal[1], surface.place[1], half[1]
    elif k == 2:
        n, x, h = surface.normal[2], surface.place[2], half[2]
    return absolute(n) > LEAST and (x if n > 0.0 else -x) > h - 2 * tolerance


@formula
def covers(bodies, pairs, face, other, limits):
    """Whether the body `other` covers a Face at all points of its pair; limits = (sides of its box on which flush faces
    are passed, see `flush_faces.sides_of`, flush tolerance [m])."""
    half, row, (_, tolerance) = size_of(bodies, face.row), face.row, limits
    for j in range(int(pairs.manifolds[slot_of(face.entry, COUNT, MANIFOLD_SLOTS)])):
        surface = surface_at(bodies, pairs, face, j)
        if not on_face(surface, face.axis, half, tolerance):
            return False
        q = add(position_of(bodies, row), transform(axes_of(bodies, row), beside(surface, face.axis, half, limits)))
        if not inside(bodies, other, q):
            return False
    return True
