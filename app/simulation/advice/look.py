"""A look of the adviser: steps are taken again and some ahead, in a world of its own, on a thread of its own.

The world that runs is not touched: what the look needs of it was copied before.
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from app.adviser.adviser import findings
from app.adviser.observation import Observation
from app.adviser.observer import Observer, Subject
from app.adviser.symptom import Finding
from app.simulation.advice.watched_part import WatchedPart
from app.simulation.variant import Variant
from physics.history.excerpt import Again

SHARES = 100               # of the way after which it tells


class Cancelled(Exception):
    """The look is not wanted any more."""


class Look:
    """One look; all attributes but `cancelled` are written by its thread alone.

    done       steps taken so far, of `part.total`
    ended      nothing changes any more
    found      the findings and the observation, None where it did not come so far
    failure    what ended it early
    """

    def __init__(self, part: WatchedPart, build: Callable[[], Any], tell: Callable[[], object]):
        """`build` makes a run of the scene at time 0, `tell` is called now and then, and at the end."""
        self.part, self._build, self._tell = part, build, tell
        self.done, self.ended = 0, False
        self.found: tuple[list[Finding], Observation] | None = None
        self.failure: Exception | None = None
        self.cancelled = False
        self._thread = threading.Thread(target=self._work, name="adviser", daemon=True)

    def start(self) -> None:
        """Start; returns at once."""
        self._thread.start()

    def cancel(self, timeout: float = 0.0) -> None:
        """Let it end at its next step, and wait for that for at most `timeout` [s]."""
        self.cancelled = True
        if timeout:
            self._thread.join(timeout)

    def _work(self) -> None:
        try:
            self.found = self._find()
        except Cancelled:
            pass
        except Exception as error:         # is shown: from this thread it would not reach the window
            self.failure = error
        self.ended = True
        self._tell()

    def _find(self) -> tuple[list[Finding], Observation]:
        run, part = self._build(), self.part
        variant = Variant(run)
        variant.world.threads = 1          # the world that runs needs the others
        again = Again(part.excerpt, variant.world, variant)
        while variant.world.step_count < part.begin:
            again.step()
            self._count()
        again.follow()

        def step() -> None:
            if again.there:
                run.apply_events()
                variant.world.step()
            else:
                again.step()

        observation = Observer(Subject(variant.world, run.document, step), part.steps).go(lambda taken: self._count())
        return findings(observation), observation

    def _count(self) -> None:
        """Another step was taken."""
        if self.cancelled:
            raise Cancelled
        before, self.done = self.done, self.done + 1
        if SHARES * before // self.part.total != SHARES * self.done // self.part.total:
            self._tell()
