"""The form of a convex hull: its corners and faces along the axes of the body, and its triangles for drawing."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from app.draw.solids.surface import Surface
from physics.bodies.rotation import rotate
from physics.definitions.shapes import Convex

GROWN = 2.0                            # largest length of the way by which a corner moves where each face moves by 1
FORMS = 4096                           # that are kept


@dataclass(frozen=True, eq=False)
class HullForm:
    """One hull; equal shapes share one, so that it is known by its identity."""

    vertices: np.ndarray       # (n, 3) from the centre of mass along the body's own axes [m]
    faces: tuple[tuple[int, ...], ...]           # corners, counter-clockwise from outside
    normals: np.ndarray        # (m, 3) outward
    offsets: np.ndarray        # (m,) of the faces from the centre of mass, along their normals [m]

    @cached_property
    def detailed(self) -> np.ndarray:
        """(v, 7) float32 corners of triangles, three each: position, normal, distance from the nearest edge of its face [m].

        A face of k corners is k triangles about its middle: within one of them the distance from its edge is linear.
        """
        rows = []
        for face, normal in zip(self.faces, self.normals):
            corners = self.vertices[list(face)]
            middle = corners.mean(0)
            for one, other in zip(corners, np.roll(corners, -1, axis=0)):
                along = (other - one) / max(float(np.linalg.norm(other - one)), 1e-12)
                inset = float(np.linalg.norm(np.cross(along, middle - one)))
                rows += [(*one, *normal, 0.0), (*other, *normal, 0.0), (*middle, *normal, inset)]
        return np.array(rows, np.float32)

    @cached_property
    def plain(self) -> np.ndarray:
        """(v, 7) float32 corners of as few triangles as there can be: position, normal, and no edge near."""
        corners = [(self.vertices[k], normal) for face, normal in zip(self.faces, self.normals)
                   for pair in zip(face[1:], face[2:]) for k in (face[0], *pair)]
        return np.array([(*corner, *normal, 1e4) for corner, normal in corners], np.float32)

    @cached_property
    def shell(self) -> np.ndarray:
        """(v, 7) float32 the same triangles: position, the way by which a corner moves where each face moves by 1, and 0.

        The way w of a corner solves n . w = 1 for the normals n of the faces that meet there, by least squares.
        """
        ways = np.empty_like(self.vertices)
        for corner in range(len(ways)):
            meeting = self.normals[[corner in face for face in self.faces]]
            way = np.linalg.lstsq(meeting, np.ones(len(meeting)), rcond=None)[0]
            ways[corner] = way * min(1.0, GROWN / max(float(np.linalg.norm(way)), 1e-9))
        numbers = [k for face in self.faces for pair in zip(face[1:], face[2:]) for k in (face[0], *pair)]
        return np.concatenate((self.vertices[numbers], ways[numbers], np.zeros((len(numbers), 1))), axis=1).astype(np.float32)

    @property
    def surface(self) -> Surface:
        """Its triangles with flat normals."""
        return Surface(self.plain[:, :6].copy(), np.arange(len(self.plain), dtype=np.uint16).reshape(-1, 3))


@lru_cache(FORMS)
def form_of(shape: Convex) -> HullForm:
    """The form of a convex shape."""
    hull, axes = shape.hull, np.array(shape.principal_axes)
    vertices, normals = rotate(axes, hull.vertices), rotate(axes, hull.normals)
    first = [face[0] for face in hull.faces]
    return HullForm(vertices, hull.faces, normals, np.einsum("ij,ij->i", normals, vertices[first]))
