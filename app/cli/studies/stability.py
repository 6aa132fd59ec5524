"""`impulse stability`: mass ratios, sweeps and stabilizations for which the errors of a hanging chain grow."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.shared.files import Writes
from app.cli.shared.options import JsonOption
from app.headless.errors import InputError
from app.headless.options import output_file

MOST_LINKS = 40
EFFECTIVE = ("solver.substeps", "solver.warm_start", "solver.beta", "solver.relax_iterations", "solver.joint_hertz",
             "solver.joint_damping_ratio", "world.dt")
NO_EFFECT = {"solver.method": "the map is that of sequential impulses from the top down",
             "world.gravity": "gravity only shifts the equilibrium, and errors grow as they do without it",
             "solver.iterations": "the map varies it", "solver.joint_stabilization": "the map varies it"}

SetOption = Annotated[list[str] | None, typer.Option(
    "--set", metavar="KEY=VALUE", help="A setting, as solver.beta=0.1, solver.warm_start=0.85 or world.dt=1/120; repeatable.")]
LinksOption = Annotated[int, typer.Option("--links", min=2, max=MOST_LINKS, help="Number of links.")]
OutputOption = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE.png", help="Draw the maps."), Writes()]


def stability(set_: SetOption = None, links: LinksOption = 10, output: OutputOption = None, as_json: JsonOption = False) -> None:
    """Map the spectral radius of a step of a hanging chain: above 1 the smallest error grows without bound.

    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    if output is not None:
        output_file(output, (".png",))
    from app.cli.shared.study_output import print_to_stderr, run_with_progress, show
    from app.studies.stability.stability import Plan, Stability
    from scenes.running.overrides import parse, solver_settings, world_settings
    changes = parse(set_ or ())
    _refuse_what_has_no_effect(changes)
    study = Stability(Plan(solver_settings({"substeps": 1}, changes), links, dt=world_settings({}, changes).dt))
    run_with_progress(study, as_json)
    show(study.outcome(), as_json)
    if output is not None:
        from app.studies.stability.picture import draw
        draw(study, output)
        print_to_stderr(f"drawn: {output}")


def _refuse_what_has_no_effect(changes: dict[str, Any]) -> None:
    """Raise InputError for a setting that the map does not depend on."""
    for path in changes:
        if path in NO_EFFECT:
            raise InputError(f"--set: {path} has no effect here: {NO_EFFECT[path]}; what changes it are {', '.join(EFFECTIVE)}")
