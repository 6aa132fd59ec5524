"""Runs of cells, each once: finished ones, including those of a log, and waiting ones.

They run through joblib, in the backend of `joblib.parallel_config`, and end in any order.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

from app.studies.cells.cell import run_cell
from app.studies.cells.cell_log import CellLog

BATCH = 4                               # cells for each worker at a time, for backends that return results only at the end


class CellRuns:
    """The cells of a study; `results` of the finished ones by number.

    `work` runs a cell, which has a `key()` and can be sent to another process; by default it is a scene with settings.
    """

    work: Callable[[Any], Any] = staticmethod(run_cell)

    def __init__(self, cells: Sequence[Any], log: CellLog | None = None):
        """Cells in `log` count as finished."""
        self.cells, self.log = cells, log
        self.keys = [cell.key() for cell in cells]
        known = log.results if log else {}
        self.results: dict[int, Any] = {k: known[key] for k, key in enumerate(self.keys) if key in known}

    @property
    def total(self) -> int:
        """Number of cells."""
        return len(self.cells)

    def go(self, report: Callable[[int], None] = lambda done: None) -> None:
        """Run the waiting cells; each is in the log before `report` is called with the number of finished ones."""
        waiting = [k for k in range(self.total) if k not in self.results]
        with closing(finished(waiting, self.cells, self.work)) as results:
            for k, result in results:
                self.results[k] = result
                if self.log:
                    self.log.add(self.keys[k], result)
                report(len(self.results))


def finished(waiting: Sequence[int], cells: Sequence[Any],
             work: Callable[[Any], Any] = run_cell) -> Iterator[tuple[int, Any]]:
    """Run these cells by joblib; yields their numbers and results as they finish."""
    import joblib
    backend, workers = joblib.parallel.get_active_backend()
    size, own = len(waiting), () if work is run_cell else (work,)
    how = {"return_as": "generator_unordered"} if backend.supports_return_generator else {}
    if not how:
        size = BATCH * max(1, backend.effective_n_jobs(workers))
    for start in range(0, len(waiting), size or 1):
        tasks = [joblib.delayed(run_numbered)(k, cells[k], *own) for k in waiting[start:start + size]]
        yield from joblib.Parallel(batch_size=1, **how)(tasks)


def run_numbered(number: int, cell: Any, work: Callable[[Any], Any] = run_cell) -> tuple[int, Any]:
    """A cell's number and its result."""
    return number, work(cell)
