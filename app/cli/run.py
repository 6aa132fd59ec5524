"""`impulse run`: step a scene without a window, save its trajectory, check its expectations."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.options import CheckedOption, PrecisionOption, SceneArgument, SetOption, ThreadsOption
from app.headless.errors import EXPECTATION_FAILED
from app.headless.options import RunOptions, open_scene, output_file, writable

StepsOption = Annotated[int | None, typer.Option(
    "--steps", min=0, max=10_000_000, help="Steps to take; default: as many as the scene runs.")]
SaveOption = Annotated[Path | None, typer.Option(
    "--save", metavar="FILE.npz", help="Write the trajectory as numpy arrays; the file must end in .npz.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the outcome as one JSON object.")]


def run(scene: SceneArgument, steps: StepsOption = None, set_: SetOption = None, save: SaveOption = None,
        as_json: JsonOption = False, threads: ThreadsOption = 1, precision: PrecisionOption = None,
        checked: CheckedOption = False) -> None:
    """Step a scene without a window and check its expectations.

    Exit code: 0 fine, 1 an expectation of the scene failed, 2 bad input.
    """
    if save is not None:
        writable(save)
        output_file(save, (".npz",), "--save")
    opened = open_scene(scene, RunOptions(tuple(set_ or ()), precision, threads, checked))
    from app.headless.run import HeadlessRun
    headless = HeadlessRun(opened, opened.runner.steps if steps is None else steps, recording=save is not None)
    headless.go()
    if save is not None:
        headless.trajectory.save(save)
    outcome = headless.outcome()
    waiting = len(opened.document.expect) - len(outcome["expect"])
    print(json.dumps(outcome, allow_nan=False) if as_json else _summary(outcome, waiting, save))
    if not all(row["passed"] for row in outcome["expect"]):
        raise typer.Exit(EXPECTATION_FAILED)


def _summary(outcome: dict[str, Any], waiting: int, save: Path | None) -> str:
    """The outcome as text; `waiting` expectations need more steps than were taken."""
    lines = [f"{outcome['scene']}: {outcome['steps']} steps, {outcome['bodies']} bodies, {outcome['contacts']} contact points"]
    if outcome["ms_median"] is not None:
        lines.append(f"  step      {outcome['ms_median']:.3f} ms median, {outcome['ms_p99']:.3f} ms at the 99th percentile")
    lines.append(f"  energy    {outcome['energy']['total']:.6g} J, of which {outcome['energy']['kinetic']:.6g} J kinetic")
    lines.append(f"  overlap   {outcome['max_penetration'] * 1e3:.3f} mm, the deepest at the end")
    lines.append(f"  state     {outcome['state_hash']}")
    if outcome["note"]:
        lines.append(f"  note      {outcome['note']}")
    for row in outcome["expect"]:
        value = f"{row['value']:.6g}" if isinstance(row["value"], float) else row["value"]
        about = value if row["passed"] else f"at {row['time']:.6g} s: {row['why']}"
        lines.append(f"  {'passed' if row['passed'] else 'FAILED'}    {row['name']}  ({about})")
    if waiting:
        lines.append(f"  open      {waiting} expectation{'s' * (waiting > 1)} that need more steps")
    if save is not None:
        lines.append(f"  saved     {save}")
    return "\n".join(lines)
