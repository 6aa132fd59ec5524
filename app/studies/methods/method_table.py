"""Methods by scenes: the results of every scene of the catalog under every method, or why a method cannot solve it.

A cell is a run (`cells`) with the settings of the scene except for the method.
"""
from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from app.headless.si_format import number, quantity, thousandths
from app.studies.cells.cell import Cell, CellResult, reason
from app.studies.cells.cell_log import CellLog
from app.studies.cells.cell_runs import CellRuns
from app.studies.charts.machine import describe
from app.studies.charts.outcome import Outcome
from physics.measure.sampler import Sampler
from physics.pipeline.methods import method_of

OVERLAP, JOINTS, ENERGY = "max_penetration", "max(joint_gap)", "last(energy) - start(energy)"
NUMBERS = re.compile(r"[\d.,e+-]*\d")            # numbers in a reason, which differ between scenes


class Plan(NamedTuple):
    """The plan of the runs."""

    documents: Sequence[Any]                     # scenes
    methods: tuple[str, ...]
    seconds: float


class Row(NamedTuple):
    """A scene under a method [m], [J]; None: not applicable, or not run."""

    scene: str
    method: str
    overlap: float | None
    joints: float | None
    energy: float | None
    failure: str                                 # reason of a failure, such as diverged numbers


class MethodTable(CellRuns):
    """The finished and waiting runs of a plan."""

    def __init__(self, plan: Plan, log: CellLog | None = None):
        """Runs in `log` count as finished.  Raises SceneError for a scene that cannot be built."""
        import scenes
        self.plan = plan
        self.places = [(document, method) for document in plan.documents for method in plan.methods]
        self.worlds = [scenes.build(document) for document in plan.documents]
        super().__init__([Cell(document.text, document.id, (f"solver.method={method}",), _metrics(world), plan.seconds)
                          for document, world in zip(plan.documents, self.worlds) for method in plan.methods], log)

    def rows(self) -> list[Row]:
        """Every run, scene by scene."""
        return [self._row(k, document.id, method) for k, (document, method) in enumerate(self.places)]

    def _row(self, k: int, scene: str, method: str) -> Row:
        result = self.results.get(k, CellResult(failure="not run"))
        if result.failure:
            return Row(scene, method, None, None, None, reason(result.failure))
        overlap, energy, *joints = result.values
        burst = "" if all(math.isfinite(value) for value in result.values) else "numbers burst"
        return Row(scene, method, overlap, joints[0] if joints else None, energy, burst)

    def overview(self) -> Outcome:
        """The table with a line for each scene and a column for each method."""
        rows, reasons = self.rows(), {}
        cells = []
        for k, document in enumerate(self.plan.documents):
            own = rows[k * len(self.plan.methods):][:len(self.plan.methods)]
            cells.append([document.id, *(_cell_text(row, reasons) for row in own)])
        notes = [f"{self.plan.seconds:g} s of each scene, with its own settings except the method: deepest overlap, "
                 "the largest gap of joints that hold places, and the energy gained at the end.",
                 "`impulse methods -o FILE.md` makes such a page; `impulse methods SCENE` prints one scene's lines.",
                 *(f"`{name}` loses {loses}." for name in self.plan.methods if (loses := method_of(name).loses)),
                 *(f"{mark} {text}" for mark, text in reasons.values())]
        head = ["<scene", *(f"<{method}" for method in self.plan.methods)]
        return Outcome("methods", "Methods by scenes", head, cells, notes, describe(), {})

    def outcome(self) -> Outcome:
        """The table of the runs so far."""
        rows = self.rows()
        cells = [[row.scene, row.method, thousandths(row.overlap), thousandths(row.joints), number(row.energy), row.failure]
                 for row in rows]
        notes = [f"{self.plan.seconds:g} s of each scene with its own settings except the method: the deepest overlap and the "
                 "largest gap of a joint at any time [mm], and the energy gained at the end [J].",
                 "Where a method cannot solve a scene, the last column says why."]
        head = ["<scene", "<method", "overlap mm", "joint mm", "energy J", "<"]
        return Outcome("methods", "Methods by scenes", head, cells, notes, describe(),
                       {"seconds": self.plan.seconds, "rows": [row._asdict() for row in rows]})


def _metrics(world: Any) -> tuple[str, ...]:
    return OVERLAP, ENERGY, *([JOINTS] if len(Sampler(world).read("joint_gap")) else [])


def _cell_text(row: Row, reasons: dict[str, tuple[str, str]]) -> str:
    """The result of a run, or the mark of the reason of its failure; a new reason is added to `reasons`."""
    if row.overlap is None:
        kind = NUMBERS.sub("", row.failure.replace(row.method, ""))
        mark, _ = reasons.setdefault(kind, (f"({len(reasons) + 1})", f"in {row.scene}: {row.failure}"))
        return mark
    lengths = [quantity(row.overlap, "m"), *([quantity(row.joints, "m")] if row.joints is not None else [])]
    return ", ".join([*lengths, quantity(row.energy, "J"), *([row.failure] if row.failure else [])])
