"""Earlier steps: what picked rows did in them, from the steps taken again in a world of its own on a thread of its own."""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from app.published.inside import RowKey
from app.simulation.lives.row_lives import Did, did
from app.simulation.variant import Variant
from physics.history import ReplayError
from physics.history.excerpt import Again, Excerpt
from physics.introspection.refusal import NoInsight

MOST, LEAST, WORK = 120, 8, 400_000        # steps looked into, and rows times steps
PATIENCE = 0.25                            # [s] that the same must be wanted before it begins


class Wanted(NamedTuple):
    """Which rows to look for, in the steps after `since`."""

    keys: tuple[RowKey, ...]
    since: int
    excerpt: Excerpt


def steps_before(present: int, rows: int, first: int = 0) -> range:
    """The steps to look into before the present one, which has so many rows; `first` is the state that a history begins with."""
    return range(max(present - max(min(MOST, WORK // max(rows, 1)), LEAST), first + 1), present)


class EarlierSteps:
    """One search; its thread alone writes `found`, and `ended` after it.

    found   key -> step -> what the row did
    """

    def __init__(self, wanted: Wanted, build: Callable[[], Any], tell: Callable[[], object]):
        """`build` makes a run of the scene at time 0; `tell` is called at the end."""
        self._wanted, self._build, self._tell = wanted, build, tell
        self.found: dict[RowKey, dict[int, Did]] = {key: {} for key in wanted.keys}
        self.ended = False
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="earlier steps", daemon=True)

    def start(self) -> None:
        """Start; returns at once."""
        self._thread.start()

    def cancel(self, timeout: float = 0.0) -> None:
        """Let it end at its next step, and wait for that for at most `timeout` [s]."""
        self._stopped.set()
        if timeout:
            self._thread.join(timeout)

    def _work(self) -> None:
        try:
            if not self._stopped.wait(PATIENCE):
                self._look()
        except (ReplayError, NoInsight):           # what was found until then counts
            pass
        finally:
            self.ended = True
            self._tell()

    def _look(self) -> None:
        variant = Variant(self._build())
        world, wanted = variant.world, self._wanted
        world.threads = 1                          # the world that runs needs the others
        again = Again(wanted.excerpt, world, variant)
        while not again.there and not self._stopped.is_set():
            again.step()
            if world.step_count > wanted.since:
                rows = world.rows()
                for key in wanted.keys:
                    self.found[key][int(world.step_count)] = did(rows, key)
