"""Whether any dynamic body can be at a flush face: where none can, as in a pit with flush walls, a step looks for no seam.

A body touches a face only where some part of it is beyond the face's plane, see `flush_faces`.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.rotation import matrix
from physics.collision.shape_kinds import PLANE

SIDES = np.arange(6)                             # bits of Bodies.flush
REACHED: tuple[tuple[bytes, float], bool] = (b"", 0.0), True      # found last, for these bytes of `Left.reach` and slack [m]


class Faces(NamedTuple):
    """Planes of faces of boxes: a box lies where normal . x <= offset."""

    normal: np.ndarray            # (n, 3) float64, outward
    offset: np.ndarray            # (n,) float64 [m]


def flush_faces_of(bodies, rows: np.ndarray) -> Faces | None:
    """The flush faces of the bodies in these rows; None if one of them is a plane, for all that touches it is above it."""
    if (bodies.kind[rows] == PLANE).any():
        return None
    which, axis, side = np.nonzero((bodies.flush[rows][:, None] >> SIDES & 1).reshape(-1, 3, 2))
    normal = matrix(bodies.pose[rows, 3:7])[which, :, axis] * (2.0 * side - 1.0)[:, None]
    middle = (bodies.pose[rows, :3].astype(np.float64)[which] * normal).sum(1)
    return Faces(normal, middle + bodies.shape[rows[which], axis])


def may_reach(faces: Faces, reach: np.ndarray, slack: float) -> bool:
    """Whether something within the box `reach` (6) = low and high corner, grown by slack [m], can be beyond one of the faces."""
    corner = np.where(faces.normal > 0, reach[3:] + slack, reach[:3] - slack)            # the one that is farthest out
    return bool(((corner * faces.normal).sum(1) > faces.offset).any())
