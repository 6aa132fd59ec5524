"""Queries of a world between steps: what happened in the last step, what overlaps, what a ray hits."""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.views import events, overlaps, queries


class WorldQueries:
    """Questions to a world; `World` provides `_bodies`, `_joints`, `_contacts` and `_close_up`."""

    @property
    def events(self) -> list[events.Event]:
        """What began or ended in the last step: contacts, then overlaps of sensors, by key; then joints that broke, by uid."""
        return events.step_events(self)

    @property
    def overlaps(self) -> np.ndarray:
        """(n, 2) uids of each sensor and each body that overlapped it at the end of the last step, rising."""
        return overlaps.overlap_table(self)

    def ray_cast(self, origin: Any, direction: Any, max_distance: float = float("inf"),
                 filter: queries.RayFilter = queries.EVERY_SOLID) -> queries.Hit | None:
        """The first body that a ray hits and the filter allows, or None; sensors are hit only if it says so."""
        self._close_up()
        return queries.ray_cast(self, origin, direction, max_distance, filter)
