"""Corners and edges of boxes, for drawing and for edge detection."""
from __future__ import annotations

import numpy as np

from physics.bodies.rotation import rotate

SIGNS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)      # (8, 3) of the corners
EDGES = np.array(((0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)))


def corners_of(positions: np.ndarray, rotations: np.ndarray, half: np.ndarray) -> np.ndarray:
    """(n, 8, 3) corners [m] of boxes at (n, 3), rotated by (n, 4), with half extents (n, 3); EDGES are pairs of them."""
    return positions[:, None] + rotate(rotations[:, None], SIGNS * half[:, None])


def aabb_corners(aabbs: np.ndarray) -> np.ndarray:
    """(n, 8, 3) corners [m] of (n, 2, 3) lowest and highest corners, in the same order."""
    chosen = (SIGNS > 0).astype(np.intp)
    return aabbs[:, chosen, np.arange(3)]
