"""Thinning: of marks that would cover each other on the screen only the nearest to the eye is drawn.

A pile of thousands of bodies, seen as a whole, has tens of thousands of contacts within a few hundred pixels.  With all of them
each dot is painted over several times, and a frame takes a multiple of its time to show less of the bodies.
"""
from __future__ import annotations

import numpy as np

from app.draw.camera import look_at
from app.draw.frame import USUAL_HEIGHT, CameraPose

FEW = 4096                         # so many are all drawn, a tunable: below it every mark counts, above it a frame's time does
CELLS = 13                         # bits of a column and of a line of squares
EDGE = 1 << CELLS - 1              # [squares] from the middle of the picture; what is farther out is not seen


def nearest_of_each_cell(points: np.ndarray, camera: CameraPose, size: float) -> np.ndarray:
    """Rows, rising, of the points (n, 3) [m] to draw: of those within one square of `size` pixels of the screen, before display
    scaling, the nearest to the eye.  All rows where there are few."""
    if len(points) <= FEW:
        return np.arange(len(points))
    view = look_at(camera.eye, camera.target).astype(np.float32)
    x, y, z = view[:3, :3] @ points.T + view[:3, 3:]
    depth = np.maximum(-z, np.float32(camera.near))
    cells = np.float32(USUAL_HEIGHT / (2.0 * np.tan(camera.fov / 2.0) * size)) / depth
    column, line = (np.clip(np.floor(part * cells), -EDGE, EDGE - 1).astype(np.int32) + np.int32(EDGE) for part in (x, y))
    rows = len(points).bit_length()
    coarse = max(rows + 2 * CELLS - 32, 0)            # bits of the depth that a key, which is positive, has no room for
    keys = (column << CELLS | line).astype(np.int64) << 31 - coarse
    keys |= depth.view(np.int32) >> coarse            # the bits of positive floats rise as they do
    keys = np.sort((keys << rows | np.arange(len(points)))[z < -camera.near])
    first = np.flatnonzero(np.diff(keys >> 31 - coarse + rows, prepend=-1))
    return np.sort(keys[first] & (1 << rows) - 1)
