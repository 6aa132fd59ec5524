"""Every case with every stabilization and number of substeps it applies to.

Rows of tier `quality` may miss what they ask for; pytest lists those that do at its end, see `tests/conftest.py`.
"""
from __future__ import annotations

import pytest

from tests.behaviour import runners
from tests.behaviour.case import cases
from tests.behaviour.expectation import HEADER, MISSED

RUNS = [pytest.param(run, id=run.label.replace(" ", "-"), marks=[pytest.mark.soak] if case.slow else [])
        for case in cases().values() for run in case.runs()]


def test_every_case_has_a_runner():
    runners.load()
    assert runners.RUNNERS.keys() == cases().keys()


@pytest.mark.parametrize("run", RUNS)
def test_case(run, record_property):
    table = runners.run_case(run)
    for row in table:
        if row.missed:
            record_property(MISSED, str(row))
    wrong = [row for row in table if row.tier == "gate" and not row.passed]
    assert not wrong, f"{run.case.title} ({run.case.source})\n" + "\n".join([HEADER, *map(str, wrong)])
