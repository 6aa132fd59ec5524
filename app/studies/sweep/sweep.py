"""A sweep: one scene under every combination of some settings, a few numbers of each run, and the table of all of them.

Cells end in any order (`cell_runs`); the table is in the order of the grid and does not depend on place or speed of the runs.
"""
from __future__ import annotations

import csv
import io
import itertools
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.headless.errors import InputError
from app.headless.no_effect import without_effect
from app.studies.cells.cell import Cell, CellResult
from app.studies.cells.cell_log import CellLog
from app.studies.cells.cell_runs import CellRuns
from app.studies.cells.grid import Varied, check_size, grid, shown
from scenes.reading.document import Document

PRECISION = "world.precision"


class Plan(NamedTuple):
    """The plan of a sweep.

    scene    the scene's word on the command line
    varied   settings and their values
    fixed    settings of all cells, as for `--set`
    metrics  see scenes.running.measurement
    seconds  simulated time of a cell [s]; None: the run of the scene
    """

    scene: str
    varied: tuple[Varied, ...]
    fixed: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ("max_penetration",)
    seconds: float | None = None


class Row(NamedTuple):
    """A cell of the table: its settings in the order of the plan, its result (None: not yet), and the command that opens it."""

    settings: tuple[str, ...]
    result: CellResult | None
    command: str


class Sweep(CellRuns):
    """The finished and waiting cells of a plan."""

    def __init__(self, plan: Plan, document: Document, log: CellLog | None = None):
        """Cells in `log` count as finished.  Raises InputError or SceneError for a plan that cannot be run."""
        import scenes
        check_size(plan.varied)
        check_settings(plan)
        scenes.varied(document, plan.fixed)
        self.plan, self.document = plan, document
        self.places = list(grid(plan.varied))
        super().__init__([Cell(document.text, document.id, self.settings(place), plan.metrics, plan.seconds)
                          for place in self.places], log)

    def settings(self, place: Sequence[int]) -> tuple[str, ...]:
        """The settings of a cell, as for `--set`."""
        return (*self.plan.fixed, *(one.settings()[k] for one, k in zip(self.plan.varied, place)))

    def without_effect(self) -> Mapping[str, str]:
        """The settings of the plan that have no effect in any cell, and why."""
        from scenes.running.overrides import pairs_of
        paths = [*(one.path for one in self.plan.varied), *dict(pairs_of(self.plan.fixed))]
        return without_effect(self.document, paths, map(self.settings, self.places))

    def check(self) -> list[Any]:
        """Measure the scene once; returns worlds of it that need all kernels of the cells.

        Raises SceneError, SettingError or InputError when it cannot be built or measured.
        """
        import scenes
        from physics.expressions.error import ExpressionError
        from physics.measure.sampler import Sampler
        from scenes.running.measurement import Measurement
        precisions = [one.settings() for one in self.plan.varied if one.path == PRECISION]
        settings = [(*self.plan.fixed, *more) for more in itertools.product(*precisions)]
        worlds = [scenes.build(self.document, overrides=one) for one in settings]
        sampler = Sampler(worlds[0])
        for text in self.plan.metrics:
            try:
                Measurement(text, worlds[0], sampler)
            except ExpressionError as error:
                raise InputError(f"--metric: {error.line}") from None
            except ValueError as error:
                raise InputError(f"--metric: {error}") from None
        return worlds

    def rows(self) -> list[Row]:
        """Every cell, in the order of the grid."""
        return [Row(tuple(one.texts[k] for one, k in zip(self.plan.varied, place)), self.results.get(number),
                    command(self.plan.scene, self.settings(place))) for number, place in enumerate(self.places)]

    def as_csv(self) -> str:
        """The table: a column for each setting and metric, the failure, and the command that opens the cell."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*(one.path for one in self.plan.varied), *self.plan.metrics, "failure", "open"])
        for row in self.rows():
            result = row.result or CellResult(failure="not run")
            values = [shown(value) for value in result.values] or [""] * len(self.plan.metrics)
            writer.writerow([*row.settings, *values, result.failure, row.command])
        return text.getvalue()


def command(scene: str, settings: Sequence[str]) -> str:
    """The command that opens a scene with these settings."""
    return shlex.join(["impulse", scene, *(word for text in settings for word in ("--set", text))])


def check_settings(plan: Plan) -> None:
    """Raise InputError for common settings that are also varied, and without a metric."""
    from scenes.running.overrides import pairs_of
    both = dict(pairs_of(plan.fixed)).keys() & {one.path for one in plan.varied}
    if both:
        raise InputError(f"{sorted(both)[0]} is varied and set as well; leave out one of the two")
    if not plan.metrics:
        raise InputError("nothing is measured; write for instance --metric max_penetration")
    for text in plan.metrics:
        if plan.metrics.count(text) > 1:
            raise InputError(f"--metric {text} is given twice")
