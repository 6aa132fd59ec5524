"""A comparison: variants of one scene with the same events and different settings, and the distances between them.

Each variant steps its own world and is measured after each step.  Distances are those of dynamic bodies between a variant and
the first one, at common times: variants may have steps of different length.
"""
from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from app.headless.errors import InputError
from app.headless.no_effect import without_effect
from app.headless.trajectory import Trajectory
from app.published.distance import first_beyond, rms_and_largest
from app.published.status import VARIANT_NAMES as NAMES
from app.studies.cells.cell import REFUSALS, in_a_line
from app.studies.cells.grid import shown
from physics.definitions.tunable import SettingError
from physics.measure.metric_table import metric_table
from physics.measure.sampler import Sampler
from scenes.reading.document import Document
from scenes.running.overrides import pairs_of, parse, solver_settings, split_at_commas, world_settings
from scenes.running.runner import steps_of
from scenes.schema.problems import SceneError
from scenes.schema.values import given

TOLERANCE = 1e-3                     # [m] default distance beyond which variants count as apart
SAME_TIME = 1e-6                     # share of a step by which equal times may differ through rounding
Report = Callable[[int], None]


class Variant(NamedTuple):
    """A name, and settings as for `--set`."""

    name: str
    settings: tuple[str, ...] = ()


class VariantRun(NamedTuple):
    """The run of a variant.

    times    (T,) of frame 0, the start, and every step [s]
    series   reading -> (T,)
    places   (T, n, 3) of the freely moving bodies; nan for a removed one [m]
    hash     of the state at the end
    failure  reason for missing steps, or ""
    """

    variant: Variant
    times: np.ndarray
    series: dict[str, np.ndarray]
    places: np.ndarray
    hash: str
    failure: str = ""

    def reading(self, name: str) -> np.ndarray:
        """(T,) of a reading; nan for one that this run has not."""
        return self.series.get(name, np.full(len(self.times), np.nan))

    @property
    def refused(self) -> bool:
        """Whether it failed before its first step."""
        return bool(self.failure) and len(self.times) == 1


class Distance(NamedTuple):
    """Distances of a variant from the first, at their common times.

    times    (k,) [s]
    rms      (k,) root of the mean square over the bodies [m]
    largest  (k,) of one body [m]
    """

    times: np.ndarray
    rms: np.ndarray
    largest: np.ndarray

    def first_beyond(self, tolerance: float) -> float | None:
        """The first time [s] at which a body is farther away than `tolerance` [m], or has no place; or None."""
        k = first_beyond(self.largest, tolerance)
        return None if k is None else float(self.times[k])


class Comparison:
    """Variants of a document; `runs` of the finished ones."""

    def __init__(self, document: Document, variants: Sequence[Variant], seconds: float | None = None,
                 tolerance: float = TOLERANCE):
        """Raises InputError for settings that are unknown, out of range or in conflict with the scene."""
        import scenes
        self.document, self.variants, self.tolerance = document, tuple(variants), tolerance
        self.runs: list[VariantRun] = []
        self.documents, self.worlds, self.steps = [], [], []
        for variant in variants:
            try:
                self.documents.append(scenes.varied(document, variant.settings))
                world = scenes.build(self.documents[-1], overrides=variant.settings, stops_on_nan=False)
            except (SceneError, SettingError) as error:
                raise InputError(f"--variant-{variant.name}: {str(error).replace('--set: ', '')}") from None
            self.worlds.append(world)
            self.steps.append(steps_of(self.documents[-1], world.dt, seconds))
        self._check_bodies()

    def without_effect(self) -> dict[tuple[str, ...], dict[str, str]]:
        """By names of variants: those settings of theirs that have no effect in them, and why."""
        variants: dict[tuple[str, str], list[str]] = {}
        for variant in self.variants:
            for found in without_effect(self.document, dict(pairs_of(variant.settings)), [variant.settings]).items():
                variants.setdefault(found, []).append(variant.name)
        grouped: dict[tuple[str, ...], dict[str, str]] = {}
        for (path, why), names in variants.items():
            grouped.setdefault(tuple(names), {})[path] = why
        return grouped

    def _check_bodies(self) -> None:
        """Raise InputError for variants whose freely moving bodies are not those of the first."""
        moving = [[plan.name for plan in document.bodies if plan.type == "dynamic"] for document in self.documents]
        for variant, names in zip(self.variants, moving):
            if names != moving[0]:
                raise InputError(f"--variant-{variant.name}: its {len(names)} freely moving bodies are not the {len(moving[0])} "
                                 f"of variant {self.variants[0].name}; only equal bodies can be compared")

    @property
    def total(self) -> int:
        """Steps of all variants together."""
        return sum(self.steps)

    def go(self, report: Report = lambda done: None) -> None:
        """Run the variants in turn; `report` is called with the number of steps taken."""
        done = 0
        for number, steps in enumerate(self.steps):
            self.runs.append(self._run(number, lambda taken: report(done + taken)))
            done += steps

    def _run(self, number: int, report: Report) -> VariantRun:
        import scenes
        variant, world, steps = self.variants[number], self.worlds[number], self.steps[number]
        runner = scenes.Runner(self.documents[number], world, expect=False)
        sampler, trajectory = Sampler(world), Trajectory(world, steps)
        free = np.array([body.type == "dynamic" for body in world.bodies], bool)
        trajectory.record(world)
        rows, failure = [metric_table(sampler)], ""
        try:
            for taken in runner.each_step(steps):
                trajectory.record(world)
                sampler.look()
                rows.append(metric_table(sampler))
                report(taken)
        except REFUSALS as error:
            failure = f"{f'after {len(rows) - 1} steps' if len(rows) > 1 else 'refused'}: {in_a_line(error)}"
        arrays = trajectory.arrays()
        names = dict.fromkeys(name for row in rows for name in row)               # of joints: while some of them act
        series = {name: np.array([row.get(name, np.nan) for row in rows]) for name in names}
        return VariantRun(variant, arrays["time"], series, arrays["position"][:, free], world.state_hash(), failure)

    def distances(self) -> list[Distance]:
        """Of every variant from the first."""
        return [distance(self.runs[0], run) for run in self.runs]

    @property
    def readings(self) -> list[str]:
        """The names of all readings."""
        return list(dict.fromkeys(name for run in self.runs for name in run.series))

    def settings(self) -> dict[str, list[str]]:
        """Every setting by path, with its value in each variant, and every value of the scene that a variant changes."""
        scene, paths = self.document.scene, dict.fromkeys(path for document in self.documents for path in document.values)
        table = {path: [str(document.values.get(path, "the scene's")) for document in self.documents] for path in paths}
        for variant in self.variants:
            changes = parse({path: value for path, value in pairs_of(variant.settings) if path not in paths})
            for section, found in (("solver", solver_settings(given(scene.solver), changes)),
                                   ("world", world_settings(given(scene.world), changes))):
                for name, value in vars(found).items():
                    table.setdefault(f"{section}.{name}", []).append(shown(value))
        return table

    def as_csv(self) -> str:
        """A row for each variant and step: all readings, and the distance from the first variant at common times."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        names = self.readings
        writer.writerow(["variant", "step", "time", *names, "distance_rms", "distance_largest"])
        for run, apart in zip(self.runs, self.distances()):
            at = dict(zip(apart.times.tolist(), zip(apart.rms.tolist(), apart.largest.tolist())))
            for step, time in enumerate(run.times.tolist()):
                far = [shown(value) for value in at[time]] if time in at else ["", ""]
                values = [shown(float(run.reading(name)[step])) for name in names]
                writer.writerow([run.variant.name, step, shown(time), *values, *far])
        return text.getvalue()


def distance(first: VariantRun, other: VariantRun) -> Distance:
    """Distances of `other` from `first` at their common times."""
    frames = np.searchsorted(first.times, other.times)
    step = min((float(np.diff(run.times).min()) for run in (first, other) if len(run.times) > 1), default=1.0)
    near = np.stack([np.clip(frames - 1, 0, None), np.clip(frames, None, len(first.times) - 1)])
    gaps = np.abs(first.times[near] - other.times)
    chosen = near[gaps.argmin(0), np.arange(near.shape[1])]
    both = gaps.min(0) <= SAME_TIME * step
    here, there = first.places[chosen[both]].astype(float), other.places[both].astype(float)
    gone = np.isnan(here).any(-1) & np.isnan(there).any(-1)                 # (k, n): removed in both
    return Distance(other.times[both], *rms_and_largest(((there - here) ** 2).sum(-1), gone))


def variants_of(given: Sequence[Sequence[str] | None]) -> list[Variant]:
    """The variants of `--variant-a` to `--variant-d`, each with the texts it was given: the first, and those with any."""
    return [variant_of(name, *(texts or ())) for name, texts in zip(NAMES, given) if texts or name == NAMES[0]]


def variant_of(name: str, *texts: str) -> Variant:
    """The variant of `--variant-a KEY=VALUE,KEY=VALUE`, once or more; none, or "", is the unchanged scene."""
    return Variant(name, tuple(setting for text in texts for setting in split_at_commas(text) if setting))
