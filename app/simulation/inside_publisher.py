"""Looks into the last step of a world for the window: while the simulation runs no more often than it can afford."""
from __future__ import annotations

import time
from typing import Any

from app.published.inside import Inside
from physics.introspection.refusal import NoInsight
from physics.introspection.row_table import empty_table

SHARE = 4.0                        # the time that looking takes, times this, passes before the next look while steps are taken
LEAST = 0.1                        # [s] between two looks
NEVER = -1


class InsidePublisher:
    """Makes `Inside` of one world."""

    def __init__(self, world: Any):
        self._world = world
        self._last: Inside | None = None
        self._due = 0.0
        self._looked = NEVER, None         # step and body of the last look

    def look(self, body: int | None, running: bool) -> Inside:
        """The inside of the last step, or of an earlier one while steps are taken; `body` is the uid of the selected one."""
        now, asked = time.perf_counter(), (int(self._world.step_count), body)
        if self._last is None or asked != self._looked and (not running or now >= self._due):
            self._last, self._looked = self._new(body), asked
            spent = time.perf_counter() - now
            self._due = now + spent + max(SHARE * spent, LEAST)
        return self._last

    def _new(self, body: int | None) -> Inside:
        world, begun = self._world, time.perf_counter()
        try:
            rows = world.rows()
            there = body is not None and body in world.uids
            causes = tuple(world.explain(body)) if there else ()
        except NoInsight as reason:
            return Inside(int(world.step_count), empty_table(), body, (), str(reason))
        return Inside(int(world.step_count), rows, body, causes, "", 1e3 * (time.perf_counter() - begun))
