"""The study: every closed form in every column, that is Impulse with each preset in both precisions, and other engines.

A cell has what was observed, whether it holds within the tolerance, or why there is nothing: the engine cannot build the setup,
or failed.  Nothing is left out: a form that no engine meets stands in the table with its mark.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.headless.si_format import number
from app.studies.accuracy import adapters
from app.studies.accuracy.closed_form import ClosedForm, Trial
from app.studies.charts.machine import describe
from app.studies.charts.outcome import Outcome
from app.studies.engines import OURS
from physics.definitions.settings import PRECISIONS, PRESETS

DIGITS = 4
MISS = " !"                                      # after a figure that is off by more than the tolerance
FAILED = "failed: "                              # before the reason of a failure
NOTHING = "none"                                 # not finite: what was waited for never came, or the motion burst


class Column(NamedTuple):
    """An engine with its settings."""

    engine: str
    variant: tuple[str, ...] = ()                # (preset, precision) of ours

    @property
    def label(self) -> str:
        """As it stands above a column."""
        return " ".join(self.variant).replace("_", " ") or self.engine


class Cell(NamedTuple):
    """A closed form in a column."""

    value: float | None                          # None: not built, or failed
    holds: bool
    reason: str = ""                             # why there is no value

    @property
    def missed(self) -> bool:
        """Whether it is off, or failed; what an engine cannot build is not missed."""
        return not self.holds and (self.value is not None or self.reason.startswith(FAILED))


class Row(NamedTuple):
    """A closed form and its cells so far."""

    form: ClosedForm
    trial: Trial
    cells: tuple[Cell, ...]


def columns(peers: Sequence[str]) -> tuple[Column, ...]:
    """Ours, single precision first, and those of these peers."""
    own = [Column(OURS, (preset, precision)) for precision in PRECISIONS for preset in PRESETS]
    return *own, *map(Column, peers)


class Accuracy:
    """Closed forms in columns, as far as they were run."""

    def __init__(self, forms: Sequence[ClosedForm], peers: Sequence[str] = ()):
        self.forms, self.peers, self.columns = forms, tuple(peers), columns(peers)
        self.total = len(self.forms) * len(self.columns)
        self.rows: list[Row] = []
        self.settings: dict[str, str] = {}       # of each peer

    def go(self, report: Callable[[int, str], None] = lambda done, doing: None) -> None:
        """Run all; `report(done, doing)` is called before each cell."""
        for k, form in enumerate(self.forms):
            trial, cells = form.trial(), []
            for j, column in enumerate(self.columns):
                report(k * len(self.columns) + j, f"{form.id}, {column.label}")
                cells.append(self._cell(trial, column))
            self.rows.append(Row(form, trial, tuple(cells)))

    def _cell(self, trial: Trial, column: Column) -> Cell:
        adapter = adapters.load(column.engine)
        for setup in trial.setups:
            if reason := adapter.cannot(setup):
                return Cell(None, False, reason)
        try:
            value = trial.observed([adapters.move(adapter, setup, column.variant) for setup in trial.setups])
        except Exception as error:               # another engine's fault is a figure of the table, not an end of the study
            if column.engine == OURS:
                raise
            return Cell(None, False, f"{FAILED}{error}")
        if column.engine != OURS and column.engine not in self.settings:
            self.settings[column.engine] = adapter(trial.setups[0], ()).settings
        return Cell(value, trial.holds(value))

    @property
    def missed(self) -> int:
        """How many cells of Impulse are off by more than their tolerance."""
        ours = [k for k, column in enumerate(self.columns) if column.engine == OURS]
        return sum(row.cells[k].missed for row in self.rows for k in ours)

    def data(self) -> dict[str, Any]:
        """All figures as plain values."""
        return {"columns": [column.label for column in self.columns], "missed": self.missed, "settings": self.settings, "rows": [
            {"id": form.id, "topic": form.topic, "title": form.title, "formula": form.formula, "source": form.source,
             "unit": form.unit, "expected": trial.expected, "tolerance": trial.tolerance,
             "cells": {column.label: {"value": cell.value, "holds": cell.holds, "reason": cell.reason}
                       for column, cell in zip(self.columns, cells)}} for form, trial, cells in self.rows]}

    def outcome(self) -> Outcome:
        """The table of the rows so far."""
        head = ["<closed form", "<", "expected", "+-", *(column.label for column in self.columns)]
        cells = [[form.id, form.unit.replace("1", ""), number(trial.expected, DIGITS), number(trial.tolerance, 2),
                  *map(text, found)] for form, trial, found in self.rows]
        return Outcome("accuracy", "Closed forms", head, cells, [*notes(self), summary(self)], self.machine(), self.data())

    def machine(self) -> dict[str, Any]:
        """Where it ran, see `charts.machine`."""
        return describe(self.peers)


def text(cell: Cell) -> str:
    """A cell's figure, with a mark where it is off; nothing where an engine cannot build the setup."""
    if cell.value is None:
        return f"failed{MISS}" if cell.missed else ""
    shown = number(cell.value, DIGITS) if math.isfinite(cell.value) else NOTHING
    return shown + MISS if cell.missed else shown


def summary(study: Accuracy) -> str:
    """How many hold."""
    count = sum(column.engine == OURS for column in study.columns) * len(study.rows)
    return f"{count - study.missed} of {count} figures of Impulse are within their tolerance."


def notes(study: Accuracy) -> list[str]:
    """What the table means."""
    said = [f"{MISS.strip()}: off by more than the tolerance, a hundredth of what is expected unless +- says otherwise; "
            f"{NOTHING}: what was waited for never came, or the motion burst; empty: the engine lacks what the setup needs.",
            "Steps of 1/60 s, sleep on, all else as each preset and each engine has it by default."]
    return said + [f"{name}: {settings}." for name, settings in study.settings.items()]
