"""The table of all cases, ours and those of `impulse validate`: `python -m tests.behaviour [ID ...]` prints what was expected and
what came out.

Rows of tier `quality` that do not come out are marked `miss` and listed once more at the end; they do not count as failed.
"""
from __future__ import annotations

import sys
from time import perf_counter

from app.studies.validate.expectation import HEADER
from app.studies.validate.registry import run_case
from app.studies.validate.run import runs_of
from tests.behaviour.own_cases import all_cases


def main(wanted: list[str]) -> int:
    """Print the rows of the wanted cases (all when none is named); 1 when a gate fails."""
    failed, missed = 0, []
    print(HEADER)
    for case in all_cases().values():
        if wanted and not any(case.id.startswith(word) for word in wanted):
            continue
        for run in runs_of(case):
            start = perf_counter()
            for row in run_case(run):
                print(row)
                failed += row.failed
                missed += [row] if row.missed else []
            print(f"{run.label:24} {perf_counter() - start:.2f} s", file=sys.stderr)
    print(f"{failed} failed, {len(missed)} of quality missed")
    for row in missed:
        print(row)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
