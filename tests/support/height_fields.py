"""Height fields for tests of the program: one that is uneven, and scenes and views with it."""
from __future__ import annotations

import numpy as np

from physics.definitions.shapes import HeightField

X = np.arange(-4.0, 4.5, 0.5)
HILLS = HeightField(heights=0.4 * np.sin(X)[None, :] * np.cos(0.8 * X)[:, None] + 0.1, spacing=0.5)             # 8 m by 8 m
SCENE = """\
format: 1
title: Hills
bodies:
  - {name: hills, shape: {height_field: {formula: "0.4 * sin(x) * cos(0.8 * y) + 0.1", extent: [8, 8], spacing: 0.5}}}  # ground
  - {name: ball, shape: {sphere: {radius: 0.4}}, position: [0, 0, 1.5]}
  - {name: crate, shape: {box: {half: [0.4, 0.4, 0.4]}}, position: [-2, 1, 1.5]}
"""


def field(kind: int = 1, place=(0.0, 0.0, 0.0), turn=(0.0, 0.0, 0.0, 1.0), sensor: bool = False, shape: HeightField = HILLS):
    """A body of `tests.support.synthetic.view_of_bodies`, of this type, static without."""
    return HeightField.kind, kind, place, shape.size, turn, 0.0, sensor, shape


def height(x: float, y: float, shape: HeightField = HILLS) -> float:
    """The height of its surface over a point of its grid [m]."""
    points = shape.points.reshape(-1, 3)
    return float(points[np.abs(points[:, :2] - (x, y)).max(axis=1).argmin(), 2])
