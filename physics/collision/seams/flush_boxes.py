"""Which boxes have flush neighbours: bodies roll and slide from a face of theirs onto a neighbour's.

    face f of box A, edge e of a face g of box B:   |n_f . x - h_f| <= tolerance for all points x of e,
                                                    e over f or beside it, across a gap less than the boxes' half sizes,
                                                    n_f . n_g > cos(45 degrees)

So are tiles of a floor, boards of a slope and the boxes of a loop, but not a wall on a floor.  For planes f is the plane.  Only
pairs with such boxes are followed slowly, see `continuous.time_of_impact`: elsewhere there is no seam to pass.

Boxes are compared in the order of their lower ends along x, as far as these intervals overlap (sort and sweep).
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FAR
from physics.collision.narrow_phase.manifold_cache import least_half
from physics.collision.seams.covered_faces import axes_of, position_of, size_of
from physics.collision.shape_kinds import BOX, PLANE
from physics.compile.decorators import formula, kernel
from physics.simd.functions import absolute, minimum
from physics.simd.mat33 import column, transform_transposed
from physics.simd.vec3 import absolute3, add_scaled, dot, scale, sub

AXES, LAST = 3, 0 + 1 + 2                        # of space; sum of their numbers
PLANE_OFFSET = 3                                 # in Bodies.shape
BENT = 0.5 ** 0.5                                # cosine of the angle below which a face goes on in another: half a right angle


class Face(NamedTuple):
    """A face of a box in its frame; the surface of a plane as one at +tolerance."""

    axis: int
    place: object                 # where it is along its axis, on the side to which it points [m]
    half: tuple                   # half sizes of the box [m]
    tolerance: object             # flush tolerance [m]
    gap: object                   # how far beside it an edge may be [m]


class SolidBox(NamedTuple):
    """A box in some frame."""

    centre: tuple                 # [m]
    turn: tuple                   # its axes, as columns
    half: tuple                   # half sizes [m]


class Order(NamedTuple):
    """The bodies that are compared, by where they begin along x."""

    rows: np.ndarray              # (n,) int64
    low: np.ndarray               # (n,) float64, rising [m]
    high: np.ndarray              # (n,) float64 [m]


class FlushBoxes(NamedTuple):
    """What was found last."""

    now: tuple[int, float]        # for which BodyStore.revision and flush tolerance
    moves: bool                   # a kinematic body was among those that were compared
    number: int                   # boxes with flush neighbours
    last: int                     # of the rows of bodies that are not dynamic


NOT_SOUGHT = FlushBoxes((-1, 0.0), False, 0, 0)


def in_order(bodies, rows: np.ndarray) -> Order:
    """The Order of boxes and planes in these rows; planes extend everywhere."""
    half = bodies.shape[rows, :3].astype(np.float64)
    reach = np.where(bodies.kind[rows] == PLANE, np.inf, np.linalg.norm(half, axis=1) + half.min(1))      # half of a gap each
    low = bodies.pose[rows, 0] - reach
    order = np.argsort(low, kind="stable")
    return Order(rows[order], low[order], (bodies.pose[rows, 0] + reach)[order])


@formula
def exact(v):
    """A vector in double precision."""
    return 1.0 * v[0], 1.0 * v[1], 1.0 * v[2]


@formula
def solid_box(bodies, row):
    """The SolidBox of a box in the world."""
    x, y, z = axes_of(bodies, row)
    return SolidBox(exact(position_of(bodies, row)), (exact(x), exact(y), exact(z)), exact(size_of(bodies, row)))


@formula
def lies_on(face, mid, along):
    """Whether an edge lies on a Face: the edge's centre and its half extents, in the frame of that face."""
    on = absolute(mid[face.axis] - face.place) + along[face.axis] <= face.tolerance
    for k in range(AXES):
        on = on and (k == face.axis or absolute(mid[k]) <= face.half[k] + along[k] + face.gap)
    return on


@formula
def goes_on_in(face, box):
    """Whether a Face goes on in a Box that is given in its frame."""
    for m in range(AXES):
        share, out = box.turn[face.axis][m], box.half[m]
        if absolute(share) > BENT:
            middle = add_scaled(box.centre, out if (share > 0.0) == (face.place > 0.0) else -out, column(box.turn, m))
            for to in range(AXES):
                of = LAST - m - to                          # the edges of face m that are beside it along axis `to`
                if to != m:
                    along = scale(box.half[of], absolute3(column(box.turn, of)))
                    for side in (-box.half[to], box.half[to]):
                        if lies_on(face, add_scaled(middle, side, column(box.turn, to)), along):
                            return True
    return False


@formula
def in_frame(own, box):
    """A SolidBox in the axes of another, about its centre."""
    a, b = own.turn, box.turn
    across = (transform_transposed(a, column(b, 0)), transform_transposed(a, column(b, 1)), transform_transposed(a, column(b, 2)))
    return SolidBox(transform_transposed(a, sub(box.centre, own.centre)),
                    (column(across, 0), column(across, 1), column(across, 2)), box.half)


@formula
def plane_goes_on(n, offset, box, tolerance):
    """Whether a plane goes on in a face of a box."""
    level, turn = dot(n, box.centre) - offset, transform_transposed(box.turn, n)
    seen = SolidBox((level + tolerance, 0.0, 0.0), (turn, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), box.half)
    return goes_on_in(Face(0, tolerance, (0.0, FAR, FAR), tolerance, 0.0), seen)


@formula
def goes_on(bodies, a, b, tolerance):
    """Whether a face of the box or plane in row a goes on in one of the box in row b."""
    box = solid_box(bodies, b)
    if bodies.kind[a] == PLANE:
        return plane_goes_on(exact(size_of(bodies, a)), 1.0 * bodies.shape[a, PLANE_OFFSET], box, tolerance)
    own = solid_box(bodies, a)
    seen, gap = in_frame(own, box), minimum(least_half(own.half), least_half(box.half))
    for axis in range(AXES):
        for place in (-own.half[axis], own.half[axis]):
            if goes_on_in(Face(axis, place, own.half, tolerance, gap), seen):
                return True
    return False


@kernel
def mark_flush(bodies, order, tolerance):
    """Mark the boxes of an Order that have flush neighbours, at this flush tolerance [m], and no others; returns how many.

    Reads   bodies.pose, bodies.shape, bodies.kind, order
    Writes  bodies.flush
    """
    rows, number = order.rows, 0
    for row in rows:
        bodies.flush[row] = 0
    for i in range(len(rows)):
        a, j = rows[i], i + 1
        while j < len(rows) and order.low[j] <= order.high[i]:
            b = rows[j]
            if (bodies.flush[a] & bodies.flush[b]) == 0 and bodies.kind[a] + bodies.kind[b] < 2 * PLANE:
                first = bodies.kind[b] == BOX and goes_on(bodies, a, b, tolerance)
                if first or (bodies.kind[a] == BOX and goes_on(bodies, b, a, tolerance)):
                    number += int(bodies.flush[a] == 0) + int(bodies.flush[b] == 0)
                    bodies.flush[a] = bodies.flush[b] = 1
            j += 1
    return number
