"""`impulse validate`: cases with known answers, with every method that they apply to."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.shared.files import Reads, Writes
from app.cli.shared.options import JsonOption
from app.headless.errors import EXPECTATION_FAILED, FINE, InputError
from app.headless.options import PICTURE, output_file
from impulse.files.writing import write_text

CaseOption = Annotated[list[str] | None, typer.Option(
    "--case", metavar="ID|TOPIC", help="Cases by id, by topic or by a pattern such as 'E07*'; repeatable; default: all.")]
MethodOption = Annotated[str, typer.Option(
    "--method", metavar="NAME", help="Only runs with this stabilization, preset or solver.method.")]
CasesOption = Annotated[list[Path] | None, typer.Option(
    "--cases", metavar="FILE.yaml", help="More cases, or an edition of a published plan; repeatable."), Reads("file of cases")]
JobsOption = Annotated[int | None, typer.Option(
    "--jobs", min=1, max=1024, help="Number of runs at the same time; default: one for each core.")]
OutputOption = Annotated[list[Path] | None, typer.Option(
    "--output", "-o", metavar="FILE.md|json|png",
    help="File of the tables or the plot; repeatable; default: the table is printed."), Writes()]


def validate(case: CaseOption = None, method: MethodOption = "", cases: CasesOption = None,
             jobs: JobsOption = None, output: OutputOption = None, as_json: JsonOption = False) -> None:
    """Run cases of textbooks, published tables and other engines' tests, and compare what comes out with what is known.

    Exit code: 0 fine, 1 a figure that must hold does not, 2 bad input, 130 cancelled.
    """
    for path in output or ():
        output_file(path, (".md", ".json", PICTURE))
    from app.cli.shared.study_output import print_to_stderr, run_cells_with_progress, show
    from app.studies.cells.backends import PROCESSES
    from app.studies.validate.catalogue import chosen, with_files
    from app.studies.validate.study import Validation
    known, stated = with_files(cases or ())
    words = list(case or ())
    if words and stated:
        stated = [one for one in stated if one.id in {found.id for found in chosen(known, words)}]
    elif stated:
        words = [one.id for one in stated if one.id in known]
        if not words:
            raise InputError(f"--cases: none of these cases has a runner: {', '.join(one.id for one in stated[:20])}")
    study = Validation(chosen(known, words), method, stated, list(known))
    run_cells_with_progress(study, "validation", study.worlds(), (PROCESSES, jobs, None))
    if not output:
        show(study.outcome(), as_json)
    for path in output or ():
        _write(study, path)
        print_to_stderr(f"written: {path}; {study.summary()}")
    raise typer.Exit(EXPECTATION_FAILED if study.failed else FINE)


def _write(study, path: Path) -> None:
    """A file by its ending."""
    ending = path.suffix.lower()
    if ending == PICTURE:
        from app.studies.validate.picture import draw
        draw(study, path)
    elif ending == ".md":
        from app.studies.validate.page import page
        write_text(path, page(study))
    else:
        write_text(path, study.outcome().as_json())
