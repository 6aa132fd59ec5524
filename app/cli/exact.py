"""`impulse exact`: the exact answer of one step of a scene, and how far sweeps and methods are from it."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.headless.options import STUDY_ENDINGS, SceneArgument, SetOption, output_file

MOST_SWEEPS = 10_000

AfterOption = Annotated[float | None, typer.Option(
    "--after", metavar="SECONDS", min=0.0, max=86_400, help="The moment; default: the first with constraints from 0.5 s on.")]
SweepsOption = Annotated[int, typer.Option("--sweeps", min=1, max=MOST_SWEEPS, help="How many sweeps are followed.")]
OutputOption = Annotated[list[Path] | None, typer.Option(
    "--output", "-o", metavar="FILE.png|html|csv", help="Curves, a page with tables, numbers of each sweep; repeatable.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the tables.")]


def exact(scene: SceneArgument, after: AfterOption = None, sweeps: SweepsOption = 100, set_: SetOption = None,
          output: OutputOption = None, as_json: JsonOption = False) -> None:
    """Solve one step of a scene exactly, and tell how sweeps come nearer to it and how far each method's step is from it.

    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    outputs = [output_file(path, STUDY_ENDINGS) for path in output or ()]
    import scenes
    from app.headless.kernel_warmup import make_all_ready
    from app.studies.exact.exactness import Exactness, Plan
    from app.studies.terminal import carry_out, deliver, show
    study = Exactness(Plan(scenes.load(scene), tuple(set_ or ()), after, sweeps))
    make_all_ready([study.world])
    carry_out(study, as_json)
    if not as_json:
        show(study.sweeping(), False)
    show(study.outcome(), as_json)
    if outputs:
        from app.studies.exact.page import write
        from app.studies.plots import draw
        deliver(study, outputs, draw, write)
