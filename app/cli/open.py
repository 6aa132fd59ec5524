"""`impulse open`, which is also `impulse SCENE`: the window; where there is no display, a film of the scene instead."""
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from app.run_options import CheckedOption, PrecisionOption, RunOptions, SetOption, ThreadsOption, choose_build

SceneArgument = Annotated[str | None, typer.Argument(
    metavar="[SCENE]", help="A scene of `impulse scenes`, or the path of a YAML file; default: the welcome scene.")]
SizeOption = Annotated[str, typer.Option("--size", metavar="WxH", help="Size of the window.")]
CapturesOption = Annotated[Path | None, typer.Option(
    "--captures", metavar="FOLDER", help="Where screenshots and films go; default: Impulse in your pictures.")]
SettingsOption = Annotated[Path | None, typer.Option(
    "--view-settings", metavar="FILE.json", help="File of the view settings, instead of your own.")]
ScriptOption = Annotated[Path | None, typer.Option(
    "--script", metavar="FILE", exists=True, dir_okay=False, help="Things to do in the window, one JSON object a line.")]
JournalOption = Annotated[Path | None, typer.Option(
    "--journal", metavar="FILE", help="Write what the window shows, ten JSON lines a second.")]


def open(scene: SceneArgument = None, size: SizeOption = "1280x720", set_: SetOption = None, threads: ThreadsOption = 1,
         precision: PrecisionOption = None, checked: CheckedOption = False, captures: CapturesOption = None,
         view_settings: SettingsOption = None, script: ScriptOption = None, journal: JournalOption = None) -> None:
    """Open a scene in the window and play with it."""
    choose_build(checked)
    options = RunOptions(tuple(set_ or ()), precision, threads, checked)
    prepare_platform()
    missing = missing_display()
    if missing is None:
        missing = _open_window(scene, parse_size(size), options, (captures, view_settings, script, journal))
    if missing is not None:
        _film_instead(scene, missing)


def parse_size(text: str) -> tuple[int, int]:
    """(width, height) of "1280x720"."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 320 <= int(width) <= 16384 and 240 <= int(height) <= 16384):
        raise typer.BadParameter(f"{text!r} is not a size like 1280x720 (320x240 to 16384x16384)", param_hint="--size")
    return int(width), int(height)


def prepare_platform() -> None:
    """What pyglet and PyOpenGL read when they are imported; nothing of them may be imported before."""
    if sys.platform.startswith("linux"):
        os.environ.setdefault("PYOPENGL_PLATFORM", "glx")
    import pyglet
    pyglet.options.shadow_window = False
    pyglet.options.debug_gl = False


def missing_display() -> str | None:
    """Why no window can be opened, or None when it may be tried.  Imports nothing that decides between window and EGL."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return "there is no display (DISPLAY is not set)"
    return None


def _open_window(scene: str | None, size: tuple[int, int], options: RunOptions, files: tuple[Path | None, ...]) -> str | None:
    """Show the window until it is closed; why there is none, or None."""
    import pyglet
    try:
        pyglet.display.get_display()
    except Exception as error:          # every platform has an exception of its own for this
        return f"the display cannot be opened ({error})"
    from app.main_loop import OpenOptions, Window
    captures, view_settings, script, journal = files
    wanted = OpenOptions(scene or default_scene(), size, options, captures, view_settings, script, journal)
    try:
        window = Window(wanted)
    except (pyglet.window.WindowException, pyglet.gl.ContextException) as error:
        return f"no window with OpenGL 3.3 can be opened ({error or type(error).__name__})"
    window.run()
    return None


def default_scene() -> str:
    """The scene that opens when none is named."""
    import scenes
    return scenes.DEFAULT


def _film_instead(scene: str | None, missing: str) -> None:
    """Say that there is no display, and make a film and a picture that can be looked at elsewhere."""
    from app.cli.render import render
    folder = Path("out")
    folder.mkdir(exist_ok=True)
    print(f"impulse: {missing}; writing {folder / 'welcome.mp4'} and {folder / 'welcome.png'} instead", file=sys.stderr)
    os.environ["PYOPENGL_PLATFORM"] = "egl"
    raise NotImplementedError(render)
