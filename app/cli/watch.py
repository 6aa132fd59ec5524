"""`impulse watch`: runs a Python script and shows the world that it steps in the window."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.shared.files import Reads
from app.cli.shared.window_options import (
    CapturesOption, JournalOption, ScriptOption, SettingsOption, SizeOption, check_window_files)
from app.headless.errors import InputError

CONTEXT = {"allow_interspersed_args": False}            # what follows the script is for the script

ScriptArgument = Annotated[Path, typer.Argument(
    metavar="SCRIPT.py", help="A Python script that makes a `physics.World` and steps it.", show_default=False),
    Reads("script")]
RestArgument = Annotated[list[str] | None, typer.Argument(metavar="[ARGUMENT]...", help="Arguments of the script.")]
WorldOption = Annotated[int, typer.Option(
    "--world", metavar="N", min=1, help="Which world, where the script steps several: counted from 1 in the order of their "
    "first steps. One that the script gives to `impulse.watch` goes before.")]
SpeedOption = Annotated[float | None, typer.Option(
    "--speed", metavar="FACTOR", help="Simulated over real seconds at most, 1 for real time; default: as fast as the script "
    "goes.")]
PausedOption = Annotated[bool, typer.Option("--paused", help="Wait before the first step until you let it go on.")]
KeepOption = Annotated[bool, typer.Option("--keep", help="Keep the window open at the end of the script until you close it.")]


def watch(script: ScriptArgument, arguments: RestArgument = None, world: WorldOption = 1, speed: SpeedOption = None,
          paused: PausedOption = False, keep: KeepOption = False, size: SizeOption = "1280x720",
          captures: CapturesOption = None, view_settings: SettingsOption = None, actions: ScriptOption = None,
          journal: JournalOption = None) -> None:
    """Run a Python script and show the world that it steps in the window, which closes with the script.

    Options come before the script; what follows it is for the script. Exit code: that of the script, 1 when it raised an
    error, 2 for bad input, without a display, or when no world was stepped.
    """
    from app.cli.render import pixels
    from app.simulation.commands.playback import checked_scale
    from app.watch.opening import NoWindow, WindowOptions, open_window
    from app.watch.script import FirstWorlds, run_script, source_of
    source, place = source_of(script), pixels(size)
    if speed is not None:
        checked_scale(speed)
    check_window_files(view_settings, actions, journal)
    try:
        window = open_window(script.name, WindowOptions(place, view_settings, captures, journal, actions))
    except NoWindow as error:
        raise InputError(f"{error}; a script runs without a window by `python {script}`") from None
    worlds = FirstWorlds(window, script.name, world)
    worlds.speed, worlds.paused = speed, paused
    try:
        code = run_script(script, source, arguments or (), worlds)
        if keep and worlds.watch is not None:
            worlds.watch.wait()
    finally:
        window.close()
    if code == 0 and worlds.watch is None:
        raise InputError(_unseen(script, worlds.count, world))
    raise typer.Exit(code)


def _unseen(script: Path, count: int, number: int) -> str:
    """Why nothing was seen."""
    if not count:
        return f"{script}: no step of a physics.World was taken in its process, so there was nothing to watch"
    return f"--world: {number} is out of range; the script stepped {count} world{'s' * (count > 1)}"
