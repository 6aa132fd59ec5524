"""A comparison: lanes of one scene, each with settings of its own and all with the same events, and how far they come apart.

Every lane steps a world of its own and is measured after each step.  Distances are taken between the places of bodies that
move freely, of each lane and the first, at the moments that both have: lanes may have steps of different length.
"""
from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from app.headless.errors import InputError
from app.headless.trajectory import Trace
from app.published.distance import first_beyond, rms_and_largest
from app.published.status import VARIANT_NAMES as NAMES
from app.studies.cells.cells import REFUSALS, in_a_line
from app.studies.cells.grid import COMMA, shown
from physics.definitions.tunable import SettingError
from physics.measure.metric_table import readings
from physics.measure.sampler import Meter
from scenes.reading.document import Document
from scenes.running.overrides import parse, solver_settings, world_settings
from scenes.running.runner import step_of
from scenes.schema.problems import SceneError
from scenes.schema.values import given

TOLERANCE = 1e-3                     # [m] how far lanes are apart when they are told to differ, unless someone asks for another
SAME_TIME = 1e-6                     # share of a step by which two moments may differ through rounding
Report = Callable[[int], None]


class Lane(NamedTuple):
    """A name, and settings as `--set` takes them."""

    name: str
    settings: tuple[str, ...] = ()


class Course(NamedTuple):
    """What a lane did.

    times    (T,) of frame 0, the start, and every step [s]
    series   reading -> (T,)
    places   (T, n, 3) of the bodies that move freely; nan for one that is gone [m]
    hash     of the state at the end
    trouble  why there are fewer steps than were asked for, or ""
    """

    lane: Lane
    times: np.ndarray
    series: dict[str, np.ndarray]
    places: np.ndarray
    hash: str
    trouble: str = ""


class Distance(NamedTuple):
    """How far a lane is from the first, at the moments that both have.

    times    (k,) [s]
    rms      (k,) root of the mean square over the bodies [m]
    largest  (k,) of one body [m]
    """

    times: np.ndarray
    rms: np.ndarray
    largest: np.ndarray

    def first_beyond(self, tolerance: float) -> float | None:
        """The first moment at which a body is farther away than `tolerance` [m], or has no place; None when there is none [s]."""
        k = first_beyond(self.largest, tolerance)
        return None if k is None else float(self.times[k])


class Comparison:
    """Lanes of a document; `simulation.divergence` is what they did, lane by lane, once they have run."""

    def __init__(self, document: Document, lanes: Sequence[Lane], seconds: float | None = None, tolerance: float = TOLERANCE):
        """Raises InputError for settings that cannot be, or that do not fit the scene."""
        import scenes
        self.document, self.lanes, self.tolerance = document, tuple(lanes), tolerance
        self.courses: list[Course] = []
        self.worlds, self.steps = [], []
        for lane in lanes:
            try:
                world = scenes.build(document, overrides=lane.settings)
            except (SceneError, SettingError) as error:
                raise InputError(f"--{lane.name}: {str(error).replace('--set: ', '')}") from None
            self.worlds.append(world)
            self.steps.append(step_of(document.run if seconds is None else seconds, world.dt))

    @property
    def total(self) -> int:
        """Steps of all lanes together."""
        return sum(self.steps)

    def go(self, report: Report = lambda done: None) -> None:
        """Run the lanes in turn; `report` is called with the number of steps taken."""
        done = 0
        for lane, world, steps in zip(self.lanes, self.worlds, self.steps):
            self.courses.append(self._run(lane, (world, steps), lambda taken: report(done + taken)))
            done += steps

    def _run(self, lane: Lane, what: tuple[Any, int], report: Report) -> Course:
        import scenes
        world, steps = what
        runner, meter, trace = scenes.Runner(self.document, world, expect=False), Meter(world), Trace(world, steps)
        free = np.array([body.type == "dynamic" for body in world.bodies], bool)
        trace.record(world)
        rows, trouble = [readings(meter)], ""
        try:
            for taken in runner.each_step(steps):
                trace.record(world)
                meter.look()
                rows.append(readings(meter))
                report(taken)
        except REFUSALS as error:
            trouble = f"after {len(rows) - 1} steps: {in_a_line(error)}"
        arrays = trace.arrays()
        series = {name: np.array([row.get(name, np.nan) for row in rows]) for name in rows[0]}
        return Course(lane, arrays["time"], series, arrays["position"][:, free], world.state_hash(), trouble)

    def distances(self) -> list[Distance]:
        """Of every lane from the first."""
        return [distance(self.courses[0], course) for course in self.courses]

    def settings(self) -> dict[str, list[str]]:
        """Every setting by path, with its value in each lane."""
        scene = self.document.scene
        table: dict[str, list[str]] = {}
        for lane in self.lanes:
            changes = parse(lane.settings)
            for section, found in (("solver", solver_settings(given(scene.solver), changes)),
                                   ("world", world_settings(given(scene.world), changes))):
                for name, value in vars(found).items():
                    table.setdefault(f"{section}.{name}", []).append(shown(value))
        return table

    def as_csv(self) -> str:
        """A row for each lane and step: all readings, and the distance from the first lane where it has that moment too."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        names = list(self.courses[0].series)
        writer.writerow(["lane", "step", "time", *names, "distance_rms", "distance_largest"])
        for course, apart in zip(self.courses, self.distances()):
            at = dict(zip(apart.times.tolist(), zip(apart.rms.tolist(), apart.largest.tolist())))
            for step, time in enumerate(course.times.tolist()):
                far = [shown(value) for value in at[time]] if time in at else ["", ""]
                values = [shown(float(course.series[name][step])) for name in names]
                writer.writerow([course.lane.name, step, shown(time), *values, *far])
        return text.getvalue()


def distance(first: Course, other: Course) -> Distance:
    """How far `other` is from `first`, at the moments of `other` that `first` has too."""
    frames = np.searchsorted(first.times, other.times)
    step = min((float(np.diff(course.times).min()) for course in (first, other) if len(course.times) > 1), default=1.0)
    near = np.stack([np.clip(frames - 1, 0, None), np.clip(frames, None, len(first.times) - 1)])
    gaps = np.abs(first.times[near] - other.times)
    chosen = near[gaps.argmin(0), np.arange(near.shape[1])]
    both = gaps.min(0) <= SAME_TIME * step
    here, there = first.places[chosen[both]].astype(float), other.places[both].astype(float)
    gone = np.isnan(here).any(-1) & np.isnan(there).any(-1)                 # (k, n): removed in both
    return Distance(other.times[both], *rms_and_largest(((there - here) ** 2).sum(-1), gone))


def lanes_of(texts: Sequence[str | None]) -> list[Lane]:
    """The lanes that `--a`, `--b`, `--c` and `--d` mean: the first, and those that are given."""
    return [lane_of(name, text) for name, text in zip(NAMES, texts) if text is not None or name == NAMES[0]]


def lane_of(name: str, text: str | None) -> Lane:
    """The lane that `--a KEY=VALUE,KEY=VALUE` means; None or "" is the scene as it is."""
    return Lane(name, tuple(part.strip() for part in COMMA.split(text or "") if part.strip()))
