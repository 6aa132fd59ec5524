"""`impulse methods`: every scene under every method, as a table."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.shared.files import Reads, Writes
from app.headless.errors import InputError
from app.headless.options import output_file
from impulse.files.writing import write_text

ScenesArgument = Annotated[list[str] | None, typer.Argument(help="Scenes by name or path; default: the whole catalog."), Reads()]
MethodOption = Annotated[list[str] | None, typer.Option(
    "--method", metavar="NAME", help="A method, see solver.method; repeatable; default: all.")]
SecondsOption = Annotated[float, typer.Option("--seconds", min=0.0, max=3600, help="Simulated time of a run.")]
JobsOption = Annotated[int | None, typer.Option(
    "--jobs", min=1, max=1024, help="Number of runs at the same time; default: one for each core.")]
OutputOption = Annotated[Path | None, typer.Option(
    "--output", "-o", metavar="FILE.md|json", help="File of the table; default: it is printed."), Writes()]


def methods(names: ScenesArgument = None, method: MethodOption = None, seconds: SecondsOption = 10.0, jobs: JobsOption = None,
            output: OutputOption = None) -> None:
    """Run scenes under every method and print the results, or why a run failed.

    Finished runs are kept beside the output: the same command continues from there.
    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    if output is not None:
        output_file(output, (".md", ".json"))
    import scenes
    from app.cli.shared.study_output import print_to_stderr, run_cells_with_progress, show
    from app.studies.cells.backends import PROCESSES
    from app.studies.cells.cell_log import CellLog, log_path
    from app.studies.methods.method_table import MethodTable, Plan
    from physics.definitions.method_names import method_names
    from physics.definitions.tunable import nearest
    known = method_names()
    for name in method or ():
        if name not in known:
            raise InputError(f"--method: there is no {name!r}; {nearest(name, known)}allowed are {', '.join(known)}")
    documents = [scenes.load(name) for name in names or [entry.id for entry in scenes.catalog.entries()]]
    log = CellLog(log_path(output)) if output else None
    study = MethodTable(Plan(documents, tuple(method or known), seconds), log)
    run_cells_with_progress(study, "methods by scenes", study.worlds, (PROCESSES, jobs, None))
    if output is None:
        show(study.outcome(), False)
        return
    write_text(output, study.overview().as_markdown() if output.suffix.lower() == ".md" else study.outcome().as_json())
    log.remove()
    print_to_stderr(f"written: {output}")
