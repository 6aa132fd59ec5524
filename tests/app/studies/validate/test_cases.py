"""The cases themselves: of each one run here, the others with `make soak`.  `impulse validate` runs all of them."""
from __future__ import annotations

import pytest

from app.studies.validate import catalogue
from app.studies.validate.case import Case
from app.studies.validate.run import Run, runs_of
from tests.support.cases import check

# Seconds and more in every run.
LONG = {"A06", "B02", "D04b", "D09", "D09b", "E08", "E10", "E11", "E11b", "E12", "E17", "E23b", "E24", "E24b", "G01", "X01",
        "X02"}


def parameters() -> list:
    """Every run; all but the first of each case, and all of long ones, are marked for `make soak`."""
    return [pytest.param(run, id=run.label.replace(" ", "-"), marks=[] if is_quick(case, run) else [pytest.mark.soak])
            for case in catalogue.cases().values() for run in runs_of(case)]


def is_quick(case: Case, run: Run) -> bool:
    """Whether a run is one of those that stand for all."""
    own = [one for one in runs_of(case) if one.method.tier == "gate"]
    return case.id not in LONG and run.label == own[0].label


@pytest.mark.parametrize("run", parameters())
def test_case(run, record_property):
    check(run, record_property)
