"""The corners and faces of the convex hulls of a world, as arrays that kernels read; equal shapes share one hull."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned
from physics.definitions.shapes import Convex
from physics.definitions.shapes.hull import Hull


class Hulls(NamedTuple):
    """Hulls, seen from their centres of mass along their principal axes; hull k has the vertices from first_vertex[k] on."""

    vertices: np.ndarray          # (n, 3) float64 corners [m]
    normals: np.ndarray           # (m, 3) float64 outward unit normals of faces
    corners: np.ndarray           # (c,) int64 corners of faces, by number within the hull, counterclockwise from outside
    first_vertex: np.ndarray      # (h + 1,) int64
    first_face: np.ndarray        # (h + 1,) int64 hull k has the faces from here on
    first_corner: np.ndarray      # (m + 1,) int64 face j has the corners from here on


NO_HULLS = Hulls(aligned((1, 3), np.float64), aligned((1, 3), np.float64), aligned(1, np.int64), aligned(1, np.int64),
                 aligned(1, np.int64), aligned(1, np.int64))


class HullStore:
    """The hulls of a world, numbered as they come; none is ever removed, for equal ones come again."""

    def __init__(self) -> None:
        self.numbers: dict[Convex, int] = {}
        self.arrays: Hulls = NO_HULLS

    def number_of(self, shape: Convex) -> int:
        """The number of a shape's hull, which is added if it is new."""
        number = self.numbers.get(shape)
        if number is None:
            number = self.numbers[shape] = len(self.numbers)
            self.arrays = _with(self.arrays, shape.hull, number)
        return number


def _with(hulls: Hulls, hull: Hull, number: int) -> Hulls:
    """`hulls`, of which there are `number`, and one more."""
    def joined(old: np.ndarray, end: int, new: np.ndarray) -> np.ndarray:
        array = aligned((end + len(new), *old.shape[1:]), old.dtype)
        array[:end], array[end:] = old[:end], new
        return array

    corners = np.concatenate([np.array(face) for face in hull.faces])
    lengths = np.cumsum([len(face) for face in hull.faces])
    vertex, face = int(hulls.first_vertex[number]), int(hulls.first_face[number])
    corner = int(hulls.first_corner[face])
    return Hulls(joined(hulls.vertices, vertex, hull.vertices), joined(hulls.normals, face, hull.normals),
                 joined(hulls.corners, corner, corners),
                 joined(hulls.first_vertex, number + 1, np.array([vertex + len(hull.vertices)])),
                 joined(hulls.first_face, number + 1, np.array([face + len(hull.faces)])),
                 joined(hulls.first_corner, face + 1, corner + lengths))
