"""Bounding boxes: the axis-aligned boxes of the broad phase, as their edges."""
from __future__ import annotations

import numpy as np

from app.draw import colors
from app.draw.frame import Segments
from app.draw.overlay import NOTHING, Shown, Strokes

EDGES = np.array(((0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)))


def draw(shown: Shown) -> Strokes:
    """The boxes of the view, if they are asked for and it carries them."""
    if not shown.options.aabbs or shown.view.aabbs is None:
        return NOTHING
    return Strokes((box_segments(shown.view.aabbs),))


def box_segments(aabbs: np.ndarray) -> Segments:
    """The 12 edges of each of (n, 2, 3) boxes; boxes that are not finite (those of planes) are left out."""
    aabbs = aabbs[np.isfinite(aabbs).all(axis=(1, 2)) & (np.abs(aabbs).max(axis=(1, 2)) < 1e5)]
    corners = np.stack([aabbs[:, [x, y, z], [0, 1, 2]] for x in (0, 1) for y in (0, 1) for z in (0, 1)], axis=1)
    points = corners[:, EDGES].reshape(-1, 2, 3).astype(np.float32)
    return Segments(points, colors.repeated(colors.AABB, len(points)), 1.2)
