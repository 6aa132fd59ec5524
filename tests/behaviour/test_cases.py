"""Every case of ours with every stabilization and number of substeps it applies to; presets other than the default are run in
single precision, and in long cases, with `make soak`.

Rows of tier `quality` may miss what they ask for; pytest lists those that do at its end, see `tests/conftest.py`.  The cases of
`impulse validate` are run in the same way by tests/app/studies/validate.
"""
from __future__ import annotations

import pytest

from app.studies.validate import catalogue, registry
from app.studies.validate.case import Case
from app.studies.validate.run import Run, runs_of
from tests.behaviour.own_cases import own_cases
from tests.support.cases import check

LONG = ("Q01",)                  # walls of forty and a hundred storeys: six seconds a preset


def is_quick(case: Case, run: Run) -> bool:
    """Whether a run is always made: those of the default preset, and of quick cases all others in double precision."""
    usual = run.method.preset in ("", "soft_step")
    return not case.slow and (usual or run.precision == "double" and case.id not in LONG)


RUNS = [pytest.param(run, id=run.label.replace(" ", "-"), marks=[] if is_quick(case, run) else [pytest.mark.soak])
        for case in own_cases().values() for run in runs_of(case)]


def test_every_case_has_a_runner_and_every_runner_a_case():
    registry.load()
    assert registry.RUNNERS.keys() == {case.runs_like for case in (catalogue.cases() | own_cases()).values()}


@pytest.mark.parametrize("run", RUNS)
def test_case(run, record_property):
    check(run, record_property)
