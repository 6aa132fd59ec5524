"""A study on a terminal: its progress bar, its table, JSON or files at the end, and messages on standard error."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.headless.errors import CANCELLED, Explained, InputError
from app.headless.options import PICTURE, TABLE
from impulse.files.writing import write_text
from impulse.terminal import console, say, shown


def run_with_progress(study: Any, as_json: bool) -> None:
    """Run a study with a progress bar; when it is cancelled, show the results so far and report that nothing was written."""
    done = 0

    def count(number: int, doing: str) -> None:
        nonlocal done
        done = number
        move(number, doing)

    try:
        with _progress(study.total) as move:
            study.go(count)
    except KeyboardInterrupt:
        found = study.outcome()
        if found.cells:
            show(found, as_json)
        print_to_stderr(f"cancelled after {done} of {study.total} turns; nothing was written")
        raise Explained(CANCELLED) from None


def run_cells_with_progress(study: Any, title: str, worlds: Sequence[Any], where: tuple[str, int | None, str | None],
                            note: str = "") -> None:
    """Run the unfinished cells of a study with a progress bar; when it is cancelled, print how to continue.

    `worlds` need the same kernels as the cells; where = (backend, jobs, cluster), see `backends.chosen`; `note` is printed before
    the first cell.
    """
    from app.headless.kernel_warmup import make_all_ready
    from app.headless.run import progress
    from app.studies.cells.backends import chosen
    if done := len(study.results):
        print_to_stderr(f"{done} of {study.total} cells are done already")
    if done == study.total:
        return
    try:
        with chosen(*where):
            if note:
                print_to_stderr(note)
            make_all_ready(worlds)                                 # once here, not once in each process
            with progress(title, study.total) as advance:
                study.go(advance)
    except BrokenExecutor:
        raise InputError(f"a worker process was killed, perhaps for lack of memory, after {len(study.results)} of "
                         f"{study.total} cells; the same command with fewer --jobs continues from there") from None
    except KeyboardInterrupt:
        kept = "; the same command continues from there" if study.log and study.results else ""
        print_to_stderr(f"cancelled after {len(study.results)} of {study.total} cells{kept}")
        raise Explained(CANCELLED) from None


def show(found: Any, as_json: bool) -> None:
    """Print a study's outcome."""
    if as_json:
        say(found.as_json(), end="")
        return
    from app.headless.tables import print_table
    print_table(found.title, found.head, found.cells)
    lines = console()
    for note in found.notes:
        lines.print(note, style="dim", markup=False, highlight=False)


def write_outputs(study: Any, paths: Sequence[Path], draw: Callable[[Any, Path], None],
                  write: Callable[[Any, Path], None]) -> None:
    """Write a study's files by their endings: a table, a picture by `draw`, a page by `write`; name each on standard error."""
    for path in paths:
        ending = path.suffix.lower()
        if ending == TABLE:
            write_text(path, study.as_csv())
        elif ending == PICTURE:
            draw(study, path)
        else:
            write(study, path)
        print_to_stderr(f"written: {path}")


def print_to_stderr(line: str) -> None:
    """Print a line on standard error: standard output has results alone."""
    say(line, err=True)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int, str], None]]:
    """A function of (number done, present task) that moves a bar on standard error, when that is a terminal."""
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    terminal = console(err=True)
    with Progress(BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"), console=terminal,
                  transient=True, disable=not terminal.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, doing: bar.update(task, completed=done, description=escape(shown(doing)))
