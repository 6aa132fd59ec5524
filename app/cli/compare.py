"""`impulse compare`: two to four variants of a scene with different settings, and how they diverge."""
from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from app.cli.shared.files import Writes
from app.cli.shared.options import SceneArgument, SetOption, VariantA, VariantB, VariantC, VariantD
from app.cli.render import FpsOption, SizeOption, ThemeOption, check_file, check_style, drawing, filmed, pixels
from app.headless.errors import CANCELLED, Explained, InputError
from app.headless.options import STUDY_ENDINGS, output_file
from impulse.terminal import say

if TYPE_CHECKING:
    from app.studies.compare.comparison import Comparison

FILM_ENDINGS, NO_PLOT = (".mp4", ".webm", ".gif"), "none"
MOST_PLOTS = 6                     # beside each other
SecondsOption = Annotated[float | None, typer.Option(
    "--seconds", min=0.0, max=86_400, help="Simulated time; default: as long as the scene runs.")]
ToleranceOption = Annotated[float, typer.Option(
    "--tolerance", min=0.0, max=1e6, help="Distance in metres beyond which a body counts as apart from variant a.")]
OutputOption = Annotated[list[Path] | None, typer.Option(
    "--output", "-o", metavar="FILE.html|png|csv|mp4|webm|gif", help="Report, diagrams, all numbers by step, or a film of the "
    "variants beside each other; a name without an ending is a folder of numbered pictures of it; repeatable."), Writes()]
PlotOption = Annotated[list[str] | None, typer.Option(
    "--plot", metavar="READING|distance|none", help="What the film plots below the pictures: a reading such as kinetic_energy, "
    f"or the distance from variant a; repeatable, at most {MOST_PLOTS}; default: three that change.")]


def compare(scene: SceneArgument, variant_a: VariantA = None, variant_b: VariantB = None, variant_c: VariantC = None,
            variant_d: VariantD = None, set_: SetOption = None, seconds: SecondsOption = None, tolerance: ToleranceOption = 1e-3,
            output: OutputOption = None, size: SizeOption = "1280x720", fps: FpsOption = 60.0, theme: ThemeOption = "dark",
            plot: PlotOption = None) -> None:
    """Run variants of a scene with the same events and different settings, and report how they diverge; also as a film.

    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    films = [path for path in output or () if is_film(path)]
    look = Look(pixels(size), fps, theme, None if plot is None else tuple(name for name in plot if name != NO_PLOT))
    for path in films:
        check_file(path, look.size)
        check_style(look.fps, look.theme)
    outputs = [output_file(path, (*STUDY_ENDINGS, *FILM_ENDINGS)) for path in output or () if path not in films]
    import scenes
    from app.cli.shared.study_output import print_to_stderr, write_outputs
    from app.headless.no_effect import said
    from app.studies.compare.comparison import Comparison, variants_of
    asked = variants_of((variant_a, variant_b, variant_c, variant_d))
    if len(asked) < 2:
        raise InputError("a comparison needs a second variant: --variant-b solver.iterations=20, or --variant-b '' for the scene "
                         "as it is")
    document = scenes.load(scene)
    scenes.build(scenes.varied(document, set_ or ()), overrides=set_ or ())     # so that errors in --set name it
    variants = [variant._replace(settings=(*(set_ or ()), *variant.settings)) for variant in asked]
    study = Comparison(document, variants, seconds, tolerance)
    for names, found in study.without_effect().items():
        print_to_stderr(said(found, f"variant{'s' * (len(names) > 1)} {', '.join(names)}"))
    if films:
        _check_plots(study, look.plotted or ())
        with drawing():
            pass                                          # so that a machine that cannot draw says so now
    _run_with_progress(study)
    if all(run.refused for run in study.runs):
        raise InputError("; ".join(f"--variant-{run.variant.name}: {run.failure}" for run in study.runs))
    if outputs:
        from app.studies.compare.picture import draw
        from app.studies.compare.report import write
        write_outputs(study, outputs, draw, write)
    for path in films:
        print_to_stderr(f"written: {_film(study, path, look)}")
    say(_summary(study))


class Look(NamedTuple):
    """How a film of a comparison looks; `plotted`: as `ComparisonFilm` takes it."""

    size: tuple[int, int]
    fps: float
    theme: str
    plotted: tuple[str, ...] | None


def is_film(path: Path) -> bool:
    """Whether an output is a film of the variants."""
    from app.capture.formats.png_frames import is_sequence
    return path.suffix.lower() in FILM_ENDINGS or is_sequence(path)


def _check_plots(study: "Comparison", plotted: tuple[str, ...]) -> None:
    """Raise InputError for a reading that there is not."""
    from app.capture.comparison_film import DISTANCE
    from physics.definitions.tunable import nearest
    from physics.measure.metric_table import metric_table
    from physics.measure.sampler import Sampler
    known = [DISTANCE, *metric_table(Sampler(study.worlds[0]))]
    if len(plotted) > MOST_PLOTS:
        raise InputError(f"--plot: {len(plotted)} are too many; at most {MOST_PLOTS} have room")
    for name in plotted:
        if name not in known:
            raise InputError(f"--plot: there is no reading {name!r}; {nearest(name, known)}there are {', '.join(known)}")


def _film(study: "Comparison", path: Path, look: Look) -> Path:
    """Film the variants, with a progress bar; a film that is cancelled leaves no file behind."""
    from app.capture.comparison_film import ComparisonFilm, pictures_of
    from app.capture.film import film_rate
    from app.capture.offline import OfflineRecorder
    from app.draw.view_options import ViewOptions
    film = ComparisonFilm(study, look.size, ViewOptions(theme=look.theme), look.plotted)
    with drawing() as renderer:
        count = pictures_of(film, study, film_rate(path, look.fps))
        recorder = OfflineRecorder(path, look.size, look.fps, count, film.picture_at)
        recorder.annotate = film.annotations
        return filmed(recorder, renderer, f"film of {study.document.title}")


def _run_with_progress(study: "Comparison") -> None:
    """Run the variants with a progress bar."""
    from app.cli.shared.study_output import print_to_stderr
    from app.headless.kernel_warmup import make_all_ready
    from app.headless.run import progress
    from app.studies.cells.cell import REFUSALS
    try:
        for world in study.worlds:
            with suppress(*REFUSALS):                    # the run of this variant meets the same, and has its name
                make_all_ready([world])
        with progress(study.document.title, study.total) as advance:
            study.go(advance)
    except KeyboardInterrupt:
        print_to_stderr(f"cancelled in variant {study.variants[len(study.runs)].name}; nothing was written")
        raise Explained(CANCELLED) from None


def _summary(study: "Comparison") -> str:
    """A line for each variant."""
    from app.studies.compare.report import verdicts
    lines = [study.document.id]
    for run, verdict in zip(study.runs, verdicts(study)):
        lines.append(f"  {run.variant.name}  {', '.join(run.variant.settings) or 'the scene as it is'}")
        lines.append(f"     {len(run.times) - 1} steps, state {run.hash[:16]}; {verdict}")
    return "\n".join(lines)
