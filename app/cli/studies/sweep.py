"""`impulse sweep`: a scene under every combination of some settings, as a table, as a picture and as a page of heat maps."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.shared.files import Writes
from app.cli.shared.options import PrecisionOption, SceneArgument, SetOption
from app.headless.errors import BAD_INPUT
from app.headless.options import PICTURE, STUDY_ENDINGS, output_file
from impulse.terminal import say

VaryOption = Annotated[list[str] | None, typer.Option(
    "--vary", metavar="KEY=VALUES", help="A setting or value of the scene and what it is to be: solver.beta=0.05:0.5:10 (from, "
    "to, how many), solver.slop=0.001:0.1:5:log (equal ratios) or bodies.crate.mass=1,2,4; repeatable.")]
MetricOption = Annotated[list[str] | None, typer.Option(
    "--metric", metavar="METRIC", help="What to measure, as `expect:` has it: max_penetration, last(energy), "
    "average(max(joint_gap)); alone it is the peak over the run; repeatable; default: max_penetration.")]
SecondsOption = Annotated[float | None, typer.Option(
    "--seconds", min=0.0, max=86_400, help="Simulated time of a cell; default: as long as the scene runs.")]
JobsOption = Annotated[int | None, typer.Option(
    "--jobs", min=1, max=1024, help="Number of cells that run at the same time on this machine; default: one for each core.")]
BackendOption = Annotated[str, typer.Option(
    "--backend", metavar="NAME", help="Backend of joblib that runs the cells, such as loky, dask or ray.")]
ClusterOption = Annotated[str | None, typer.Option(
    "--cluster", metavar="ADDRESS", help="The cluster's address, for --backend dask or ray; default: a new one on this machine.")]
OutputOption = Annotated[list[Path] | None, typer.Option(
    "--output", "-o", metavar="FILE.csv|png|html",
    help="Table, picture, or page whose cells can be opened; repeatable; "
    "default: the table is printed."), Writes()]


def sweep(scene: SceneArgument, vary: VaryOption = None, metric: MetricOption = None, seconds: SecondsOption = None,
          set_: SetOption = None, precision: PrecisionOption = None, jobs: JobsOption = None, backend: BackendOption = "loky",
          cluster: ClusterOption = None, output: OutputOption = None) -> None:
    """Run a scene under every combination of settings and measure each run.

    Finished cells are kept beside the output: a sweep that was interrupted continues when it is started again.
    Exit code: 0 fine, 2 bad input or no cell that could be run, 130 cancelled.
    """
    from app.cli.shared.study_output import print_to_stderr, run_cells_with_progress, write_outputs
    from app.headless.no_effect import said
    from app.studies.cells.cell_log import CellLog, log_path
    from app.studies.cells.grid import read
    from app.studies.sweep.sweep import Plan, Sweep
    outputs = [output_file(path, STUDY_ENDINGS) for path in output or ()]
    import scenes
    document = scenes.load(scene)
    varied = tuple(read(text, document) for text in vary or ())
    if any(path.suffix.lower() == PICTURE for path in outputs):
        from app.studies.sweep.picture import check
        check(varied)
    fixed = (*(set_ or ()), *([f"world.precision={precision}"] if precision is not None else []))
    plan = Plan(scene, varied, fixed, tuple(metric or ("max_penetration",)), seconds)
    study = Sweep(plan, document, CellLog(log_path(outputs[0])) if outputs else None)
    worlds, unused = study.check(), study.without_effect()
    note = said(unused, "any cell") if unused else ""
    run_cells_with_progress(study, study.document.title, worlds, (backend, jobs, cluster), note)
    if outputs:
        from app.studies.sweep.page import write
        from app.studies.sweep.picture import draw
        write_outputs(study, outputs, draw, write)
    else:
        say(study.as_csv(), end="")
    if study.log:
        study.log.remove()
    failures = [result.failure for result in study.results.values() if result.failure]
    if failures:
        print_to_stderr(f"{len(failures)} of {study.total} cells failed; the first: {failures[0]}")
        if len(failures) == study.total:
            raise typer.Exit(BAD_INPUT)
