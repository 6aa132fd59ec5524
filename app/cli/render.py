"""`impulse render`: a film, a picture, a web page or a glTF file of a scene, without a window."""
from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.shared.files import Writes
from app.cli.shared.options import CheckedOption, PrecisionOption, SceneArgument, SetOption, ThreadsOption
from app.demo import kinds
from app.draw.view_options import ViewOptions
from app.headless.errors import InputError
from app.headless.options import OpenedScene, RunOptions, open_scene, output_file, writable
from app.headless.run import progress
from app.ui.view_settings import overrides_among
from impulse.terminal import say
from physics.definitions.tunable import SettingError, tunables

if TYPE_CHECKING:
    from app.capture.offline import OfflineRecorder
    from app.capture.scene_film import SceneFilm
    from app.render.renderer import Renderer

ENDINGS = (".mp4", ".webm", ".gif", ".png", *kinds.ENDINGS)
USUAL_SIZE, USUAL_QUALITY = "1280x720", "film"
SECONDS, LONGEST = 5.0, 3600.0         # [s] default length of a film without a plan, and the most
SMALLEST, LARGEST = 16, 7680           # [pixels] a side

OutputOption = Annotated[Path, typer.Option(
    "--output", "-o", metavar="FILE", help="The file to write: .mp4, .webm, .gif or .png; a name without an ending is a folder "
    "of numbered pictures, as is a name like shot_%04d.png. Or .html, a page for any browser; .glb, glTF with "
    "animation."), Writes()]
SecondsOption = Annotated[float | None, typer.Option(
    "--seconds", help="Length of the film (default: until the last keyframe or caption of the scene, else 5), or the moment of "
    "the picture (default 0). Simulated seconds.")]
SizeOption = Annotated[str | None, typer.Option(
    "--size", metavar="WIDTHxHEIGHT", help=f"Pixels of a film or picture (default {USUAL_SIZE}).")]
FpsOption = Annotated[float, typer.Option("--fps", help="Pictures a second; a GIF shows at most 50.")]
ThemeOption = Annotated[str, typer.Option("--theme", metavar="dark|light", help="Colours of sky and ground.")]
QualityOption = Annotated[str | None, typer.Option(
    "--quality", metavar="film|software|balanced|high",
    help=f"Quality of a film or picture (default {USUAL_QUALITY}, which chooses by the machine).")]
CameraOption = Annotated[str | None, typer.Option(
    "--camera", metavar="WORD=VALUE,...", help="Where the camera is: position=[8,-8,6],target=[0,0,2],fov=1 as in a scene, or "
    "azimuth=90 deg,elevation=20 deg,distance=12 as seen from the target, or bookmark=NAME; the rest is the scene's, without its "
    "path.")]
FollowOption = Annotated[str | None, typer.Option(
    "--follow", metavar="BODY", help="Look at this body and move with it, without the scene's path.")]
StillOption = Annotated[bool, typer.Option("--still", help="Do not go along the scene's camera path.")]
RealTimeOption = Annotated[bool, typer.Option("--real-time", help="No slow motion where the scene has it.")]
PlotOption = Annotated[list[str] | None, typer.Option(
    "--plot", metavar="QUANTITY,...", help="A plot in a page: metrics or expressions of them, each a curve; repeatable. Default: "
    "energies and the deepest overlap; none: no plots.")]
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
    still: bool = False                                          # without the scene's camera path
    real_time: bool = False                                      # without its slow motion
    plots: tuple[str, ...] | None = None                         # of a page, see `app.demo.curves`

    @property
    def kind(self) -> str:
        """The ending of its file."""
        return self.output.suffix.lower()

    @property
    def is_picture(self) -> bool:
        """Whether it is a single picture."""
        from app.capture.formats.png_frames import is_sequence
        return self.output.suffix.lower() == ".png" and not is_sequence(self.output)


def render(scene: SceneArgument, output: OutputOption, seconds: SecondsOption = None, size: SizeOption = None,
           fps: FpsOption = 60.0, theme: ThemeOption = "dark", quality: QualityOption = None, show: OverlayOption = None,
           hide: HideOption = None, camera: CameraOption = None, follow: FollowOption = None, still: StillOption = False,
           real_time: RealTimeOption = False, plot: PlotOption = None, set_: SetOption = None, threads: ThreadsOption = 1,
           precision: PrecisionOption = None, checked: CheckedOption = False) -> None:
    """Film a scene, take one picture of it, or make a demo for a browser or another program, without a window."""
    try:
        settings, view = overrides_among(tuple(set_ or ()), ViewOptions)
    except SettingError as error:
        raise InputError(str(error)) from None
    words = {}
    if camera is not None:
        from app.capture.film_camera import camera_words
        words = camera_words(camera)
    overlays, hidden = tuple(show or ()), tuple(hide or ())
    plots = None if plot is None else () if plot == ["none"] else tuple(plot)
    shot = Shot(output, seconds, pixels(size or USUAL_SIZE), fps, theme, quality or USUAL_QUALITY, overlays, hidden, view, words,
                follow or "", still, real_time, plots)
    check(shot)
    check_use(shot, {"size": size, "quality": quality, "still": still or None, "real-time": real_time or None})
    opened = open_scene(scene, RunOptions(settings, precision, threads, checked))
    say(shoot(opened, shot))


def shoot(opened: OpenedScene, shot: Shot) -> Path:
    """Make the film, picture or demo and return its absolute path, with a progress bar on a terminal; what is cancelled leaves
    no file behind."""
    if shot.kind in kinds.ENDINGS:
        from app.demo.demo import make_demo
        from app.demo.sources import Wish
        seconds = SECONDS if shot.seconds is None else shot.seconds
        return make_demo(opened, shot.output, Wish(seconds, shot.fps, shot.plots, shot.camera, shot.follow), options_of(shot))
    from app.capture.offline import OfflineRecorder
    from app.capture.scene_film import CameraWish, SceneFilm
    film = SceneFilm(opened, options_of(shot), CameraWish(shot.camera, shot.follow, shot.still))
    if shot.real_time:
        film.plan = film.plan.changed(slow=())
    check_length(film, shot)
    with drawing(shot.quality) as renderer:
        if shot.is_picture:
            return _picture(film, shot, renderer)
        recorder = OfflineRecorder(shot.output, shot.size, shot.fps, pictures_of(film, shot),
                                   lambda moment: film.frame_at(film.after(moment)))
        recorder.annotate = film.annotations
        return filmed(recorder, renderer, opened.document.title)


def options_of(shot: Shot) -> ViewOptions:
    """The options of its picture."""
    switched = {name: True for name in shot.overlays} | {name: False for name in shot.hidden}
    return ViewOptions(**{"theme": shot.theme, **switched, **shot.view})


@contextmanager
def drawing(quality: str = "film") -> Iterator["Renderer"]:
    """A renderer without a window.  Raises InputError where there can be none."""
    from app.render.offscreen import NoOffscreen, OffscreenContext
    try:
        context = OffscreenContext(16, 16)
    except NoOffscreen as error:
        raise InputError(str(error)) from error
    with context:
        from app.render.arrangement.quality import film_quality
        from app.render.renderer import Renderer
        from app.render.resources.gl import renderer_name
        renderer = Renderer(film_quality(renderer_name()) if quality == "film" else quality)
        try:
            yield renderer
        finally:
            renderer.release()


def _picture(film: "SceneFilm", shot: Shot, renderer: "Renderer") -> Path:
    """Take the picture of one moment."""
    from app.capture.annotated import annotated
    from app.capture.picture import screenshot
    canvas = renderer.canvas(shot.size)
    picture = canvas.still(film.frame_at(shot.seconds or 0.0))
    canvas.release()
    annotations = film.annotations()
    return screenshot(shot.output, picture if annotations is None else annotated(picture, annotations))


def pictures_of(film: "SceneFilm", shot: Shot) -> int:
    """Number of pictures of a film."""
    from app.capture.film import film_rate
    seconds = (film.plan.end or SECONDS) if shot.seconds is None else shot.seconds
    return max(round(film.length(seconds) * film_rate(shot.output, shot.fps)), 1)


def check_length(film: "SceneFilm", shot: Shot) -> None:
    """Raise InputError for a film with more pictures than one can have, as slow motion makes of many seconds."""
    from app.capture.offline import MOST
    if not shot.is_picture and (count := pictures_of(film, shot)) > MOST:
        raise InputError(f"--seconds: slow motion makes {count:,} pictures of these; a film has at most {MOST:,}, so give fewer "
                         "seconds, fewer --fps, or --real-time")


def filmed(recorder: "OfflineRecorder", renderer: "Renderer", title: str) -> Path:
    """Make a film with a progress bar and return its path."""
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


def check_use(shot: Shot, given: Mapping[str, Any]) -> None:
    """InputError for an option that has no use for this kind of file; `given` are those without a value of their own."""
    if shot.kind in kinds.ENDINGS:
        if useless := [name for name, value in given.items() if value is not None]:
            raise InputError(f"--{useless[0]}: is of films and pictures; a {shot.kind} file has none")
        kinds.check_options(options_of(shot))
    if shot.plots is not None and shot.kind != kinds.PAGE:
        raise InputError(f"--plot: plots are in pages (.html); a {shot.kind} file has none")


def check_file(output: Path, size: tuple[int, int], endings: tuple[str, ...] = ENDINGS) -> None:
    """Raise InputError where no film or picture of this size can be written."""
    from app.capture.film import CODED, needs_even_sides
    from app.capture.formats.png_frames import NUMBER, is_sequence, obstacle
    if len(NUMBER.findall(output.name)) > 1:
        raise InputError(f"--output: {output}: has more than one number; numbered pictures have one, as in frame_%04d.png")
    if is_sequence(output):
        if why := obstacle(output):
            raise InputError(f"--output: {output}: {why}")
        writable(output.absolute().with_name(f".{output.name}"))       # beside it the pictures are until all are there
    else:
        output_file(output, endings)
    if (coding := CODED.get(output.suffix.lower())) is not None:
        from app.capture.formats.coded_film import codec_of
        try:
            codec_of(coding)
        except ValueError as error:
            raise InputError(f"--output: {error}") from None
    if needs_even_sides(output) and (size[0] % 2 or size[1] % 2):
        raise InputError(f"--size: {size[0]}x{size[1]} is odd; a {output.suffix} film needs an even width and height")


def check_style(fps: float, theme: str) -> None:
    """Raise InputError for a rate or a theme that a film cannot have."""
    from app.render.arrangement.theme import THEMES
    if not 1 <= fps <= 240:
        raise InputError(f"--fps: {fps:g} is out of range; allowed is 1 to 240")
    if theme not in THEMES:
        raise InputError(f"--theme: {theme!r} is not one of {', '.join(THEMES)}")


def check(shot: Shot) -> None:
    """Raise InputError for a shot that cannot be filmed, before any work."""
    from app.render.arrangement.quality import PRESETS
    check_file(shot.output, shot.size)
    low, high = (0.0, LONGEST) if shot.is_picture else (1e-3, LONGEST)
    if shot.seconds is not None and not (math.isfinite(shot.seconds) and low <= shot.seconds <= high):
        raise InputError(f"--seconds: {shot.seconds:g} is out of range; allowed is {low:g} to {high:g}")
    check_style(shot.fps, shot.theme)
    choices = {"quality": (shot.quality,), "show": shot.overlays, "hide": shot.hidden}
    off, on = (tuple(name for name, usual in SWITCHES.items() if usual is state) for state in (False, True))
    allowed = {"quality": ("film", *PRESETS), "show": off, "hide": on}
    for option, given in choices.items():
        for word in given:
            if word not in allowed[option]:
                raise InputError(f"--{option}: {word!r} is not one of {', '.join(allowed[option])}")
