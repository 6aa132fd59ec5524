"""`impulse run`: step a scene without a window, stop where an expression holds, save states, check its expectations; take a share
file's run again and compare it."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.shared.files import Writes
from app.cli.shared.options import CheckedOption, PrecisionOption, SceneArgument, SetOption, ThreadsOption
from app.headless.errors import DIFFERENT, EXPECTATION_FAILED, InputError
from app.headless.options import RunOptions, choose_build, is_share, open_scene, output_file, set_stop, writable
from impulse.terminal import say

StepsOption = Annotated[int | None, typer.Option(
    "--steps", min=0, max=10_000_000, help="Steps to take; default: as many as the scene runs.")]
SaveOption = Annotated[Path | None, typer.Option(
    "--save", metavar="FILE.npz", help="Write the trajectory as numpy arrays; the file must end in .npz."), Writes()]
StopOption = Annotated[str | None, typer.Option(
    "--stop-when", metavar="EXPRESSION", help="End after the first step at which this holds, as \"max_penetration > 0.01\", "
    "\"speed(crate) > 3\" or first_contact.")]
LookOption = Annotated[str, typer.Option(
    "--stop-look", metavar="step|inside|sweeps", help="Where --stop-when looks: after each step; then also for the first moment "
    "inside that step; at every moment of every step.")]
StateOption = Annotated[Path | None, typer.Option(
    "--save-step", metavar="FILE.npz", help="Write the state where the run ends as numpy arrays, with metrics and rows; the file "
    "must end in .npz."), Writes()]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the outcome as one JSON object.")]


def run(scene: SceneArgument, steps: StepsOption = None, set_: SetOption = None, save: SaveOption = None,
        stop_when: StopOption = None, stop_look: LookOption = "step", save_step: StateOption = None, as_json: JsonOption = False,
        threads: ThreadsOption = 1, precision: PrecisionOption = None, checked: CheckedOption = False) -> None:
    """Step a scene without a window and check its expectations; take the run of a share file again and compare each step.

    Exit code: 0 fine, 1 an expectation of the scene failed, a number became NaN or a step is not as in the file, 2 bad input.
    """
    if is_share(scene):
        others = {"--steps": steps, "--set": set_, "--save": save, "--stop-when": stop_when, "--save-step": save_step,
                  "--precision": precision, "--stop-look": None if stop_look == "step" else stop_look}
        verify_file(scene, [name for name, given in others.items() if given is not None], as_json, checked)
        return
    for path, option in ((save, "--save"), (save_step, "--save-step")):
        if path is not None:
            writable(path)
            output_file(path, (".npz",), option)
    opened = open_scene(scene, RunOptions(tuple(set_ or ()), precision, threads, checked))
    if opened.world.note:                                # the state of a saved moment that does not fit
        say(f"{scene}: {opened.world.note}", err=True)
    if stop_when is not None or stop_look != "step":
        set_stop(opened, stop_when, stop_look)
    from app.headless.run import HeadlessRun
    opened.world.stops_on_nan = True
    headless = HeadlessRun(opened, opened.runner.steps if steps is None else steps, recording=save is not None)
    headless.go()
    if save is not None:
        headless.trajectory.save(save)
    if save_step is not None:
        from app.headless.saved_state import save_state
        save_state(opened.world, opened.runner.stopped, save_step)
    outcome = headless.outcome()
    waiting = len(opened.document.expect) - len(outcome["expect"])
    stop = _stop_line(stop_when, opened.runner.stopped)
    saved = [path for path in (save, save_step) if path is not None]
    say(json.dumps(outcome, allow_nan=False) if as_json else _summary(outcome, waiting, stop, saved))
    if headless.lost is not None:
        say(f"{scene}: the run ends with step {headless.lost.step:,}: {headless.lost}", err=True)
    if headless.lost is not None or not all(row["passed"] for row in outcome["expect"]):
        raise typer.Exit(EXPECTATION_FAILED)


def verify_file(path: str, others: list[str], as_json: bool, checked: bool) -> None:
    """Take the run of a share file again, print how each step compares, and leave with an exit code; `others` are options that
    were given and that only a scene has."""
    if others:
        raise InputError(f"{others[0]}: a share file has its own steps and settings, all of which are compared")
    choose_build(checked)
    from app.cli.shared.run_output import verdict_object, verdict_text
    from app.headless.kernel_warmup import make_all_ready
    from app.headless.run import progress
    from app.simulation.sharing.playing import source_of
    from app.simulation.sharing.verifying import verify
    source = source_of(path)
    make_all_ready([source.variant.world])
    with progress(source.origin.scene, source.steps) as advance:
        verdict = verify(source, advance)
    say(json.dumps(verdict_object(source, verdict), allow_nan=False) if as_json else verdict_text(source, verdict))
    if not verdict.fine:
        raise typer.Exit(DIFFERENT)


def _stop_line(expression: str | None, stopped: Any) -> str:
    """What stopped the run, or that nothing did; "" without `--stop-when`."""
    if expression is None:
        return ""
    return "  stopped   " + (f"{stopped.moment}: {expression} ({stopped.said})" if stopped
                             else f"nowhere: {expression} never held")


def _summary(outcome: dict[str, Any], waiting: int, stop: str, saved: list[Path]) -> str:
    """The outcome as text; `waiting` expectations need more steps than were taken."""
    lines = [f"{outcome['scene']}: {outcome['steps']} steps, {outcome['bodies']} bodies, {outcome['contacts']} contact points"]
    if outcome["ms_median"] is not None:
        lines.append(f"  step      {outcome['ms_median']:.3f} ms median, {outcome['ms_p99']:.3f} ms at the 99th percentile")
    total, kinetic, deepest = outcome["energy"]["total"], outcome["energy"]["kinetic"], outcome["max_penetration"]
    energy = "NaN" if None in (total, kinetic) else f"{total:.6g} J, of which {kinetic:.6g} J kinetic"
    lines.append(f"  energy    {energy}")
    lines.append("  overlap   NaN" if deepest is None else f"  overlap   {deepest * 1e3:.3f} mm, the deepest at the end")
    lines.append(f"  state     {outcome['state_hash']}")
    if outcome["note"]:
        lines.append(f"  note      {outcome['note']}")
    for row in outcome["expect"]:
        value = f"{row['value']:.6g}" if isinstance(row["value"], float) else row["value"]
        about = value if row["passed"] else f"at {row['time']:.6g} s: {row['why']}"
        lines.append(f"  {'passed' if row['passed'] else 'FAILED'}    {row['name']}  ({about})")
    if waiting:
        lines.append(f"  open      {waiting} expectation{'s' * (waiting > 1)} that need more steps")
    lines += [stop] if stop else []
    lines += [f"  saved     {path}" for path in saved]
    return "\n".join(lines)
