"""`impulse circle`: drift of a particle that forces hold on a circle, by length of step, form of C and springs."""
from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from app.cli.shared.files import Writes
from app.cli.shared.options import JsonOption
from app.headless.errors import InputError
from app.headless.options import output_file

LIMITS = {"ks": (0, 1e9), "kd": (0, 1e6), "beta": (0, 2), "mass": (1e-6, 1e6), "seconds": (1e-3, 3600)}

StepOption = Annotated[list[str] | None, typer.Option(
    "--dt", metavar="SECONDS", help="Length of the step, as 1/60; repeatable; default: 1/60, 1/600 and 1/1500.")]
FormOption = Annotated[list[str] | None, typer.Option(
    "--form", metavar="cone|paraboloid", help="Form of C: |x| - 1 or (x.x - 1) / 2; repeatable; default: both.")]
StiffnessOption = Annotated[str, typer.Option("--ks", metavar="NUMBER", help="Stiffness of the springs [1/s2].")]
DampingOption = Annotated[str, typer.Option("--kd", metavar="NUMBER", help="Damping of the springs [1/s].")]
BetaOption = Annotated[str, typer.Option(
    "--beta", metavar="NUMBER", help="Share of the error that impulses remove in a step.")]
MassOption = Annotated[str, typer.Option("--mass", metavar="KG", help="Mass of the particle.")]
SecondsOption = Annotated[str, typer.Option("--seconds", metavar="SECONDS", help="Simulated time.")]
OutputOption = Annotated[Path | None, typer.Option(
    "--output", "-o", metavar="FILE.png", help="Draw drift over time, and the two constraint surfaces with the particle's path."),
    Writes()]


def circle(dt: StepOption = None, form: FormOption = None, ks: StiffnessOption = "100", kd: DampingOption = "0.01",
           beta: BetaOption = "0.2", mass: MassOption = "1", seconds: SecondsOption = "10", output: OutputOption = None,
           as_json: JsonOption = False) -> None:
    """Swing a particle on the unit circle, held by forces or impulses, and report its drift.

    Exit code: 0 fine, 2 bad input, 130 cancelled.
    """
    if output is not None:
        output_file(output, (".png",))
    from app.cli.shared.study_output import print_to_stderr, run_with_progress, show
    from app.studies.circle.circle import STEPS, Circle, Plan
    from physics.lab.links import FORMS
    from physics.lab.particles import Springs
    for name in form or ():
        if name not in FORMS:
            raise InputError(f"--form: {name!r} is not known; allowed are {', '.join(FORMS)}")
    numbers = {name: _number(name, text) for name, text in (("ks", ks), ("kd", kd), ("beta", beta), ("mass", mass),
                                                            ("seconds", seconds))}
    steps = tuple(dict.fromkeys(_number("dt", text) for text in dt)) if dt else STEPS
    study = Circle(Plan(steps, tuple(dict.fromkeys(form or FORMS)), Springs(numbers["ks"], numbers["kd"]), numbers["beta"],
                        numbers["mass"], numbers["seconds"]))
    run_with_progress(study, as_json)
    show(study.outcome(), as_json)
    if output is not None:
        from app.studies.circle.picture import draw
        draw(study, output)
        print_to_stderr(f"drawn: {output}")


def _number(name: str, text: str) -> float:
    """An option's number, written as in scenes.  Raises InputError."""
    from scenes.schema.scalars import number
    try:
        value = number(text, "s")
    except ValueError as exc:
        raise InputError(f"--{name}: {exc}") from None
    low, high = LIMITS.get(name, (-math.inf, math.inf))
    if not low <= value <= high:
        raise InputError(f"--{name}: {text} is out of bounds; allowed are {low:g} to {high:g}")
    return value
