"""A run without a window: steps a scene, times each step, records a trajectory on request, and sums up the results."""
from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from app.headless.json_values import plain
from app.headless.kernel_warmup import make_all_ready
from app.headless.options import OpenedScene
from app.headless.trajectory import Trajectory
from impulse.terminal import console, shown
from physics.pipeline.lost_bodies import NumberLost

QUIET = 1.0          # [s] a shorter run shows no progress
BLINK = 0.1          # [s] between two updates of a bar


class HeadlessRun:
    """One scene, stepped `steps` times, or until its runner's `stop_when` holds."""

    def __init__(self, opened: OpenedScene, steps: int, recording: bool):
        """`recording`: store every frame in a trajectory."""
        self.opened, self.steps = opened, steps
        self.trajectory = Trajectory(opened.world, steps) if recording else None
        self.lost: NumberLost | None = None             # what ended the run before its last step
        self._taken = 0
        self._noted, self._note = 0, ""                 # steps about which the method had something to say; what, at last
        self._stages = list(opened.world.profile)
        self._times = np.empty((steps, len(self._stages)), np.float32)        # [ms] each step, by stage

    def go(self) -> None:
        """Compile the kernels, then take all steps, or those up to one in which a number is lost, with a progress bar on standard
        error for a long run."""
        world, runner = self.opened.world, self.opened.runner
        make_all_ready([world])
        if self.trajectory:
            self.trajectory.record(world)
        with progress(self.opened.document.title, self.steps) as advance:
            for taken in self._each_step():
                self._times[taken - 1] = list(world.profile.values())
                self._taken = taken
                if world.note:
                    self._noted, self._note = self._noted + 1, world.note
                if self.trajectory:
                    self.trajectory.record(world)
                advance(taken)

    def _each_step(self) -> Iterator[int]:
        """`Runner.each_step`, up to a step in which a number is lost."""
        try:
            yield from self.opened.runner.each_step(self.steps)
        except NumberLost as error:
            self.lost = error
            yield self._taken + 1

    def outcome(self) -> dict[str, Any]:
        """The results as `impulse run --json` prints them; None for a number that is not finite.

        Times are those of the steps in which a body is awake, if there are any: those in which all sleep cost nothing.
        """
        world, energy = self.opened.world, self.opened.world.energy()
        times = self._times[:self._taken].astype(np.float64)
        awake = times.any(axis=1)
        times = times[awake] if awake.any() else times
        whole = times.sum(axis=1)                                  # without the time of measurements between steps
        return {
            "scene": self.opened.document.id,
            "steps": self._taken,
            "state_hash": world.state_hash(),
            "bodies": len(world.uids),
            "contacts": int(world.contact_count),
            "max_penetration": plain(world.max_penetration()),
            "energy": {name: plain(value) for name, value in energy._asdict().items()},
            "ms_median": plain(np.median(whole)) if self._taken else None,
            "ms_p99": plain(np.percentile(whole, 99)) if self._taken else None,
            "stages": {name: plain(np.median(times[:, k])) for k, name in enumerate(self._stages) if self._taken},
            "expect": [{"name": r.name, "passed": bool(r.passed), "value": plain(r.value), "limit": plain(r.limit),
                        "time": plain(r.time), "why": r.why} for r in self.opened.runner.results()],
            "threads": world.threads_used,
            "precision": world.precision,
            "stopped": plain(stopped._asdict()) if (stopped := self.opened.runner.stopped) else None,
            "note": f"{self._note} (in {self._noted} of {self._taken} steps)" if self._note else "",
        }

@contextmanager
def progress(title: str, total: int) -> Iterator[Any]:
    """A function of the number done; on a terminal it shows a bar after QUIET seconds."""
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    terminal = console(err=True)
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                   console=terminal, transient=True, disable=not terminal.is_terminal)
    task = bar.add_task(escape(shown(title)), total=total)
    due = time.monotonic() + QUIET

    def advance(done: int) -> None:
        nonlocal due
        if (now := time.monotonic()) < due:
            return                                        # a step may take a twentieth of a millisecond
        if not bar.live.is_started:
            bar.start()
        bar.update(task, completed=done)
        due = now + BLINK

    try:
        yield advance
    finally:
        bar.stop()
