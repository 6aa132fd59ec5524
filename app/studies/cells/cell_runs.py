"""Cells that run, each once: those that are done, by a log too, and those that wait.

They run through joblib, in whatever backend `joblib.parallel_config` names, and come back in any order.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from app.studies.cells.cell_log import CellLog
from app.studies.cells.cells import Cell, Found, run_cell

BATCH = 4                               # cells for each worker at a time, where a backend hands over nothing before the end


class CellRuns:
    """The cells of a study; `found` has what those that are done came to, by their number."""

    def __init__(self, cells: Sequence[Cell], log: CellLog | None = None):
        """Cells that `log` has are done already."""
        self.cells, self.log = cells, log
        self.keys = [cell.key() for cell in cells]
        known = log.found if log else {}
        self.found: dict[int, Found] = {k: known[key] for k, key in enumerate(self.keys) if key in known}

    @property
    def total(self) -> int:
        """Number of cells."""
        return len(self.cells)

    def go(self, report: Callable[[int], None] = lambda done: None) -> None:
        """Run the cells that wait; each is in the log before `report` is called with the number of those that are done."""
        waiting = [k for k in range(self.total) if k not in self.found]
        with closing(finished(waiting, self.cells)) as results:
            for k, found in results:
                self.found[k] = found
                if self.log:
                    self.log.add(self.keys[k], found)
                report(len(self.found))


def finished(waiting: Sequence[int], cells: Sequence[Cell]) -> Iterator[tuple[int, Found]]:
    """Run these cells by joblib; yields their numbers and what was found, as they come."""
    import joblib
    backend, workers = joblib.parallel.get_active_backend()
    size = len(waiting)
    how = {"return_as": "generator_unordered"} if backend.supports_return_generator else {}
    if not how:
        size = BATCH * max(1, backend.effective_n_jobs(workers))
    for start in range(0, len(waiting), size or 1):
        tasks = [joblib.delayed(run_numbered)(k, cells[k]) for k in waiting[start:start + size]]
        yield from joblib.Parallel(batch_size=1, **how)(tasks)


def run_numbered(number: int, cell: Cell) -> tuple[int, Found]:
    """A cell's number and what it came to."""
    return number, run_cell(cell)
