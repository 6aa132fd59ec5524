"""Body tables: the instances of a frame as rows for the graphics card, sorted and split by how they are drawn."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.frame import GHOST, HOVERED, SELECTED, Frame, Instances
from app.render.vertex_arrays import BODY, InstanceTable


class Rows(NamedTuple):
    """Rows of one shape kind."""

    solid: np.ndarray          # BODY rows, nearest first
    ghost: np.ndarray          # translucent, farthest first
    selected: np.ndarray
    hovered: np.ndarray


def rows_of(instances: Instances, eye) -> Rows:
    """Rows of `instances` as seen from `eye` (3,) [m]; solid ones come nearest first, to be shaded once."""
    rows = np.empty(len(instances.positions), BODY)
    rows["position"], rows["rotation"], rows["size"] = instances.positions, instances.rotations, instances.sizes
    rows["color"] = instances.colors
    rows["color"][:, 3] = instances.marks                         # the shaders read marks where alpha would be
    marks = instances.marks
    if not len(rows):
        return Rows(rows, rows, rows, rows)
    offsets = instances.positions - np.asarray(eye, np.float32)
    order = np.argsort(np.einsum("ij,ij->i", offsets, offsets))
    if not marks.any():
        return Rows(rows[order], rows[:0], rows[:0], rows[:0])
    ghost = (marks[order] & GHOST) != 0
    selected = (marks & SELECTED) != 0
    return Rows(rows[order[~ghost]], rows[order[ghost][::-1]], rows[selected], rows[((marks & HOVERED) != 0) & ~selected])


class BodyTables:
    """The tables of one shape kind on the graphics card."""

    def __init__(self) -> None:
        """Empty tables."""
        self.solid, self.ghost, self.selected, self.hovered = (InstanceTable(BODY) for _ in Rows._fields)

    def upload(self, rows: Rows) -> None:
        """Replace all rows."""
        for name in Rows._fields:
            getattr(self, name).upload(getattr(rows, name))

    def release(self) -> None:
        """Free the buffers."""
        for name in Rows._fields:
            getattr(self, name).release()


class Extent(NamedTuple):
    """Where the bodies of a frame are."""

    centers: np.ndarray        # (k, 3) float64 [m]
    radii: np.ndarray          # (k,) float64 of spheres about the bodies [m]
    typical: float             # [m] median half width of the bodies

    @property
    def low(self) -> np.ndarray:
        """(3,) lowest corner [m]."""
        return (self.centers - self.radii[:, None]).min(axis=0)

    @property
    def high(self) -> np.ndarray:
        """(3,) highest corner [m]."""
        return (self.centers + self.radii[:, None]).max(axis=0)


def extent_of(frame: Frame) -> Extent:
    """The extent of all spheres and boxes; one point at the camera's target when there are none."""
    boxes, spheres = frame.boxes, frame.spheres
    centers = np.concatenate((boxes.positions, spheres.positions)).astype(np.float64)
    radii = np.concatenate((np.linalg.norm(boxes.sizes, axis=1), spheres.sizes[:, 0])).astype(np.float64)
    finite = np.isfinite(centers).all(axis=1)
    if not finite.any():
        return Extent(np.array([frame.camera.target], np.float64), np.array([0.5]), 0.5)
    widths = np.concatenate((boxes.sizes.min(axis=1), spheres.sizes[:, 0]))
    return Extent(centers[finite], radii[finite], float(np.median(widths)))
