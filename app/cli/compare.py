"""`impulse compare`: two to four lanes of a scene with different settings, and how they come apart."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.headless.errors import CANCELLED, InputError
from app.headless.options import STUDY_ENDINGS, LaneA, LaneB, LaneC, LaneD, SceneArgument, SetOption, output_file

if TYPE_CHECKING:
    from app.studies.compare.comparison import Comparison

SecondsOption = Annotated[float | None, typer.Option(
    "--seconds", min=0.0, max=86_400, help="Simulated time; default: as long as the scene runs.")]
ToleranceOption = Annotated[float, typer.Option(
    "--tolerance", min=0.0, max=1e6, help="Metres from which a body counts as apart from itself in lane a.")]
OutputOption = Annotated[list[Path] | None, typer.Option(
    "--output", "-o", metavar="FILE.html|png|csv", help="Report, diagrams, or all numbers by step; repeatable.")]


def compare(scene: SceneArgument, a: LaneA = None, b: LaneB = None, c: LaneC = None, d: LaneD = None, set_: SetOption = None,
            seconds: SecondsOption = None, tolerance: ToleranceOption = 1e-3, output: OutputOption = None) -> None:
    """Run a scene in lanes that have the same events and different settings, and tell what comes of it.

    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    outputs = [output_file(path, STUDY_ENDINGS) for path in output or ()]
    import scenes
    from app.studies.compare.comparison import Comparison, lanes_of
    from app.studies.terminal import deliver
    asked = lanes_of((a, b, c, d))
    if len(asked) < 2:
        raise InputError("a comparison needs a second lane: --b solver.iterations=20, or --b '' for the scene as it is")
    document = scenes.load(scene)
    scenes.build(document, overrides=set_ or ())                     # what is wrong with --set is told as such
    lanes = [lane._replace(settings=(*(set_ or ()), *lane.settings)) for lane in asked]
    study = Comparison(document, lanes, seconds, tolerance)
    _carry_out(study)
    if outputs:
        from app.studies.compare.picture import draw
        from app.studies.compare.report import write
        deliver(study, outputs, draw, write)
    print(_summary(study))


def _carry_out(study: "Comparison") -> None:
    """Let the lanes run, with a bar of progress."""
    from app.headless.kernel_warmup import make_all_ready
    from app.headless.run import progress
    from app.studies.terminal import tell
    try:
        make_all_ready(study.worlds)
        with progress(study.document.title, study.total) as advance:
            study.go(advance)
    except KeyboardInterrupt:
        tell(f"cancelled in lane {study.lanes[len(study.courses)].name}; nothing was written")
        raise typer.Exit(CANCELLED) from None


def _summary(study: "Comparison") -> str:
    """A line for each lane."""
    from app.studies.compare.report import verdicts
    lines = [study.document.id]
    for course, verdict in zip(study.courses, verdicts(study)):
        lines.append(f"  {course.lane.name}  {', '.join(course.lane.settings) or 'the scene as it is'}")
        lines.append(f"     {len(course.times) - 1} steps, state {course.hash[:16]}; {verdict}")
    return "\n".join(lines)
