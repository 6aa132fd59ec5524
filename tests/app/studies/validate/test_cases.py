"""The cases themselves: the wide solver's runs in double precision with the stabilizations and substeps of the presets always,
long cases cut short; all other runs with `make soak`.  `impulse validate` runs all.
"""
from __future__ import annotations

import math
from typing import Any

import pytest

from app.studies.validate import catalogue
from app.studies.validate.case import Case
from app.studies.validate.registry import run_case
from app.studies.validate.run import Run, runs_of
from physics.definitions.method_names import OURS
from tests.support.cases import check

# Seconds in every run; other cases have the same runner, or SHORT has less of them.
LONG = {"D09", "D09b", "E24b", "G01", "G01b", "X01", "X02"}
FIRST = {"step": 0.004}
PRESETS = {"baumgarte 1", "split_impulse 1", "soft 4", "position 1", "direct 1"}         # stabilization and substeps
SHORT: dict[str, dict[str, Any]] = {
    "D09": {"setup": {"seconds": 0.8}, "sweep": [FIRST]}, "D09b": {"setup": {"seconds": 0.8}, "sweep": [FIRST]},
    "G01": {"setup": {"configs": 100}, "sweep": [{"poses": "random", "sizes": "cubes"}]},
    "X01": {"setup": {"steps": 300}, "sweep": [{"iterations": 100}]},
    "X02": {"setup": {"seconds": 0.5}, "sweep": [{"step": 0.001, "gyroscopic": "conserving"}]}}


def parameters() -> list:
    """Every run; those that are not quick are marked for `make soak`."""
    return [pytest.param(run, id=run.label.replace(" ", "-"), marks=[] if is_quick(case, run, number) else [pytest.mark.soak])
            for case in catalogue.cases().values() for number, run in enumerate(runs_of(case))]


def is_quick(case: Case, run: Run, number: int) -> bool:
    """Whether a run is always made: the first of each case, presets, and what presets are made of."""
    method = run.method
    usual = method.solver == OURS and run.precision == "double" and run.label.split(" ", 1)[1] in PRESETS
    return case.id not in LONG and (usual or bool(method.preset) or number == 0)


def test_every_runner_has_a_quick_run():
    quick = {case.runs_like for case in catalogue.cases().values() if case.id not in LONG} | set(SHORT)
    registered = {id: function for id, function in _runners().items() if id in catalogue.cases()}
    covered = {registered[id] for id in quick if id in registered}
    assert set(registered.values()) == covered


def _runners() -> dict:
    from app.studies.validate import registry
    registry.load()
    return registry.RUNNERS


@pytest.mark.parametrize("run", parameters())
def test_case(run, record_property):
    check(run, record_property)


@pytest.mark.parametrize("id", SHORT)
def test_long_ones_cut_short(id):
    """What must hold in the end holds on the way there; figures are finite."""
    case = catalogue.cases()[id]
    changed = {**SHORT[id], "setup": case.setup | SHORT[id]["setup"]}
    rows = run_case(runs_of(case.model_copy(update=changed))[0])
    assert rows and all(math.isfinite(row.got) for row in rows)
    assert not [str(row) for row in rows if row.failed]
