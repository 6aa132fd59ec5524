"""A run without a window: steps a scene, measures each step, keeps a trace when asked, and sums up what came out."""
from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from app.compiling import counting
from app.run_options import OpenedScene
from app.trace import Trace

QUIET = 1.0          # [s] a run shorter than this shows no progress


class HeadlessRun:
    """One scene, stepped `steps` times."""

    def __init__(self, opened: OpenedScene, steps: int, recording: bool):
        """`recording`: keep every frame in `trace`."""
        self.opened, self.steps = opened, steps
        self.trace = Trace(opened.world, steps) if recording else None
        self._stages: list[dict[str, float]] = []                  # [ms] each step, by stage

    def go(self) -> None:
        """Take all steps, with a progress bar on standard error when it takes long; kernels are made ready before."""
        from physics.warmup import warm_world
        world, runner = self.opened.world, self.opened.runner
        with counting(show=True) as seen:
            warm_world(world, seen(world.precision))
        if self.trace:
            self.trace.record(world)
        with progress(self.opened.document.title, self.steps) as advance:
            for step in range(self.steps):
                runner.step()
                self._stages.append(world.profile)
                if self.trace:
                    self.trace.record(world)
                advance(step + 1)

    def outcome(self) -> dict[str, Any]:
        """What `impulse run --json` prints: plain numbers, lists and texts, None for a number that is not finite."""
        world, energy = self.opened.world, self.opened.world.energy()
        steps = [sum(stages.values()) for stages in self._stages]      # what looks at the world between steps is left out
        return {
            "scene": self.opened.document.id,
            "steps": self.steps,
            "state_hash": world.state_hash(),
            "bodies": len(world.uids),
            "contacts": int(world.contact_count),
            "max_penetration": plain(world.max_penetration()),
            "energy": {name: plain(value) for name, value in energy._asdict().items()},
            "ms_median": plain(np.median(steps)) if steps else None,
            "ms_p99": plain(np.percentile(steps, 99)) if steps else None,
            "stages": self._stage_medians(),
            "expect": [{"name": r.name, "passed": bool(r.passed), "value": plain(r.value)} for r in self.opened.runner.results()],
            "threads": world.threads_used,
            "precision": world.precision,
        }

    def _stage_medians(self) -> dict[str, float | None]:
        names = self._stages[-1] if self._stages else {}
        return {name: plain(np.median([stages.get(name, 0.0) for stages in self._stages])) for name in names}


def plain(value: Any) -> Any:
    """A number as JSON can hold it: a Python number, None when it is not finite; anything else unchanged."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, float, np.integer, np.floating)):
        number = value.item() if isinstance(value, np.generic) else value
        return number if math.isfinite(number) else None
    return value


@contextmanager
def progress(title: str, total: int) -> Iterator[Any]:
    """A function to call with the number of things done; a bar appears on a terminal once QUIET has passed."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    console = Console(stderr=True)
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                   console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(title, total=total)
    begin = time.monotonic()

    def advance(done: int) -> None:
        if not bar.live.is_started and time.monotonic() - begin > QUIET:
            bar.start()
        bar.update(task, completed=done)

    try:
        yield advance
    finally:
        bar.stop()
