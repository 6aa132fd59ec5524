"""Plane layout: the drawn part of each infinite plane.

The plane with the most upward normal is the ground, drawn into the fog without end.  Every other plane is drawn as a square
about the bodies, cut where it enters the solid side of another plane, so six planes make a box.  The squares grow with the
bodies and never shrink, so they do not pulsate while the world moves.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

GROUND_STEEPEST = 0.5                  # the ground's normal has at least this much z
MARGIN = 1.35                          # size of a square relative to the bodies' extent
BORDER = 1.5                           # [pixels] width of the line around a square, before display scaling


class PlaneLayout(NamedTuple):
    """The ground and the polygons to draw."""

    ground: np.ndarray | None              # (4,) unit normal and offset
    polygons: tuple[np.ndarray, ...]       # (v, 3) float64 corners, counter-clockwise seen from outside
    normals: np.ndarray                    # (len(polygons), 3)

    @property
    def height(self) -> float | None:
        """Height of a horizontal ground [m], or None."""
        if self.ground is None or self.ground[2] < 0.999:
            return None
        return float(self.ground[3] / self.ground[2])

    def borders(self) -> np.ndarray:
        """(m, 2, 3) float32 edges of the polygons."""
        edges = [np.stack((polygon, np.roll(polygon, -1, axis=0)), axis=1) for polygon in self.polygons]
        return np.concatenate(edges).astype(np.float32) if edges else np.zeros((0, 2, 3), np.float32)


class PlaneLayouter:
    """Lays out planes for successive frames."""

    def __init__(self) -> None:
        """Without planes."""
        self._key: bytes = b""
        self._low = self._high = np.zeros(3)
        self._layout = PlaneLayout(None, (), np.zeros((0, 3)))

    def layout(self, planes: np.ndarray, low: np.ndarray, high: np.ndarray) -> PlaneLayout:
        """The layout of (k, 4) `planes` about bodies within low..high (3,) [m]."""
        planes = np.asarray(planes, np.float64).reshape(-1, 4)
        key = planes.tobytes()
        size = np.maximum(high - low, 0.5)
        if key == self._key and (low >= self._low).all() and (high <= self._high).all():
            return self._layout
        if key != self._key or (np.abs(low - self._low) > 50 * size).any():
            self._low, self._high = low - 0.3 * size, high + 0.3 * size
        else:
            self._low = np.where(low < self._low, low - 0.5 * size, self._low)
            self._high = np.where(high > self._high, high + 0.5 * size, self._high)
        self._key, self._layout = key, lay_out(planes, self._low, self._high)
        return self._layout


def lay_out(planes: np.ndarray, low: np.ndarray, high: np.ndarray) -> PlaneLayout:
    """The layout of (k, 4) `planes` about the box low..high [m]."""
    up = int(np.argmax(planes[:, 2])) if len(planes) else -1
    if len(planes) and planes[up, 2] >= GROUND_STEEPEST:
        level = (planes[:, 2] > 0.9999) & (planes[up, 2] > 0.9999)                 # of several floors the highest is visible
        up = int(np.argmax(np.where(level, planes[:, 3], -np.inf))) if level.any() else up
    else:
        up = -1
    polygons, normals = [], []
    for index, plane in enumerate(planes):
        if index == up:
            continue
        polygon = _square(plane, (low + high) / 2, MARGIN * float(np.linalg.norm(high - low)) / 2)
        for other, cut in enumerate(planes):
            if other != index and abs(cut[:3] @ plane[:3]) < 0.9999:
                polygon = clip(polygon, cut)
        if len(polygon) >= 3:
            polygons.append(polygon)
            normals.append(plane[:3])
    return PlaneLayout(planes[up] if up >= 0 else None, tuple(polygons), np.array(normals).reshape(-1, 3))


def clip(polygon: np.ndarray, plane: np.ndarray) -> np.ndarray:
    """The part of a convex (v, 3) polygon outside the solid normal.x <= offset (Sutherland and Hodgman)."""
    heights = polygon @ plane[:3] - plane[3]
    kept = []
    for i in range(len(polygon)):
        j = (i + 1) % len(polygon)
        if heights[i] >= 0:
            kept.append(polygon[i])
        if (heights[i] >= 0) != (heights[j] >= 0):
            share = heights[i] / (heights[i] - heights[j])
            kept.append(polygon[i] + share * (polygon[j] - polygon[i]))
    return np.array(kept).reshape(-1, 3)


def _square(plane: np.ndarray, center: np.ndarray, half: float) -> np.ndarray:
    normal = plane[:3]
    u = np.cross((0.0, 1.0, 0.0) if abs(normal[1]) < 0.9 else (0.0, 0.0, 1.0), normal)
    u /= np.linalg.norm(u)
    v = np.cross(normal, u)
    foot = center - normal * (normal @ center - plane[3])
    return np.array([foot + half * (a * u + b * v) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
