"""`impulse exact`: the exact solution of one step of a scene, and the distances of sweeps and methods from it."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.shared.files import Writes
from app.cli.shared.options import JsonOption, SceneArgument, SetOption
from app.headless.options import STUDY_ENDINGS, output_file

MOST_SWEEPS = 10_000

AfterOption = Annotated[float | None, typer.Option(
    "--after", metavar="SECONDS", min=0.0, max=86_400,
    help="Time of the step; default: the first from 0.5 s on with constraints.")]
SweepsOption = Annotated[int, typer.Option("--sweeps", min=1, max=MOST_SWEEPS, help="Number of sweeps.")]
OutputOption = Annotated[list[Path] | None, typer.Option(
    "--output", "-o", metavar="FILE.png|html|csv", help="Curves, a page with tables, numbers of each sweep; repeatable."),
    Writes()]


def exact(scene: SceneArgument, after: AfterOption = None, sweeps: SweepsOption = 100, set_: SetOption = None,
          output: OutputOption = None, as_json: JsonOption = False) -> None:
    """Solve one step of a scene exactly, and report how sweeps converge to it and the error of each method's step.

    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    outputs = [output_file(path, STUDY_ENDINGS) for path in output or ()]
    import scenes
    from app.cli.shared.study_output import run_with_progress, show, write_outputs
    from app.headless.kernel_warmup import make_all_ready
    from app.studies.exact.exactness import Exactness, Plan
    study = Exactness(Plan(scenes.load(scene), tuple(set_ or ()), after, sweeps))
    make_all_ready([study.world])
    run_with_progress(study, as_json)
    if not as_json:
        show(study.sweeping(), False)
    show(study.outcome(), as_json)
    if outputs:
        from app.studies.exact.page import write
        from app.studies.exact.picture import draw
        write_outputs(study, outputs, draw, write)
