"""`impulse render`: a film or a picture of a scene, without a window."""
from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.shared.options import CheckedOption, PrecisionOption, SceneArgument, SetOption, ThreadsOption
from app.draw.view_options import ViewOptions
from app.headless.errors import InputError
from app.headless.options import OpenedScene, RunOptions, open_scene, output_file
from app.headless.run import progress
from app.ui.view_settings import overrides_among
from physics.definitions.tunable import SettingError, tunables

ENDINGS = (".mp4", ".gif", ".png")
SECONDS, LONGEST = 5.0, 3600.0         # [s] default length of a film, and the most
SMALLEST, LARGEST = 16, 7680           # [pixels] a side

OutputOption = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write: .mp4, .gif or .png.")]
SecondsOption = Annotated[float | None, typer.Option(
    "--seconds", help="Length of the film (default 5), or the moment of the picture (default 0). Simulated seconds.")]
SizeOption = Annotated[str, typer.Option("--size", metavar="WIDTHxHEIGHT", help="Pixels.")]
FpsOption = Annotated[float, typer.Option("--fps", help="Pictures a second; a GIF shows at most 50.")]
ThemeOption = Annotated[str, typer.Option("--theme", metavar="dark|light", help="Colours of sky and ground.")]
QualityOption = Annotated[str, typer.Option(
    "--quality", metavar="film|software|balanced|high", help="Quality of the drawing; film chooses by the machine.")]
CameraOption = Annotated[str | None, typer.Option(
    "--camera", metavar="WORD=VALUE,...", help="Where the camera is: position=[8,-8,6],target=[0,0,2],fov=1 as in a scene, or "
    "azimuth=90 deg,elevation=20 deg,distance=12 as seen from the target; the rest is the scene's.")]
FollowOption = Annotated[str | None, typer.Option(
    "--follow", metavar="BODY", help="Look at this body and move with it.")]
SWITCHES = {name: about.default for name, about in tunables(ViewOptions).items() if about.kind == "switch"}
OverlayOption = Annotated[list[str] | None, typer.Option(
    "--show", metavar="|".join(name for name, on in SWITCHES.items() if not on), help="Draw this over the bodies; repeatable.")]
HideOption = Annotated[list[str] | None, typer.Option(
    "--hide", metavar="|".join(name for name, on in SWITCHES.items() if on), help="Leave this out of the picture; repeatable.")]


@dataclass(frozen=True)
class Shot:
    """The content of a film or picture, and its settings."""

    output: Path
    seconds: float | None = None
    size: tuple[int, int] = (1280, 720)
    fps: float = 60.0
    theme: str = "dark"
    quality: str = "film"
    overlays: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    view: Mapping[str, Any] = field(default_factory=dict)        # of `--set view.NAME=VALUE`
    camera: Mapping[str, Any] = field(default_factory=dict)      # of `--camera`, see `app.capture.film_camera`
    follow: str = ""


def render(scene: SceneArgument, output: OutputOption, seconds: SecondsOption = None, size: SizeOption = "1280x720",
           fps: FpsOption = 60.0, theme: ThemeOption = "dark", quality: QualityOption = "film", show: OverlayOption = None,
           hide: HideOption = None, camera: CameraOption = None, follow: FollowOption = None, set_: SetOption = None,
           threads: ThreadsOption = 1, precision: PrecisionOption = None, checked: CheckedOption = False) -> None:
    """Film a scene, or take one picture of it, without a window."""
    try:
        settings, view = overrides_among(tuple(set_ or ()), ViewOptions)
    except SettingError as error:
        raise InputError(str(error)) from None
    words = {}
    if camera is not None:
        from app.capture.film_camera import camera_words
        words = camera_words(camera)
    overlays, hidden = tuple(show or ()), tuple(hide or ())
    shot = Shot(output, seconds, pixels(size), fps, theme, quality, overlays, hidden, view, words, follow or "")
    check(shot)
    opened = open_scene(scene, RunOptions(settings, precision, threads, checked))
    print(shoot(opened, shot))


def shoot(opened: OpenedScene, shot: Shot) -> Path:
    """Make the film or picture and return its absolute path, with a progress bar on a terminal; a film that is cancelled
    leaves no file behind."""
    from app.capture.film_camera import FollowingCamera, followed, posed
    from app.capture.scene_film import SceneFilm
    from app.render.offscreen import NoOffscreen, OffscreenContext
    switched = {name: True for name in shot.overlays} | {name: False for name in shot.hidden}
    film = SceneFilm(opened, ViewOptions(**{"theme": shot.theme, **switched, **shot.view}))
    uid = followed(shot.follow, {body.name: body.uid for body in opened.world.bodies if body.name}) if shot.follow else None
    film.camera = FollowingCamera(posed(film.camera.pose, shot.camera), uid)
    try:
        context = OffscreenContext(16, 16)
    except NoOffscreen as error:
        raise InputError(str(error)) from error
    with context:
        return _shot(film, shot, opened.document.title)


def _shot(film, shot: Shot, title: str) -> Path:
    from app.capture.film import film_rate
    from app.capture.offline import OfflineRecorder
    from app.capture.picture import screenshot
    from app.render.arrangement.quality import film_quality
    from app.render.renderer import Renderer
    from app.render.resources.gl import renderer_name
    renderer = Renderer(film_quality(renderer_name()) if shot.quality == "film" else shot.quality)
    try:
        if shot.output.suffix.lower() == ".png":
            canvas = renderer.canvas(shot.size)
            picture = canvas.still(film.frame_at(shot.seconds or 0.0))
            canvas.release()
            return screenshot(shot.output, picture)
        seconds = SECONDS if shot.seconds is None else shot.seconds
        count = max(round(seconds * film_rate(shot.output, shot.fps)), 1)
        return _filmed(OfflineRecorder(shot.output, shot.size, shot.fps, count, film.frame_at), renderer, title)
    finally:
        renderer.release()


def _filmed(recorder, renderer, title: str) -> Path:
    try:
        with progress(title, recorder.count) as advance:
            while recorder.tick(renderer):
                advance(recorder.drawn)
            return recorder.finish()
    except BaseException:                      # Ctrl+C as well: no partial film remains
        recorder.cancel()
        raise


def pixels(text: str) -> tuple[int, int]:
    """Width and height of a text like 1280x720; raises InputError."""
    match = re.fullmatch(r"(\d{1,5})\s*[xX*×]\s*(\d{1,5})", text.strip())
    if not match:
        raise InputError(f"--size: {text!r} is not WIDTHxHEIGHT, as in 1280x720")
    size = int(match[1]), int(match[2])
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise InputError(f"--size: {text} is out of range; allowed is {SMALLEST} to {LARGEST} pixels a side")
    return size


def check(shot: Shot) -> None:
    """Raise InputError for a shot that cannot be filmed, before any work."""
    from app.render.arrangement.quality import PRESETS
    from app.render.arrangement.theme import THEMES
    kind = output_file(shot.output, ENDINGS).suffix.lower()
    if kind == ".mp4" and (shot.size[0] % 2 or shot.size[1] % 2):
        raise InputError(f"--size: {shot.size[0]}x{shot.size[1]} is odd; an MP4 needs an even width and height")
    low, high = (0.0, LONGEST) if kind == ".png" else (1e-3, LONGEST)
    if shot.seconds is not None and not (math.isfinite(shot.seconds) and low <= shot.seconds <= high):
        raise InputError(f"--seconds: {shot.seconds:g} is out of range; allowed is {low:g} to {high:g}")
    if not 1 <= shot.fps <= 240:
        raise InputError(f"--fps: {shot.fps:g} is out of range; allowed is 1 to 240")
    choices = {"theme": (shot.theme,), "quality": (shot.quality,), "show": shot.overlays, "hide": shot.hidden}
    off, on = (tuple(name for name, usual in SWITCHES.items() if usual is state) for state in (False, True))
    allowed = {"theme": tuple(THEMES), "quality": ("film", *PRESETS), "show": off, "hide": on}
    for option, given in choices.items():
        for word in given:
            if word not in allowed[option]:
                raise InputError(f"--{option}: {word!r} is not one of {', '.join(allowed[option])}")
