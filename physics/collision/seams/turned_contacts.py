"""Normals that lose the components a neighbour covers, and impulses that go over to a neighbour: see `seams.covered_contacts`.

    n = components of the old normal along the faces that are not covered, made a unit vector
    separation = (n . old) (old separation)

A sphere is looked at where it is now, also where it would meet the edge later in the step: it is deflected by what it meets
before.  Points of boxes on the box with the edge stay where they are.
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
    LEAST,
    axes_of,
    found_separation,
    outward_normal,
    parting_of,
    slot_of,
    vector_at,
)
from physics.collision.shape_kinds import SPHERE
from physics.compile.decorators import formula
from physics.simd.functions import sqrt
from physics.simd.mat33 import transform, transform_transposed
from physics.simd.vec3 import add, add_scaled, dot, scale, sub


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
def turn_points(bodies, pairs, entry, n, row):
    """Let a pair of boxes have this outward normal of the box `row`; its points on that box stay where they are."""
    old, sign = outward_normal(pairs, entry, row), 1.0 if pairs.a[entry] == row else -1.0
    share, parted = dot(n, old), sign * dot(n, parting_of(bodies, pairs, entry))
    for j in range(int(pairs.manifolds[slot_of(entry, COUNT, MANIFOLD_SLOTS)])):
        point, found = POINTS + j * POINT_SLOTS, found_separation(bodies, pairs, entry, j)
        shift = add_scaled(scale(0.5 * share * found, n), -0.5 * found, old)
        arm = add(vector_at(pairs.manifolds, entry, point + POSITION, MANIFOLD_SLOTS), shift)
        pairs.manifolds[slot_of(entry, point + SEPARATION, MANIFOLD_SLOTS)] = share * found + parted
        for k, x in enumerate(arm):
            pairs.manifolds[slot_of(entry, point + POSITION + k, MANIFOLD_SLOTS)] = x
    for k, x in enumerate(n):
        pairs.manifolds[slot_of(entry, NORMAL + k, MANIFOLD_SLOTS)] = sign * x
    if pairs.ahead[slot_of(entry, MEETING, AHEAD_SLOTS)] == 0.0:
        pairs.anchors[slot_of(entry, KNOWN, ANCHOR_SLOTS)] = 0


@formula
def turn_normal(bodies, pairs, entry, row, seam):
    """Leave only the components `kept` of a pair's normal in the axes of the box `row`; seam = (kept, margin).

    Returns whether a contact remains.  A sphere is looked at where it is now: it is deflected by what it meets before.
    """
    kept, margin = seam
    rows, round_ = axes_of(bodies, row), bodies.kind[pairs.a[entry]] == SPHERE
    old, separation = outward_normal(pairs, entry, row), 0.0 * margin
    if round_:
        old, separation = look_now(bodies, pairs, entry, row)
    m = transform_transposed(rows, old)
    m = (m[0] if kept & 1 else 0.0 * m[0], m[1] if kept & 2 else 0.0 * m[1], m[2] if kept & 4 else 0.0 * m[2])
    square = dot(m, m)
    separation = sqrt(square) * separation                # its component along what remains
    if square <= LEAST * LEAST or separation > margin:
        return False
    n = transform(rows, scale(1 / sqrt(square), m))
    if round_:
        turn_sphere(pairs, entry, n, separation, bodies.shape[pairs.a[entry], 0])
    else:
        turn_points(bodies, pairs, entry, n, row)
    return True
