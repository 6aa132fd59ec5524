"""The vertices of joint glyphs in a frame: from the poses of the joints to places in the world [m]."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.joints.calls import Call
from app.draw.joints.polylines import arrow_heads
from app.draw.joints.poses import Poses


class Local(NamedTuple):
    """v vertices in the axes of mounts."""

    mounts: np.ndarray         # (v,) numbers of mounts
    rows: np.ndarray           # (v,) of the joints
    metres: np.ndarray         # (v, 3)
    radii: np.ndarray          # (v, 3) the same in radii of the joint's glyph; both are added


class Vertices:
    """How the vertices of a sketch follow the poses."""

    def __init__(self, mounts: list[Call], places: list[Call], local: Local, heads: tuple[np.ndarray, np.ndarray]):
        """`mounts` give axes for the `local` vertices, `places` give further ones; `heads`: numbers (h,) of the vertices at tips
        and tails of arrow heads, whose corners come last."""
        self._rows = np.unique(np.concatenate([call.rows for call in mounts])) if mounts else np.zeros(0, np.intp)
        self._mounts = [call._replace(rows=np.searchsorted(self._rows, call.rows)) for call in mounts]
        self._places, self._local, self._heads = places, local, heads

    def at(self, poses: Poses) -> np.ndarray:
        """(n, 3) all vertices."""
        found = [np.zeros((0, 3))]
        if len(self._local.rows):
            found.append(self._in_axes(poses))
        found += [call.place(poses.take(call.rows), *call.constants).reshape(-1, 3) for call in self._places]
        points = np.concatenate(found)
        tips, tails = self._heads
        return np.concatenate((points, arrow_heads(points[tips], points[tails]).reshape(-1, 3))) if len(tips) else points

    def _in_axes(self, poses: Poses) -> np.ndarray:
        near, local = poses.take(self._rows).turned(), self._local
        mounts = np.concatenate([call.place(near.take(call.rows), *call.constants).reshape(-1, 4, 3) for call in self._mounts])
        used = mounts[local.mounts]
        away = local.metres + local.radii * poses.size[local.rows, None]
        return used[:, 0] + away[:, :1] * used[:, 1] + away[:, 1:2] * used[:, 2] + away[:, 2:] * used[:, 3]
