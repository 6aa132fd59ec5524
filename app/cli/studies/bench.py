"""`impulse bench`: speed and quality of a step, compared with other engines, by kernel, or by number of bodies."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.shared.files import Reads, Writes
from app.cli.shared.options import JsonOption, ThreadsOption
from app.cli.shared.study_output import print_to_stderr, run_with_progress, show
from app.headless.errors import InputError
from app.headless.options import output_file

DEFAULT = tuple("ABCDEF")

ScenesArgument = Annotated[list[str] | None, typer.Argument(
    metavar="[SCENES]...", help="Letters of the scenes in `benchmark` (CD: both), names or files; default: A to F."), Reads()]
PeerOption = Annotated[list[str] | None, typer.Option(
    "--peer", metavar="NAME|none", help="An engine to compare with; repeatable; default: all that are installed.")]
RoundsOption = Annotated[int, typer.Option("--rounds", min=1, max=1000, help="How many turns each engine has at a scene.")]
StepsOption = Annotated[int, typer.Option(
    "--steps", min=0, max=1_000_000, help="Steps of a turn, or of each pile; 0: as long as the scene runs.")]
TimeoutOption = Annotated[float | None, typer.Option(
    "--timeout", min=0.1, max=86_400, help="Most seconds that a turn may step; default: 120, with --scale 600.")]
BesideOption = Annotated[list[int] | None, typer.Option(
    "--beside", min=1, max=256, metavar="THREADS", help="Compare with Impulse on this number of threads as well; repeatable.")]
ClockOption = Annotated[str, typer.Option("--clock", metavar="wall|cpu", help="Wall time, or processor time of all threads.")]
KernelsOption = Annotated[bool, typer.Option("--kernels", help="Time the kernels instead: ns per contact point, pair and row.")]
ScaleOption = Annotated[bool, typer.Option("--scale", help="Measure time and memory of piles of 1,000 to 50,000 boxes instead.")]
BodiesOption = Annotated[list[int] | None, typer.Option(
    "--bodies", min=1, max=1_000_000, help="With --scale: number of boxes; repeatable.")]
PlotOption = Annotated[Path | None, typer.Option("--plot", metavar="FILE.png", help="Draw the figures as a picture."), Writes()]
OutputOption = Annotated[Path | None, typer.Option(
    "--output", "-o", metavar="FOLDER", help="Folder of the two files; default in a clone: tests/benchmarks/results."), Writes()]


def bench(scenes: ScenesArgument = None, peer: PeerOption = None, rounds: RoundsOption = 3, threads: ThreadsOption = 1,
          beside: BesideOption = None, steps: StepsOption = 0, timeout: TimeoutOption = None, clock: ClockOption = "wall",
          kernels: KernelsOption = False, scale: ScaleOption = False, bodies: BodiesOption = None, plot: PlotOption = None,
          output: OutputOption = None, as_json: JsonOption = False) -> None:
    """Time steps in Impulse and in other engines, and measure the quality of the results.

    Prints a table and writes it as JSON and Markdown.  Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    if kernels and scale:
        raise InputError("--kernels and --scale are different studies; ask for one at a time")
    if (kernels or scale) and (scenes or peer or beside):
        raise InputError(f"--{'kernels' if kernels else 'scale'} takes neither scenes nor --peer nor --beside")
    if bodies and not scale:
        raise InputError("--bodies goes with --scale")
    from app.studies.charts import outcome
    place = outcome.folder(output)
    if plot is not None:
        output_file(plot, (".png",), "--plot")
    if kernels:
        from app.studies.bench.kernel_times import KernelTimes
        study: Any = KernelTimes(rounds)
    elif scale:
        from app.studies.bench.scale import SIZES, Scale, piles
        study = Scale(piles(bodies or SIZES, steps, threads, timeout or 600.0))
    else:
        from app.studies.peer_names import chosen_peers
        from app.studies import engines
        from app.studies.bench.rounds import MANY
        others = [f"{engines.OURS}{MANY}{number}" for number in dict.fromkeys(beside or ())]
        others += chosen_peers(peer, engines.peers())
        study = _scenes(tuple(scenes or DEFAULT), others, (rounds, threads, steps, timeout or 120.0, clock))
    run_with_progress(study, as_json)
    found = study.outcome()
    show(found, as_json)
    for path in outcome.save(found, place) if place else ():
        print_to_stderr(f"written: {path}")
    if place is None:
        print_to_stderr("not written: this is not a clone of the project; -o FOLDER names a folder")
    if plot is not None:
        from app.studies.bench.picture import draw
        draw(study, plot)
        print_to_stderr(f"drawn: {plot}")


def _scenes(scenes: tuple[str, ...], others: list[str], numbers: tuple) -> Any:
    """The comparison of our engine with others."""
    from app.studies.bench.rounds import CLOCKS, Bench, Plan
    from app.studies.engines import OURS
    from app.studies.neutral_scene import spelt_out
    rounds, threads, steps, timeout, clock = numbers
    if clock not in CLOCKS:
        raise InputError(f"--clock: {clock!r} is not known; allowed are {', '.join(CLOCKS)}")
    return Bench(Plan(spelt_out(scenes), (OURS, *others), rounds, threads, steps, timeout, clock))
