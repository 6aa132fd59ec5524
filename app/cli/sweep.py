"""`impulse sweep`: a scene under every combination of some settings, as a table and as a heat map."""
from __future__ import annotations

from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.faults import CANCELLED, InputError
from app.run_options import PrecisionOption, SceneArgument, SetOption, writable

if TYPE_CHECKING:
    from app.studies.sweep import Sweep

TABLE, PICTURE = ".csv", ".png"

VaryOption = Annotated[list[str] | None, typer.Option(
    "--vary", metavar="KEY=VALUES", help="A setting and its values: solver.beta=0.05:0.5:10 (from, to, how many), "
    "solver.slop=0.001:0.1:5:log (equal ratios) or solver.iterations=1,2,4; repeatable.")]
MetricOption = Annotated[list[str] | None, typer.Option(
    "--metric", metavar="METRIC", help="What to measure, as `expect:` has it: max_penetration, last(energy), "
    "average(max(joint_error)); alone it is the peak over the run; repeatable; default: max_penetration.")]
SecondsOption = Annotated[float | None, typer.Option(
    "--seconds", min=0.0, max=86_400, help="Simulated time of a cell; default: as long as the scene runs.")]
JobsOption = Annotated[int | None, typer.Option(
    "--jobs", min=1, max=1024, help="How many cells run at the same time on this machine; default: one for each core.")]
BackendOption = Annotated[str, typer.Option(
    "--backend", metavar="NAME", help="Where cells run: a backend of joblib, such as loky, dask or ray.")]
ClusterOption = Annotated[str | None, typer.Option(
    "--cluster", metavar="ADDRESS", help="The cluster's address, for --backend dask or ray; default: one of our own.")]
OutputOption = Annotated[list[Path] | None, typer.Option(
    "--output", "-o", metavar="FILE.csv|png", help="Where the table or the picture goes; repeatable; default: it is printed.")]


def sweep(scene: SceneArgument, vary: VaryOption = None, metric: MetricOption = None, seconds: SecondsOption = None,
          set_: SetOption = None, precision: PrecisionOption = None, jobs: JobsOption = None, backend: BackendOption = "loky",
          cluster: ClusterOption = None, output: OutputOption = None) -> None:
    """Run a scene under every combination of settings and measure each run.

    Cells that are done are kept beside the output: a sweep that was killed goes on when it is started again.
    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    from app.studies.cell_log import CellLog, log_path
    from app.studies.grid import read
    from app.studies.sweep import Plan, Sweep
    outputs = [_checked(path) for path in output or ()]
    varied = tuple(read(text) for text in vary or ())
    if any(path.suffix.lower() == PICTURE for path in outputs):
        from app.studies.sweep_picture import check
        check(varied)
    import scenes
    fixed = (*(set_ or ()), *([f"world.precision={precision}"] if precision is not None else []))
    plan = Plan(scene, varied, fixed, tuple(metric or ("max_penetration",)), seconds)
    study = Sweep(plan, scenes.load(scene), CellLog(log_path(outputs[0])) if outputs else None)
    _carry_out(study, (backend, jobs, cluster))
    for path in outputs:
        _write(study, path)
        _tell(f"written: {path}")
    if not outputs:
        print(study.as_csv(), end="")
    if study.log:
        study.log.remove()
    troubles = [found.trouble for found in study.found.values() if found.trouble]
    if troubles:
        _tell(f"{len(troubles)} of {study.total} cells could not be run; the first: {troubles[0]}")


def _carry_out(study: "Sweep", where: tuple[str, int | None, str | None]) -> None:
    """Let the cells that wait run, with a bar of progress; when it is cancelled, say how to go on."""
    from app.compiling import counting, make_ready
    from app.headless_run import progress
    from app.studies.backends import chosen
    worlds = study.check()
    if done := len(study.found):
        _tell(f"{done} of {study.total} cells are done already")
    if done == study.total:
        return
    try:
        with chosen(*where):
            with counting(show=True) as seen:
                for world in worlds:
                    make_ready(world, seen(world.precision))       # once here, rather than once in every process
            with progress(study.document.title, study.total) as advance:
                study.go(advance)
    except BrokenExecutor:
        raise InputError(f"a process that ran cells was ended, perhaps for want of memory, after {len(study.found)} of "
                         f"{study.total} cells; the same command with fewer --jobs goes on from there") from None
    except KeyboardInterrupt:
        kept = "; the same command goes on from there" if study.log and study.found else ""
        _tell(f"cancelled after {len(study.found)} of {study.total} cells{kept}")
        raise typer.Exit(CANCELLED) from None


def _checked(path: Path) -> Path:
    """A path that ends as it must and can be written."""
    if path.suffix.lower() not in (TABLE, PICTURE):
        raise InputError(f"--output: {path} must end in {TABLE} or {PICTURE}")
    return writable(path)


def _write(study: "Sweep", path: Path) -> None:
    if path.suffix.lower() == TABLE:
        from scenes.atomic_write import write_text
        write_text(path, study.as_csv())
    else:
        from app.studies.sweep_picture import draw
        draw(study, path)


def _tell(line: str) -> None:
    typer.echo(line, err=True)
