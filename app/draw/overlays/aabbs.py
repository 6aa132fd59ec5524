"""Bounding boxes: the axis-aligned boxes of the broad phase, as their edges."""
from __future__ import annotations

import numpy as np

from app.draw import colors
from app.draw.boxes import EDGES, aabb_corners
from app.draw.frame import Segments
from app.draw.front import counted, in_front
from app.draw.overlay import NOTHING, Primitives, Shown


def draw(shown: Shown) -> Primitives:
    """The boxes of the bodies in front, if they are switched on and published."""
    if not shown.options.aabbs or shown.view.aabbs is None:
        return NOTHING
    return Primitives((box_segments(shown.view.aabbs[in_front(shown)]),), counts=counted(shown))


def box_segments(aabbs: np.ndarray) -> Segments:
    """The 12 edges of each of (n, 2, 3) boxes; infinite boxes (those of planes) are omitted."""
    aabbs = aabbs[np.isfinite(aabbs).all(axis=(1, 2)) & (np.abs(aabbs).max(axis=(1, 2)) < 1e5)]
    points = aabb_corners(aabbs)[:, EDGES].reshape(-1, 2, 3).astype(np.float32)
    return Segments(points, colors.repeated(colors.AABB, len(points)), 1.2)
