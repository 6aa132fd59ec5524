"""Passages: steps in which the centre of a body crossed the surface of another body that it collides with.

Only bodies that move more than their least half extent in a step are asked, by a ray from where they were to where they are,
in the frame of what the ray hits.  A body whose motion was looked ahead of ends before the surface, and its ray does not
reach it.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from app.adviser.observation import Passage, WatchedBodies
from physics.views.queries import RayFilter

MOST_RAYS, MOST_PASSAGES = 100, 1000          # in a step, in a run


class Passages:
    """Finds passages step by step; `found` so far."""

    def __init__(self, world: Any, bodies: WatchedBodies):
        self.world, self.bodies = world, bodies
        self.found: list[Passage] = []
        self._least = bodies.halves.min(axis=1, initial=np.inf)
        self._partners = {frozenset(pair) for pair in world.joint_arrays().bodies.tolist()}

    def look(self, frame: int, uids: np.ndarray, before: np.ndarray) -> None:
        """Look at the last step, before which the bodies with these uids were at `before` (n, 3)."""
        if len(self.found) >= MOST_PASSAGES:
            return
        now_uids, now = self.world.uids, np.array(self.world.positions, float)
        ours = np.isin(self.bodies.uids, uids) & np.isin(self.bodies.uids, now_uids) & self.bodies.dynamic
        rows = np.flatnonzero(ours)
        start = before[np.searchsorted(uids, self.bodies.uids[rows])]
        end = now[np.searchsorted(now_uids, self.bodies.uids[rows])]
        ways = np.linalg.norm(end - start, axis=1)
        fast = np.flatnonzero((ways > self._least[rows]) & np.isfinite(ways) & (np.abs(end).max(axis=1, initial=0) < 1e5))
        for k in fast[:MOST_RAYS].tolist():
            uid = int(self.bodies.uids[rows[k]])
            hit = self._hit(uid, start[k], end[k])
            if hit is None:
                continue
            other = int(hit.uid)
            if other in uids:                                      # in its frame: it may have come to where the body was
                shift = now[np.searchsorted(now_uids, other)] - before[np.searchsorted(uids, other)]
                hit = self._hit(uid, start[k] + shift, end[k])
            if hit is not None and hit.uid == other:
                both = hit.type == "dynamic"
                self.found.append(Passage(frame, uid, other, float(ways[k] / self.world.dt), both))

    def _hit(self, uid: int, start: np.ndarray, end: np.ndarray) -> Any:
        """The body whose surface lies between two places of the body `uid` that collides with it; None if there is none."""
        way, body = end - start, self.world.body(uid)
        length = float(np.linalg.norm(way))
        if length == 0 or body.sensor:
            return None
        hit = self.world.ray_cast(start, way, length, RayFilter(mask=body.mask, excluded=(body,)))
        if hit is None:
            return None
        other = hit.body
        apart = (other.group and other.group == body.group) or not other.mask & body.category
        return None if apart or frozenset((uid, other.uid)) in self._partners else other
