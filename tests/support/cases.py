"""A run of a case as a test: what must hold holds, and what misses its quality is listed at the end; and a file with one case."""
from __future__ import annotations

from app.studies.validate.expectation import HEADER, MISSED
from app.studies.validate.registry import run_case
from app.studies.validate.run import Run

FALL = """
- id: Z01
  title: A stone falls
  source: Galilei
  runner: A01
  stabilizations: [none]
  substeps: [1]
  setup: {v0: 0, vx: 0, z0: 10}
  sweep: [{"n": 60}]
  expect:
    - {what: speed z, equals: -g*60*dt, absolute: 1e-9}
"""


def check(run: Run, record_property) -> None:
    """Fail with the table of the rows that had to hold and do not."""
    table = run_case(run)
    for row in table:
        if row.missed:
            record_property(MISSED, str(row))
    wrong = [row for row in table if row.failed]
    assert not wrong, f"{run.case.title} ({run.case.source})\n" + "\n".join([HEADER, *map(str, wrong)])
