"""The study: every run of the chosen cases as a cell, in processes, and the rows that came out."""
from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from app.headless.errors import InputError
from app.headless.si_format import number
from app.studies.cells.cell import REFUSALS, in_a_line, obey_the_parent
from app.studies.cells.cell_runs import CellRuns
from app.studies.charts.machine import describe
from app.studies.charts.outcome import Outcome
from app.studies.validate.case import Case, Combination
from app.studies.validate.case_file import StatedCase
from app.studies.validate.expectation import Row
from app.studies.validate.registry import has_runner, run_case
from app.studies.validate.run import Run
from physics import Box, Plane, Sphere, World
from physics.definitions.tunable import nearest

DIGITS = 6
FEW = 5                                          # cases whose rows are all printed, when they are chosen


class RunCell(NamedTuple):
    """A case with one combination of settings: what a process needs to run it."""

    case: Case
    combination: Combination

    def key(self) -> str:
        """A hash of the case and the combination."""
        return hashlib.sha256(f"{self.case.model_dump_json()}{self.combination}".encode()).hexdigest()[:32]


class Answer(NamedTuple):
    """What came out of a run: its rows, or the reason of its failure."""

    rows: tuple[Row, ...] = ()
    failure: str = ""


def run_cell(cell: RunCell) -> Answer:
    """Run a cell in this process; errors of the case, the settings or the numbers become its failure."""
    obey_the_parent()
    try:
        return Answer(tuple(run_case(Run(*cell))))
    except (*REFUSALS, LookupError, TypeError) as error:
        return Answer(failure=in_a_line(error))


class Validation(CellRuns):
    """The finished and waiting runs of cases; what editions state is shown beside, cases without a runner are named."""

    work = staticmethod(run_cell)

    def __init__(self, cases: Sequence[Case], method: str = "", stated: Sequence[StatedCase] = (), known: Sequence[str] = ()):
        """`method`: the only stabilization, preset or method that is run; `known`: ids of all cases, chosen or not.

        Raises InputError for a method that no chosen case has.
        """
        self.cases_by_id = {case.id: case for case in cases}
        self.stated = {one.id: one for one in stated}
        known = known or list(self.cases_by_id)
        self.without_runner = [case.id for case in cases if not has_runner(case.runs_like)]
        self.without_runner += [one.id for one in stated if one.id not in known]
        cells = [RunCell(case, combination) for case in cases if has_runner(case.runs_like)
                 for combination in case.combinations()]
        families = sorted({cell.combination.method.family for cell in cells})
        if method and method not in families:
            raise InputError(f"--method: there is no {method!r}; {nearest(method, families)}allowed are {', '.join(families)}")
        super().__init__([cell for cell in cells if method in ("", cell.combination.method.family)])

    def worlds(self) -> list[World]:
        """Small worlds that need the kernels of the cells, for compiling them once beforehand."""
        return [_mixed(precision) for precision in sorted({cell.combination.precision for cell in self.cells})]

    def rows(self) -> list[Row]:
        """All rows of the finished runs, in the order of the cases; a run that failed is a row that says why."""
        found: list[Row] = []
        for k, cell in enumerate(self.cells):
            answer, run = self.results.get(k), Run(*cell)
            if answer is None:
                continue
            tier = "gate" if cell.combination.method.tier == cell.case.tier == "gate" else "quality"
            found += answer.rows or [Row(cell.case.id, run.how, run.method.family, "", answer.failure, "an answer", float("nan"),
                                         float("inf"), tier, False)]
        return found

    @property
    def failed(self) -> list[Row]:
        """Rows that had to hold and do not."""
        return [row for row in self.rows() if row.failed]

    def summary(self) -> str:
        """How many rows hold."""
        rows = self.rows()
        cases = {row.case for row in rows}
        missed = sum(row.missed for row in rows)
        said = f"{len(cases)} cases, {len(self.results)} runs, {len(rows)} figures: {sum(row.passed for row in rows)} hold, " \
               f"{sum(row.failed for row in rows)} fail, {missed} of tier quality miss"
        if self.without_runner:
            said += f"; without a runner: {', '.join(self.without_runner)}"
        return said + "."

    def notes(self) -> list[str]:
        """What is to be said besides the table."""
        said = [self.summary()]
        for one in self.stated.values():
            if one.id in self.cases_by_id and (differences := one.differences(self.cases_by_id[one.id])):
                said.append(f"{one.id}: the edition's set-up differs from ours: {'; '.join(differences)}.")
        return said

    def outcome(self) -> Outcome:
        """The table: all rows of a few cases, of many for each figure the one nearest to its limit."""
        rows = self.rows() if len(self.cases_by_id) <= FEW else worst_rows(self.rows())
        head = ["<case", "<method", "<at", "<figure", "<expected", "got", "of tolerance", "<"]
        cells = [[row.case, row.how, row.point, row.what, row.expected, number(row.got, DIGITS), share_text(row), row.verdict]
                 for row in rows]
        return Outcome("validation", "Validation", head, cells, self.notes(), describe(), self.data())

    def data(self) -> dict[str, Any]:
        """All figures as plain values."""
        return {"summary": self.summary(), "without_runner": self.without_runner, "cases": [
            {"id": case.id, "title": case.title, "source": case.source, "basis": case.basis, "peers": case.peers,
             "misses": case.misses,
             "rows": [row._asdict() for row in self.rows() if row.case == case.id]} for case in self.cases_by_id.values()]}


def worst_rows(rows: Sequence[Row]) -> list[Row]:
    """Of each figure of each case the row nearest to its limit or farthest beyond, of gates first."""
    found: dict[tuple[str, str], Row] = {}
    for row in rows:
        best = found.get((row.case, row.what))
        if best is None or (row.failed, row.tier == "gate", row.share) > (best.failed, best.tier == "gate", best.share):
            found[row.case, row.what] = row
    return list(found.values())


def share_text(row: Row) -> str:
    """The share of the tolerance that a row takes."""
    return f"{row.share:.2g}" if row.share < 1e6 else "> 1e6"


def _mixed(precision: str) -> World:
    """Balls and boxes on a plane and a box."""
    world = World(precision=precision, sleep=False)
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(1, 1, 0.5)), type="static", position=(0, 0, 0.5))
    for k in range(2):
        world.add_body(shape=Sphere(radius=0.5), position=(0, 3 * k, 1.5))
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 3 * k, 2.5))
    return world
