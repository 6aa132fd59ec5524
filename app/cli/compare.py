"""`impulse compare`: two to four variants of a scene with different settings, and how they diverge."""
from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.shared.options import SceneArgument, SetOption, VariantA, VariantB, VariantC, VariantD
from app.headless.errors import CANCELLED, InputError
from app.headless.options import STUDY_ENDINGS, output_file

if TYPE_CHECKING:
    from app.studies.compare.comparison import Comparison

SecondsOption = Annotated[float | None, typer.Option(
    "--seconds", min=0.0, max=86_400, help="Simulated time; default: as long as the scene runs.")]
ToleranceOption = Annotated[float, typer.Option(
    "--tolerance", min=0.0, max=1e6, help="Distance in metres beyond which a body counts as apart from variant a.")]
OutputOption = Annotated[list[Path] | None, typer.Option(
    "--output", "-o", metavar="FILE.html|png|csv", help="Report, diagrams, or all numbers by step; repeatable.")]


def compare(scene: SceneArgument, variant_a: VariantA = None, variant_b: VariantB = None, variant_c: VariantC = None,
            variant_d: VariantD = None, set_: SetOption = None, seconds: SecondsOption = None, tolerance: ToleranceOption = 1e-3,
            output: OutputOption = None) -> None:
    """Run variants of a scene with the same events and different settings, and report how they diverge.

    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    outputs = [output_file(path, STUDY_ENDINGS) for path in output or ()]
    import scenes
    from app.cli.shared.terminal import print_to_stderr, write_outputs
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
    _run_with_progress(study)
    if all(run.refused for run in study.runs):
        raise InputError("; ".join(f"--variant-{run.variant.name}: {run.failure}" for run in study.runs))
    if outputs:
        from app.studies.compare.picture import draw
        from app.studies.compare.report import write
        write_outputs(study, outputs, draw, write)
    print(_summary(study))


def _run_with_progress(study: "Comparison") -> None:
    """Run the variants with a progress bar."""
    from app.cli.shared.terminal import print_to_stderr
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
        raise typer.Exit(CANCELLED) from None


def _summary(study: "Comparison") -> str:
    """A line for each variant."""
    from app.studies.compare.report import verdicts
    lines = [study.document.id]
    for run, verdict in zip(study.runs, verdicts(study)):
        lines.append(f"  {run.variant.name}  {', '.join(run.variant.settings) or 'the scene as it is'}")
        lines.append(f"     {len(run.times) - 1} steps, state {run.hash[:16]}; {verdict}")
    return "\n".join(lines)
