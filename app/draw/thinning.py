"""Thinning: of marks that would cover each other on the screen only the nearest to the eye is drawn.

A pile of thousands of bodies, seen as a whole, has tens of thousands of contacts within a few hundred pixels.  With all of them
each dot is painted over several times, and a frame takes a multiple of its time to show less of the bodies.
"""
from __future__ import annotations

import numpy as np

from app.draw.camera import look_at
from app.draw.frame import USUAL_HEIGHT, CameraPose

FEW = 4096                         # so many are all drawn, a tunable: below it every mark counts, above it a frame's time does
EDGE = 1 << 14                     # [cells] from the middle of the picture; what is farther out is not seen


def nearest_of_each_cell(points: np.ndarray, camera: CameraPose, size: float) -> np.ndarray:
    """Rows, rising, of the points (n, 3) [m] to draw: of those within one square of `size` pixels of the screen, before display
    scaling, the nearest to the eye.  All rows where there are few."""
    if len(points) <= FEW:
        return np.arange(len(points))
    view = look_at(camera.eye, camera.target).astype(np.float32)
    x, y, z = (points @ view[:3, :3].T + view[:3, 3]).T
    seen = np.flatnonzero(z < -camera.near)
    depth = -z[seen]
    cells = np.float32(USUAL_HEIGHT / (2.0 * np.tan(camera.fov / 2.0) * size)) / depth
    column, line = (np.floor(part[seen] * cells).clip(-EDGE, EDGE - 1).astype(np.int64) + EDGE for part in (x, y))
    cell = column * (2 * EDGE) + line
    order = np.argsort(cell << 32 | depth.view(np.int32))         # the bits of positive floats rise as they do
    first = np.flatnonzero(np.diff(cell[order], prepend=-1))
    return np.sort(seen[order[first]])
