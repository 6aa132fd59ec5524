"""`impulse advise`: what is wrong with a run, the likely cause of each symptom, and the setting that helps."""
from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.shared.files import Reads, Writes
from app.cli.shared.options import JsonOption, SetOption
from app.headless.errors import EXPECTATION_FAILED, InputError
from impulse.files.writing import write_text
from impulse.terminal import say

if TYPE_CHECKING:
    from app.adviser.symptom import Finding
    from app.adviser.trial import Trial

SceneOption = Annotated[str | None, typer.Argument(
    metavar="SCENE", help="A scene of `impulse scenes`, by its name or `category/name`, or the path of a YAML file."), Reads()]
SecondsOption = Annotated[float | None, typer.Option(
    "--seconds", min=0.0, max=3600, help="Simulated time; default: as long as the scene runs.")]
TryOption = Annotated[bool, typer.Option("--try", help="Make the change of the first finding, and measure again.")]
CasesOption = Annotated[bool, typer.Option(
    "--cases", help="Advise on every ill scene that the adviser is tested with, instead of on SCENE.")]
OutputOption = Annotated[Path | None, typer.Option(
    "--output", "-o", metavar="FILE.md", help="With --cases: write the page of symptoms, causes and trials."), Writes()]


def advise(scene: SceneOption = None, seconds: SecondsOption = None, set_: SetOption = None, try_: TryOption = False,
           as_json: JsonOption = False, cases: CasesOption = False, output: OutputOption = None) -> None:
    """Watch a run without a window, and say what is wrong with it and what to change.

    Exit code: 0 fine, also with findings; with --cases 1 where a cause is wrong or a change does not help; 2 bad input.
    """
    if cases:
        _advise_on_cases(scene, output)
        return
    if scene is None:
        raise InputError("advise needs a scene, as in `impulse advise tower`; --cases takes none")
    if output is not None:
        raise InputError("--output goes with --cases: findings are printed, and --json makes them one JSON object")
    if seconds == 0:
        raise InputError("--seconds 0: without a step there is nothing to watch")
    import scenes
    from app.adviser.trial import advised, tried
    from app.headless.kernel_warmup import make_all_ready
    document, settings = scenes.load(scene), tuple(set_ or ())
    trial = tried(document, settings, seconds, make_all_ready) if try_ else None
    found = [trial.finding] if trial and trial.finding else [] if trial else advised(document, settings, seconds, make_all_ready)
    if as_json:
        say(json.dumps(_record(document.id, found, trial), allow_nan=False))
        return
    say(_text(document.id, found))
    if trial and trial.after is not None:
        say(f"   with this change  {_number(trial.after, trial.finding.symptom.unit)}")


def _record(scene: str, found: "list[Finding]", trial: "Trial | None") -> dict:
    """The findings as plain values; None for a number that is not finite."""
    from app.headless.json_values import plain
    records = [one.record() for one in found]
    for record in records:
        record["value"] = plain(record["value"])
        record["numbers"] = {name: plain(number) for name, number in record["numbers"].items()}
    return {"scene": scene, "findings": records} | ({"after": plain(trial.after)} if trial and trial.after is not None else {})


def _text(scene: str, found: "list[Finding]") -> str:
    """The findings as text."""
    from app.adviser.symptom import settings_of
    if not found:
        return f"{scene}: nothing is wrong"
    lines = [f"{scene}: {len(found)} finding{'s' * (len(found) > 1)}, the first is the likely root"]
    for number, one in enumerate(found, 1):
        unit = one.symptom.unit
        lines.append(f"{number}. {one.symptom.title}: {_number(one.value, unit)}, above {_number(one.limit, unit)}")
        lines.append(f"   measured          {one.symptom.help}")
        lines.append(f"   likely cause      {one.cause.title if one.cause else 'unknown'}")
        lines.append(f"   reason            {one.advice.reason}")
        if one.advice.change:
            lines.append("   change            " + " ".join(f"--set {text}" for text in settings_of(one.advice.change)))
        if one.others:
            lines.append(f"   or                {'; '.join(one.others)}")
    return "\n".join(lines)


def _number(value: float, unit: str) -> str:
    return f"{value:.3g} {unit}".rstrip()


def _advise_on_cases(scene: str | None, output: Path | None) -> None:
    """Advise on the ill scenes, print or write the page."""
    from app.adviser.ill_scenes import ill_scenes, page, verdicts
    from app.cli.shared.study_output import print_to_stderr
    from app.headless.options import output_file
    from app.headless.run import progress
    if scene is not None:
        raise InputError(f"--cases takes no scene, and here is {scene!r}")
    if output is not None:
        output_file(output, (".md",))
    with progress("ill scenes", len(ill_scenes())) as advance:
        found = verdicts(advance)
    if output is None:
        say(page(found), end="")
    else:
        write_text(output, page(found))
        print_to_stderr(f"written: {output}")
    if not all(one.right and one.trial.helps for one in found):
        raise typer.Exit(EXPECTATION_FAILED)
