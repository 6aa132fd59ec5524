"""Which boxes have flush neighbours: bodies roll and slide from a face of theirs onto a neighbour's.

    face f of box A, edge e of face g of box B:     |n_f . x - h_f| <= tolerance for all points x of e,
                                                    e over f or beside it, across a gap less than the boxes' half sizes,
                                                    n_f . n_g > cos(45 degrees)

So are tiles of a floor, boards of a slope and the boxes of a loop, but not a wall on a floor.  For planes f is the plane.
Faces f and g are marked, see `flush_faces`, unless something hides them, see `hidden_faces`: only pairs of a body at such a
face are followed slowly, see `continuous.time_of_impact`, or left out, see `covered_contacts`.  Elsewhere there is no seam to
pass.

Boxes are compared in the order of their lower ends along x, as far as these intervals overlap (sort and sweep), and where the
spheres around them do.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR, PLANE_OFFSET
from physics.collision.narrow_phase.manifold_cache import least_half
from physics.collision.seams.covered_faces import position_of, size_of
from physics.collision.seams.flush_faces import BENT, WHOLE, face_bit
from physics.collision.seams.hidden_faces import hide_faces
from physics.collision.seams.reached_faces import Faces
from physics.collision.seams.solid_boxes import SolidBox, exact, solid_box
from physics.collision.shape_kinds import BOX, PLANE
from physics.compile.decorators import formula, kernel
from physics.simd.functions import absolute, minimum
from physics.simd.mat33 import column, transform_transposed
from physics.simd.vec3 import absolute3, add_scaled, dot, scale, sub

AXES, LAST = 3, 0 + 1 + 2                        # of space; sum of their numbers


class Face(NamedTuple):
    """A face of a box in its frame; the surface of a plane as one at +tolerance."""

    axis: int
    place: object                 # where it is along its axis, on the side to which it points [m]
    half: tuple                   # half sizes of the box [m]
    tolerance: object             # flush tolerance [m]
    gap: object                   # how far beside it an edge may be [m]


class Order(NamedTuple):
    """The bodies that are compared, by where they begin along x."""

    rows: np.ndarray              # (n,) int64
    low: np.ndarray               # (n,) float64, rising [m]
    high: np.ndarray              # (n,) float64 [m]


class FlushBoxes(NamedTuple):
    """What was found last."""

    now: tuple[int, float]        # for which BodyStore.revision and flush tolerance
    moves: bool                   # a kinematic body was among those that were compared
    number: int                   # boxes and planes with flush faces
    last: int                     # last row of these, or 0
    faces: Faces | None           # their flush faces; None where a body may be at one wherever it is


NOT_SOUGHT = FlushBoxes((-1, 0.0), False, 0, 0, None)


def in_order(bodies, rows: np.ndarray) -> Order:
    """The Order of boxes and planes in these rows; planes extend everywhere."""
    half = bodies.shape[rows, :3].astype(np.float64)
    reach = np.where(bodies.kind[rows] == PLANE, np.inf, np.linalg.norm(half, axis=1) + half.min(1))      # half of a gap each
    low = bodies.pose[rows, 0] - reach
    order = np.argsort(low, kind="stable")
    return Order(rows[order], low[order], (bodies.pose[rows, 0] + reach)[order])


@formula
def lies_on(face, mid, along):
    """Whether an edge lies on a Face: the edge's centre and its half extents, in the frame of that face."""
    on = absolute(mid[face.axis] - face.place) + along[face.axis] <= face.tolerance
    for k in range(AXES):
        on = on and (k == face.axis or absolute(mid[k]) <= face.half[k] + along[k] + face.gap)
    return on


@formula
def goes_on_in(face, box):
    """Bits of the faces of a SolidBox, given in the frame of a Face, in which this one goes on."""
    bits = 0
    for m in range(AXES):
        share, out = box.turn[face.axis][m], box.half[m]
        if absolute(share) > BENT:
            positive = (share > 0.0) == (face.place > 0.0)
            middle = add_scaled(box.centre, out if positive else -out, column(box.turn, m))
            for to in range(AXES):
                of = LAST - m - to                          # the edges of face m that are beside it along axis `to`
                if to != m:
                    along = scale(box.half[of], absolute3(column(box.turn, of)))
                    for side in (-box.half[to], box.half[to]):
                        if lies_on(face, add_scaled(middle, side, column(box.turn, to)), along):
                            bits |= face_bit(m, positive)
    return bits


@formula
def in_frame(own, box):
    """A SolidBox in the axes of another, about its centre."""
    a, b = own.turn, box.turn
    across = (transform_transposed(a, column(b, 0)), transform_transposed(a, column(b, 1)), transform_transposed(a, column(b, 2)))
    return SolidBox(transform_transposed(a, sub(box.centre, own.centre)),
                    (column(across, 0), column(across, 1), column(across, 2)), box.half)


@formula
def plane_goes_on(n, offset, box, tolerance):
    """Bits of the faces of a box in which a plane goes on."""
    level, turn = dot(n, box.centre) - offset, transform_transposed(box.turn, n)
    seen = SolidBox((level + tolerance, 0.0, 0.0), (turn, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), box.half)
    return goes_on_in(Face(0, tolerance, (0.0, FAR, FAR), tolerance, 0.0), seen)


@formula
def goes_on(bodies, a, b, tolerance):
    """Bits of the faces of the box or plane in row a that go on in the box in row b, and of those in which they do."""
    box = solid_box(bodies, b)
    if bodies.kind[a] == PLANE:
        other = plane_goes_on(exact(size_of(bodies, a)), 1.0 * bodies.shape[a, PLANE_OFFSET], box, tolerance)
        return (WHOLE if other else 0), other
    own, bits, others = solid_box(bodies, a), 0, 0
    seen, gap = in_frame(own, box), minimum(least_half(own.half), least_half(box.half))
    for axis in range(AXES):
        for place in (-own.half[axis], own.half[axis]):
            other = goes_on_in(Face(axis, place, own.half, tolerance, gap), seen)
            if other:
                bits, others = bits | face_bit(axis, place > 0.0), others | other
    return bits, others


@formula
def apart(bodies, order, i, j):
    """Whether the spheres around two bodies of an Order are apart, none of which is a plane."""
    d = sub(position_of(bodies, order.rows[j]), position_of(bodies, order.rows[i]))
    reach = 0.5 * (order.high[i] - order.low[i] + order.high[j] - order.low[j])
    return dot(d, d) > reach * reach


@formula
def mark_pair(bodies, a, b, tolerance):
    """Mark the flush faces of two neighbours, of which one at most is a plane."""
    if bodies.kind[b] == BOX:
        own, other = goes_on(bodies, a, b, tolerance)
        bodies.flush[a], bodies.flush[b] = bodies.flush[a] | own, bodies.flush[b] | other
    if bodies.kind[a] == BOX:
        own, other = goes_on(bodies, b, a, tolerance)
        bodies.flush[b], bodies.flush[a] = bodies.flush[b] | own, bodies.flush[a] | other


@formula
def hide_pair(bodies, a, b, tolerance):
    """Clear the marks of the faces of two neighbours that one of them hides."""
    if bodies.kind[a] == BOX:
        hide_faces(bodies, a, b, tolerance)
    if bodies.kind[b] == BOX:
        hide_faces(bodies, b, a, tolerance)


@kernel
def mark_flush(bodies, order, tolerance):
    """Mark the faces of an Order's boxes that have flush neighbours and are not hidden, at this flush tolerance [m], and no
    others; returns how many boxes and planes have such faces.

    Reads   bodies.pose, bodies.shape, bodies.kind, order
    Writes  bodies.flush
    """
    rows, number = order.rows, 0
    for row in rows:
        bodies.flush[row] = 0
    for hiding in (False, True):
        for i in range(len(rows)):
            a, j = rows[i], i + 1
            while j < len(rows) and order.low[j] <= order.high[i]:
                b = rows[j]
                if bodies.kind[a] + bodies.kind[b] < 2 * PLANE and not apart(bodies, order, i, j):
                    if hiding:
                        hide_pair(bodies, a, b, tolerance)
                    else:
                        mark_pair(bodies, a, b, tolerance)
                j += 1
    for row in rows:
        number += int(bodies.flush[row] != 0)
    return number
