"""`impulse stability`: mass ratios, sweeps and stabilizations for which the errors of a hanging chain grow."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.options import JsonOption
from app.headless.options import output_file

MOST_LINKS = 40

SetOption = Annotated[list[str] | None, typer.Option(
    "--set", metavar="KEY=VALUE", help="A setting, as solver.beta=0.1, solver.warm_start=0.85 or world.dt=1/120; repeatable.")]
LinksOption = Annotated[int, typer.Option("--links", min=2, max=MOST_LINKS, help="Number of links.")]
OutputOption = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE.png", help="Draw the maps.")]


def stability(set_: SetOption = None, links: LinksOption = 10, output: OutputOption = None, as_json: JsonOption = False) -> None:
    """Map the spectral radius of a step of a hanging chain: above 1 the smallest error grows without bound.

    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    if output is not None:
        output_file(output, (".png",))
    from app.cli.terminal import print_to_stderr, run_with_progress, show
    from app.studies.stability.stability import Plan, Stability
    from scenes.running.overrides import parse, solver_settings, world_settings
    changes = parse(set_ or ())
    study = Stability(Plan(solver_settings({"substeps": 1}, changes), links, dt=world_settings({}, changes).dt))
    run_with_progress(study, as_json)
    show(study.outcome(), as_json)
    if output is not None:
        from app.studies.stability.picture import draw
        draw(study, output)
        print_to_stderr(f"drawn: {output}")
