"""`impulse share`: a run as one file that another machine can take again and compare, with or without a film."""
from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.shared.files import Reads, Writes
from app.cli.shared.options import CheckedOption, PrecisionOption, SetOption, ThreadsOption
from app.headless.errors import InputError
from app.headless.options import SHARE, RunOptions, choose_build, output_file
from app.headless.si_format import counted
from impulse.terminal import say

SourceArgument = Annotated[str, typer.Argument(
    metavar="SCENE", help="A scene of `impulse scenes`, the path of a YAML file, or a share file, whose commands come again."),
    Reads()]
OutputOption = Annotated[Path, typer.Option("--output", "-o", metavar="FILE.impulse", help="The file to write."), Writes()]
StepsOption = Annotated[int | None, typer.Option(
    "--steps", min=0, max=1_000_000, help="Steps to take; default: as many as the scene runs, or the file has.")]
EveryOption = Annotated[int, typer.Option(
    "--every", min=0, max=1_000_000, help="Steps between two hashes of the state; more where there would be over "
    "100,000 hashes.")]
FilmOption = Annotated[bool, typer.Option("--film", help="Put a film of the run into the file.")]


def share(scene: SourceArgument, output: OutputOption, steps: StepsOption = None, every: EveryOption = 0,
          film: FilmOption = False, set_: SetOption = None, threads: ThreadsOption = 1, precision: PrecisionOption = None,
          checked: CheckedOption = False) -> None:
    """Take a run without a window and write it as a share file: scene, settings, commands, hashes of the states, and a picture.

    Of a share file its run is taken here once more, so that `impulse diff` can compare both machines.
    """
    output_file(output, (SHARE,))
    choose_build(checked)
    from app.headless.kernel_warmup import make_all_ready
    from app.share.limits import MOST_STEPS
    from app.simulation.sharing.playing import source_of
    from app.simulation.sharing.recording import Recording
    source = source_of(scene, RunOptions(tuple(set_ or ()), precision, threads, checked))
    count = source.for_steps(source.steps if steps is None else steps).steps
    if count > MOST_STEPS:
        raise InputError(f"{output}: {count:,} steps; a share file holds at most {MOST_STEPS:,}, see --steps")
    make_all_ready([source.variant.world])
    recording = Recording(source)
    with tempfile.TemporaryDirectory(prefix="impulse-share-") as folder:
        movie = _go(recording, count, Path(folder) / "film.mp4" if film else None)
        found, size = _written(recording, output, every, movie)
    say(f"{output}: {counted(found.run.last, 'step')}, {counted(found.manifest.commands, 'command')}, {size:,} bytes")


def _go(recording: Any, steps: int, film: Path | None) -> Path | None:
    """Take all steps, with a progress bar for a long run; returns the film that was made meanwhile."""
    from app.headless.run import progress
    world = recording.world
    if film is not None:
        from app.capture.share_pictures import filmed, pictures_of
        from app.render.offscreen import NoOffscreen
        seconds = steps * float(world.dt)
        try:
            with progress("film", pictures_of(seconds)) as advance:
                film = filmed(recording.opened, film, seconds, advance)
        except NoOffscreen as error:
            raise InputError(f"--film: {error}") from None
    with progress("steps", steps) as advance:
        while world.step_count < steps:
            recording.step()
            advance(world.step_count)
    return film


def _written(recording: Any, output: Path, every: int, film: Path | None) -> tuple[Any, int]:
    """Write the file; what is in it, and its size [bytes]."""
    from app.capture.share_pictures import still_of
    from app.cli.shared.study_output import print_to_stderr
    from app.render.offscreen import NoOffscreen
    from app.share.writing import write
    from app.simulation.sharing.making import share_of
    found, picture = recording.taken(), b""
    try:
        picture = still_of(recording.opened)
    except NoOffscreen as error:
        print_to_stderr(f"without a picture: {error}")
    content = share_of(found, picture, every)
    return content, write(output, content, film).stat().st_size
