"""Viewports: the place of each variant's picture in the window, and the mapping between its pixels and the scene.

A single viewport is the whole window; variants in separate pictures share an area.  All have one camera; a narrow viewport shows
as much to the sides as one of 6:5, so nothing is cut off.
"""
from __future__ import annotations

import copy
import math
from typing import NamedTuple

import numpy as np

from app.draw.camera import Camera

NARROW = 1.2                # [width / height] a narrower viewport has a wider field of view
FINE = 1.4                  # preferred shape of viewports
HIGH = 1.5                  # [height / width] of an area in which two are above each other
GAP = 2.0                   # [window units] gap between two


class Viewport(NamedTuple):
    """The picture of one variant: its number, and its left top corner and size in window units."""

    variant: int
    x: float
    y: float
    width: float
    height: float

    @property
    def aspect(self) -> float:
        """Width over height of the camera's own field of view."""
        return max(self.width / max(self.height, 1.0), NARROW)

    def holds(self, x: float, y: float) -> bool:
        """Whether it contains a pixel of the window."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def camera(self, camera: Camera) -> Camera:
        """The window's camera with this viewport's field of view."""
        seen = copy.copy(camera)
        seen.fov = 2 * math.atan(math.tan(camera.fov / 2) * self.aspect * self.height / max(self.width, 1.0)) \
            if self.width < NARROW * self.height else camera.fov
        return seen

    def local(self, x: float, y: float) -> tuple[float, float]:
        """A pixel of the window, measured from this viewport's top left corner."""
        return x - self.x, y - self.y

    def ray(self, camera: Camera, x: float, y: float) -> tuple[np.ndarray, np.ndarray]:
        """Origin [m] and unit direction of the line of sight of the window's camera through a pixel of the window."""
        return self.camera(camera).ray(*self.local(x, y), self.width, self.height)

    def point_at(self, camera: Camera, x: float, y: float, depth: float | None = None) -> np.ndarray:
        """(3,) point [m] seen at a pixel of the window, `depth` metres along the view axis (the target's depth when None)."""
        return self.camera(camera).point_at(*self.local(x, y), self.width, self.height, depth)

    def project(self, camera: Camera, points) -> np.ndarray:
        """(k, 3) pixels of the window and distance along the view axis [m] of (k, 3) points."""
        return self.camera(camera).project(points, self.width, self.height) + (self.x, self.y, 0.0)


def viewports(count: int, area: tuple[float, float, float, float]) -> tuple[Viewport, ...]:
    """A viewport for each of `count` variants in an area (left, top, width, height), in the best number of rows and columns.  Two
    are beside each other unless the area is HIGH: lessons call them the left and the right one."""
    left, top, width, height = area
    shapes = [(rows, -(-count // rows)) for rows in range(1, count + 1) if rows * -(-count // rows) == count or count == 3]
    if count == 2 and height < HIGH * width:
        shapes = [(1, 2)]
    rows, columns = min(shapes, key=lambda shape: abs(math.log(width * shape[0] / (max(height, 1.0) * shape[1] * FINE))))
    wide, high = (width - (columns - 1) * GAP) / columns, (height - (rows - 1) * GAP) / rows
    return tuple(Viewport(variant, left + variant % columns * (wide + GAP), top + variant // columns * (high + GAP), wide, high)
                 for variant in range(count))
