"""Worlds whose steps go stage by stage, also where compiled code would take several, see `physics.pipeline.steady_run`."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from physics.pipeline.steady_run import NOTHING, SteadyRun


@contextmanager
def by_stages() -> Iterator[None]:
    """No world takes steady steps."""
    with patch.object(SteadyRun, "take", lambda run, world, wanted: (0, NOTHING)):
        yield


@contextmanager
def counted() -> Iterator[dict[Any, int]]:
    """Count the steps that worlds take, and begin, in compiled code: by whether they were completed there."""
    numbers, take = {True: 0, False: 0}, SteadyRun.take

    def counting(run, world, wanted):
        taken, begun = take(run, world, wanted)
        numbers[True] += taken
        numbers[False] += begun.stage != NOTHING.stage
        return taken, begun

    with patch.object(SteadyRun, "take", counting):
        yield numbers
