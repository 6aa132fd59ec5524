"""`impulse accuracy`: closed forms of mechanics, with every preset in both precisions, and in other engines."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.shared.files import Writes
from app.cli.shared.options import JsonOption
from app.headless.errors import EXPECTATION_FAILED, FINE
from app.headless.options import output_file
from impulse.files.writing import write_text

FormsArgument = Annotated[list[str] | None, typer.Argument(
    metavar="[ID|TOPIC]...", help="Closed forms by id, by topic or by a pattern such as 'track-*'; default: all.")]
PeerOption = Annotated[list[str] | None, typer.Option(
    "--peer", metavar="NAME|none", help="An engine to put beside; repeatable; default: all that are installed.")]
OutputOption = Annotated[Path | None, typer.Option(
    "--output", "-o", metavar="FILE.md|json", help="File of the tables; default: they are printed."), Writes()]


def accuracy(ids: FormsArgument = None, peer: PeerOption = None, output: OutputOption = None,
             as_json: JsonOption = False) -> None:
    """Compare motions with their closed forms and mark what is off by more than its tolerance.

    Exit code: 0 fine, 1 a figure of Impulse is off, 2 bad input, 130 cancelled.
    """
    if output is not None:
        output_file(output, (".md", ".json"))
    from app.studies.peer_names import chosen_peers
    from app.cli.shared.study_output import print_to_stderr, run_with_progress, show
    from app.studies.accuracy import adapters
    from app.studies.accuracy.closed_form import chosen
    from app.studies.accuracy.study import Accuracy, summary
    study = Accuracy(chosen(ids or ()), chosen_peers(peer, adapters.peers()))
    run_with_progress(study, as_json)
    if output is None:
        show(study.outcome(), as_json)
    else:
        from app.studies.accuracy.page import page
        write_text(output, page(study) if output.suffix.lower() == ".md" else study.outcome().as_json())
        print_to_stderr(f"written: {output}; {summary(study)}")
    raise typer.Exit(EXPECTATION_FAILED if study.missed else FINE)
