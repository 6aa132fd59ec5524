"""Normals that lose the components a neighbour covers, and impulses that go over to a neighbour: see `seams.covered_contacts`.

    n = components of the old normal along the faces that are not covered, made a unit vector
    separation = (n . old) (old separation)                   of spheres
    separation = n . p - (reach of the box along n)           of boxes, p the point of the other body

A sphere is looked at where it is now, also where it would meet the edge later in the step: it is deflected by what it meets
before.  Where the face that a box goes on to is level with the one that it comes from, one contact says all.  Where it rises, as
in a loop, n is the normal of that face: the one before ends at the edge and would let the box sink into the next.
"""
from __future__ import annotations

from physics.bodies.arrays import (
    AHEAD_SLOTS,
    ANCHOR_SLOTS,
    COUNT,
    KNOWN,
    MANIFOLD_SLOTS,
    MEETING,
    NORMAL,
    POINT_IMPULSES,
    POINT_SLOTS,
    POINTS,
    POSITION,
    SEPARATION,
)
from physics.collision.seams.covered_faces import (
    COMPONENTS,
    LEAST,
    arm_of,
    axes_of,
    found_separation,
    outward_normal,
    parting_of,
    size_of,
    slot_of,
    vector_at,
)
from physics.collision.seams.flush_faces import sides_of
from physics.collision.shape_kinds import SPHERE
from physics.compile.decorators import formula
from physics.simd.functions import maximum, sqrt
from physics.simd.mat33 import transform, transform_transposed
from physics.simd.vec3 import absolute3, add, add_scaled, cross, dot, scale, sub


@formula
def hand_over(pairs, source, target):
    """Move the impulses of a pair to the points of another, in equal shares."""
    count = int(pairs.manifolds[slot_of(target, COUNT, MANIFOLD_SLOTS)])
    for k in range(POINT_IMPULSES):
        total = 0.0 * pairs.impulses[source, k]
        for j in range(4):
            total += pairs.impulses[source, j * POINT_IMPULSES + k]
            pairs.impulses[source, j * POINT_IMPULSES + k] = 0
        for j in range(count):
            pairs.impulses[target, j * POINT_IMPULSES + k] += total / count
    for k in range(pairs.centres.shape[1]):
        pairs.centres[target, k] += pairs.centres[source, k]
        pairs.centres[source, k] = 0


@formula
def look_now(bodies, pairs, entry, row):
    """(outward normal, separation) of a pair of a sphere and a box from where the sphere is now to the point it would meet."""
    radius = bodies.shape[pairs.a[entry], 0]
    toward = scale(radius + found_separation(bodies, pairs, entry, 0), outward_normal(pairs, entry, row))
    away = sub(toward, parting_of(bodies, pairs, entry))
    reach = sqrt(dot(away, away))
    return scale(1 / reach, away), reach - radius


@formula
def turn_sphere(pairs, entry, n, separation, radius):
    """Let a pair of a sphere (a) and a box have this outward normal of the box."""
    pairs.manifolds[slot_of(entry, POINTS + SEPARATION, MANIFOLD_SLOTS)] = separation
    for k, x in enumerate(n):
        pairs.manifolds[slot_of(entry, POINTS + POSITION + k, MANIFOLD_SLOTS)] = -radius * x
        pairs.manifolds[slot_of(entry, NORMAL + k, MANIFOLD_SLOTS)] = -x


@formula
def turn_points(bodies, pairs, entry, own, row):
    """Let a pair of boxes have the outward normal `own`, in the axes of the box `row`.  Its points on the other body stay where
    they are; their separations are from the box, along that normal."""
    rows, old, sign = axes_of(bodies, row), outward_normal(pairs, entry, row), 1.0 if pairs.a[entry] == row else -1.0
    n, half = transform(rows, own), size_of(bodies, row)
    reach, parted = dot(absolute3(own), half), sign * dot(n, parting_of(bodies, pairs, entry))
    for j in range(int(pairs.manifolds[slot_of(entry, COUNT, MANIFOLD_SLOTS)])):
        point, found = POINTS + j * POINT_SLOTS, found_separation(bodies, pairs, entry, j)
        touching = add_scaled(arm_of(bodies, pairs, entry, j, row), 0.5 * found, old)
        left = dot(n, touching) - reach
        shift = add_scaled(scale(-0.5 * left, n), 0.5 * found, old)
        arm = add(vector_at(pairs.manifolds, entry, point + POSITION, MANIFOLD_SLOTS), shift)
        pairs.manifolds[slot_of(entry, point + SEPARATION, MANIFOLD_SLOTS)] = left + parted
        for k, x in enumerate(arm):
            pairs.manifolds[slot_of(entry, point + POSITION + k, MANIFOLD_SLOTS)] = x
    for k, x in enumerate(n):
        pairs.manifolds[slot_of(entry, NORMAL + k, MANIFOLD_SLOTS)] = sign * x
    if pairs.ahead[slot_of(entry, MEETING, AHEAD_SLOTS)] == 0.0:
        pairs.anchors[slot_of(entry, KNOWN, ANCHOR_SLOTS)] = 0


@formula
def left_of(normal, kept):
    """The components of a normal in the axes of a box that `kept` says are left."""
    return (normal[0] if kept & 1 else 0.0 * normal[0], normal[1] if kept & 2 else 0.0 * normal[1],
            normal[2] if kept & 4 else 0.0 * normal[2])


@formula
def flush_normal(bodies, pairs, row, passed, other):
    """In the axes of the box `row` the normal of that flush face, of those passed, that faces most along the normal of the pair
    other = (entry, row of its fixed body)."""
    n, sides = transform_transposed(axes_of(bodies, row), outward_normal(pairs, other[0], other[1])), sides_of(passed)
    along = sides[0] * n[0], sides[1] * n[1], sides[2] * n[2]
    first = along[0] >= along[1] and along[0] >= along[2]
    second = not first and along[1] >= along[2]
    return (1.0 * sides[0] if first else 0.0, 1.0 * sides[1] if second else 0.0,
            0.0 if first or second else 1.0 * sides[2])


@formula
def unit_left(bodies, pairs, entry, row, kept):
    """What is left of the normal of a pair of boxes, in the axes of the box `row`, as a unit vector; 0 where nothing is."""
    m = left_of(transform_transposed(axes_of(bodies, row), outward_normal(pairs, entry, row)), kept)
    square = dot(m, m)
    return scale(1.0 / sqrt(square) if square > LEAST * LEAST else 0.0, m)


@formula
def is_along(bodies, pairs, own, row, other):
    """Whether a normal in the axes of the box `row` is that of the pair (entry, row of the body with the flush face) `other`."""
    bent = cross(transform(axes_of(bodies, row), own), outward_normal(pairs, other[0], other[1]))
    return dot(bent, bent) <= LEAST * LEAST


@formula
def turn_sphere_normal(bodies, pairs, entry, row, seam):
    """Leave only the components `kept` of the normal of a sphere's pair in the axes of the box `row`; seam = (kept, margin).

    Returns whether a contact remains.  The sphere is looked at where it is now: it is deflected by what it meets before.
    """
    kept, margin = seam
    rows, (old, separation) = axes_of(bodies, row), look_now(bodies, pairs, entry, row)
    m = left_of(transform_transposed(rows, old), kept)
    square = dot(m, m)
    separation = sqrt(square) * separation                # its component along what remains
    if square <= LEAST * LEAST or separation > margin:
        return False
    n = transform(rows, scale(1.0 / sqrt(square), m))
    turn_sphere(pairs, entry, n, separation, bodies.shape[pairs.a[entry], 0])
    return True


@formula
def keeps_turned(bodies, pairs, entry, row, seam):
    """Turn the normal of a covered pair; returns whether it stays a contact.

    seam = (kept components, margin, entry of the pair that covers, row of its fixed body, whether nothing covers that one).
    """
    kept, margin, cover, fixed, alone = seam
    if bodies.kind[pairs.a[entry]] == SPHERE:
        return not alone and turn_sphere_normal(bodies, pairs, entry, row, (kept, margin))
    if alone:
        own = flush_normal(bodies, pairs, row, kept >> COMPONENTS, (cover, fixed))
        stays = not is_along(bodies, pairs, own, row, (cover, fixed))
    else:
        own = unit_left(bodies, pairs, entry, row, kept)
        stays = dot(own, own) > 0.0
    if stays:
        turn_points(bodies, pairs, entry, own, row)
    return stays
