"""Solid tables: capsules, cylinders or cones on the graphics card, by level of detail; only changes are uploaded.

A solid is drawn with as many triangles as its size in the picture needs: fine, middle or coarse.
"""
from __future__ import annotations

import numpy as np

from app.draw.frame import GHOST, HOVERED, SELECTED, Instances, same
from app.draw.solids.reach import radii_of
from app.render.arrangement.frustum import Frustum
from app.render.resources.vertex_arrays import BODY, InstanceTable

FINE, COARSE = 90.0, 25.0              # [pixels] radius of the bounding sphere from which a solid is fine, and up to which coarse
NAMES = ("fine", "middle", "coarse", "ghost", "selected", "hovered")


class SolidTables:
    """The tables of one kind of shape."""

    def __init__(self, kind: int) -> None:
        """Empty ones."""
        self._kind = kind
        self._instances: Instances | None = None
        self._frustum: tuple[bytes, tuple[int, int]] | None = None
        self.rows = np.empty(0, BODY)                             # all
        self.radii = np.zeros(0, np.float32)                      # [m] of bounding spheres
        self.seen = np.zeros(0, np.intp)                          # solid ones in the picture, nearest first
        self.solid = InstanceTable(BODY)                          # what casts shadows
        self.fine, self.middle, self.coarse, self.ghost, self.selected, self.hovered = (InstanceTable(BODY) for _ in NAMES)

    def show(self, instances: Instances, frustum: Frustum) -> bool:
        """Upload the rows for `instances` and this frustum; whether any of them changed since the last call."""
        changed = not same(instances, self._instances)
        seen = (frustum.matrix.tobytes(), frustum.size)
        if changed:
            self._instances = None                                # until all are uploaded
            self.rows, self.radii = rows_of(instances), radii_of(self._kind, instances.sizes).astype(np.float32)
            self.solid.upload(self.rows[(instances.marks & GHOST) == 0])
        if changed or seen != self._frustum:
            self._frustum = None
            self._divide(instances.marks, frustum)
        self._instances, self._frustum = instances, seen
        return changed

    def _divide(self, marks: np.ndarray, frustum: Frustum) -> None:
        """Sort the visible ones by distance and divide them by detail."""
        rows, radii = self.rows, self.radii
        order = np.flatnonzero(frustum.sees(rows["position"], radii))
        pixel = frustum.pixel(rows["position"][order])
        nearest = np.argsort(pixel)
        order, pixel = order[nearest], pixel[nearest]
        ghost = (marks[order] & GHOST) != 0
        size = radii[order] / np.maximum(pixel, 1e-9)
        self.seen = order[~ghost]
        self.fine.upload(rows[order[~ghost & (size > FINE)]])
        self.middle.upload(rows[order[~ghost & (size <= FINE) & (size > COARSE)]])
        self.coarse.upload(rows[order[~ghost & (size <= COARSE)]])
        self.ghost.upload(rows[order[ghost][::-1]])
        selected = (marks & SELECTED) != 0
        self.selected.upload(rows[selected])
        self.hovered.upload(rows[((marks & HOVERED) != 0) & ~selected])

    def release(self) -> None:
        """Free the buffers."""
        for name in ("solid", *NAMES):
            getattr(self, name).release()


def rows_of(instances: Instances) -> np.ndarray:
    """(k,) BODY rows of instances."""
    rows = np.empty(len(instances.positions), BODY)
    rows["position"], rows["rotation"], rows["size"] = instances.positions, instances.rotations, instances.sizes
    rows["color"] = instances.colors
    rows["color"][:, 3] = instances.marks                         # the shaders read marks where alpha would be
    return rows
