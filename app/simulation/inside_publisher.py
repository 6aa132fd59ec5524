"""Looks into the last step of a world for the window: while the simulation runs no more often than it can afford."""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from app.published.inside import Inside, Pinned, RowKey, row_of
from app.simulation.lives.row_lives import RowLives
from physics.introspection.refusal import NoInsight
from physics.introspection.row_table import RowTable

SHARE = 10.0                       # the time that looking takes, times this, passes before the next look while steps are taken
LEAST = 0.1                        # [s] between two looks
NOTHING = np.zeros(0)


class Looking(NamedTuple):
    """What the user wants to see of a step."""

    body: int | None = None                # uid of the selected body
    pinned: tuple[RowKey, ...] = ()
    moment: int | None = None              # number of a moment of the step


class InsidePublisher:
    """Makes `Inside` of one world."""

    def __init__(self, world: Any):
        self._world = world
        self._last = Inside(step=-1, refusal="no step was taken yet")
        self._asked: Any = None
        self._due = 0.0
        self.lives = RowLives()

    def forget(self) -> None:
        """Look anew at the next question: lives have come to know more."""
        self._asked = None

    def look(self, wanted: Looking, running: bool) -> Inside:
        """The inside of the last step, or of an earlier one while steps are taken."""
        now, asked = time.perf_counter(), (int(self._world.step_count), wanted)
        if asked != self._asked and (not running or now >= self._due):
            self._last, self._asked = self._new(wanted), asked
            self._due = time.perf_counter() + max(SHARE * (time.perf_counter() - now), LEAST)
        return self._last

    def _new(self, wanted: Looking) -> Inside:
        world = self._world
        step = int(world.step_count)
        try:
            rows = world.rows()
            self.lives.follow(step, rows, wanted.pinned)
            pinned = tuple(self._pinned(rows, key) for key in wanted.pinned)
        except NoInsight as reason:
            return Inside(step, body=wanted.body, refusal=str(reason))
        there = wanted.body is not None and wanted.body in world.uids
        moves = there and world.body(wanted.body).type == "dynamic"
        causes = tuple(known(lambda: world.explain(wanted.body), ())) if there else ()
        load = known(lambda: world.load_path(wanted.body), None) if moves else None
        coupling, too_large = self._coupling(wanted.body if there else None)
        moments = tuple(known(world.moments, ()))
        shown = wanted.moment if wanted.moment is not None and wanted.moment < len(moments) else None
        return Inside(step, rows, wanted.body, causes, load, coupling, too_large, pinned, moments, shown)

    def _coupling(self, body: int | None):
        try:
            return (None if body is None else self._world.coupling(body)), ""
        except NoInsight as reason:
            return None, str(reason)

    def _pinned(self, rows: RowTable, key: RowKey) -> Pinned:
        life, row = self.lives.of(key), row_of(rows, key)
        if row is None:
            return Pinned(key, None, None, "this step has no such row", *life, NOTHING, NOTHING, None)
        try:
            equation = self._world.equation(row)
        except NoInsight as reason:
            return Pinned(key, row, None, str(reason), *life, NOTHING, NOTHING, None)
        trace = known(self._world.trace, None)
        if trace is None:
            return Pinned(key, row, equation, "", *life, NOTHING, NOTHING, None)
        exact = None if trace.exact is None else float(trace.exact[row])
        return Pinned(key, row, equation, "", *life, trace.impulse[:, row], trace.residual, exact)


def known(ask: Callable[[], Any], otherwise: Any) -> Any:
    """The answer to a question about the step; `otherwise` where its method keeps no record for it."""
    try:
        return ask()
    except NoInsight:
        return otherwise
