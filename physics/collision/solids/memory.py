"""Working memory of the solids' routines, one piece for each member of a team of threads."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned
from physics.compile.decorators import formula
from physics.parallel.team import MOST_MEMBERS
from physics.simd.value import W

MOST_VERTICES, MOST_FACES, MOST_EDGES = 128, 256, 256            # of the polytope that overlap expands
NUMBERS = 9                                                      # of a point: the difference, the point of a, that of b
MOST_CORNERS = 64                                                # of a face
MOST_CUT = 160                                                   # corners of a face cut by another


class Memory(NamedTuple):
    """One member's working memory; with one more axis in front, that of all members."""

    simplex: np.ndarray           # (4, 9) float64 points of the difference of two solids: it, the point of a, that of b [m]
    weights: np.ndarray           # (4,) float64 barycentric coordinates of the point of the simplex nearest to the origin
    vertices: np.ndarray          # (MOST_VERTICES, 9) float64 likewise, of the polytope
    planes: np.ndarray            # (4, MOST_FACES) float64 outward unit normals of its triangles, and their distance [m]
    corners: np.ndarray           # (MOST_FACES, 3) int64 corners of its triangles
    edges: np.ndarray             # (MOST_EDGES, 2) int64 the rim of the triangles that a new vertex sees
    seen: np.ndarray              # (3, MOST_FACES) int64 of its triangles that a new vertex sees: the numbers of those in one
                                  # piece, 1 for each of them, the numbers of others
    face_a: np.ndarray            # (MOST_CORNERS, 4) float64 corners of a face of a from a's centre [m], and their numbers
    face_b: np.ndarray            # (MOST_CORNERS, 4) float64 likewise of b, from a's centre too
    outline: np.ndarray           # (MOST_CORNERS, 2) float64 corners of the reference face across the normal [m]
    cut: np.ndarray               # (2, MOST_CUT, 5) float64 the other face while it is cut: across (2), along the normal, numbers
    listed: np.ndarray            # (16,) int64 places (block, lane as one number) of pairs of boxes that are found together
    offsets: np.ndarray           # (16, 3) float64 the centres of their boxes a from those of their bodies a [m]
    points: np.ndarray            # (MOST_CUT, 5) float64 candidates: across (2), middle along the normal, separation [m], number


SHAPES = Memory((4, NUMBERS), (4,), (MOST_VERTICES, NUMBERS), (4, MOST_FACES), (MOST_FACES, 3), (MOST_EDGES, 2), (3, MOST_FACES),
                (MOST_CORNERS, 4), (MOST_CORNERS, 4), (MOST_CORNERS, 2), (2, MOST_CUT, 5), (W,), (W, 3), (MOST_CUT, 5))
WHOLE = ("corners", "edges", "seen", "listed")                                     # integer arrays


def new_memory(members: int = MOST_MEMBERS) -> Memory:
    """Memory of all members; pages come from the operating system when a member first uses them."""
    return Memory(**{name: aligned((members, *shape), np.int64 if name in WHOLE else np.float64)
                     for name, shape in SHAPES._asdict().items()})


@formula
def memory_of(memory, member):
    """The part of one member."""
    return Memory(memory.simplex[member], memory.weights[member], memory.vertices[member], memory.planes[member],
                  memory.corners[member], memory.edges[member], memory.seen[member], memory.face_a[member],
                  memory.face_b[member], memory.outline[member], memory.cut[member], memory.listed[member],
                  memory.offsets[member], memory.points[member])
