"""View settings: every tunable of the window, saved between runs in a small JSON file.

The file may be missing, damaged, or from another version: each invalid value is reported and replaced by its default, all others
are used.  Before a file with something that is not understood is written again, the old one is renamed to view.json.bak.
Settings of the command line hold for one run and are not saved.
"""
from __future__ import annotations

import errno
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.draw.view_options import ViewOptions
from app.draw.view_setting import COMPARE, INSIDE, MOUSE, OVERLAYS, VIDEO, VIEW, view_setting
from impulse.files.reading import FileError, read_json
from impulse.files.writing import set_aside, write_text
from physics.definitions.tunable import SettingError, Tunable, nearest, tunables

SIZES = ("window", "1280x720", "1920x1080", "2560x1440", "3840x2160", "1080x1080", "1080x1920")
QUALITIES = ("auto", "software", "balanced", "high")
FILE = "view.json"
LARGEST_FILE = 100_000          # [bytes] limit; a settings file has a few hundred
USUAL_TEXT = 15.0               # [px] of `text_size`, which the setting `scale` has replaced
SECTION = "view."               # of the command line's `--set view.NAME=VALUE`


@dataclass(frozen=True, kw_only=True)
class ViewSettings(ViewOptions):
    """Appearance and behaviour of the window.  Raises SettingError for a value out of range."""

    joint_labels: bool = view_setting(False, group=OVERLAYS, keys=("7",), needs=("joints",), label="Joint labels",
                                      help="Name, gap, tilt and force as text beside the joints")
    features: bool = view_setting(False, group=INSIDE, keys=("Shift+4",), needs=("contact_features",), label="Features",
                                  legend="Features: numbers of points",
                                  help="The number by which a contact point is known again in the next step")
    names: bool = view_setting(False, group=INSIDE, keys=("Shift+N",), label="Names", help="The name of each body beside it")
    quality: str = view_setting("auto", choices=QUALITIES, label="Quality", group=VIEW,
                                help="Shadows and smooth edges against speed; auto chooses by the graphics driver's name")
    interpolate: bool = view_setting(True, label="Smooth motion", group=VIEW,
                                     help="Draw between the last two steps: smooth, and one step late")
    scale: float = view_setting(1.0, limits=(0.75, 2), slider=(0.75, 2), unit="×", label="Size of texts", group=VIEW,
                                help="Texts and all panels. More: easier to read, less room for the scene")
    history: int = view_setting(256, limits=(0, 65536), slider=(0, 2048), unit="MB", label="History", group=VIEW,
                                help="Memory for going back in time, for each variant; 0: no steps are kept")
    apart: float = view_setting(1e-3, limits=(1e-9, 100), slider=(1e-6, 1), log=True, unit="m", label="Apart from", group=VIEW,
                                help="Distance of a body from its place in variant a beyond which variants are apart")
    introduction: bool = view_setting(True, label="Text of a new scene", group=VIEW,
                                      help="Show a scene's title and description on a card when it opens")
    welcome: bool = view_setting(False, label="Welcome at start", group=VIEW,
                                 help="Show the welcome sheet whenever the program starts without a scene")
    panels: bool = view_setting(True, keys=("Tab",), label="Panels", help="Show the panels; Tab hides and shows them")
    lesson: bool = view_setting(True, keys=("K",), sheet="Lessons", label="Card of the lesson",
                                help="Show the lesson's card beside the scene; off: all settings are there")
    split: bool = view_setting(False, keys=("V",), sheet=COMPARE, label="A picture for each variant",
                               help="Each variant in its own picture; off: the others as ghosts")
    grab_hertz: float = view_setting(5.0, limits=(0.1, 60), slider=(1, 20), unit="Hz", label="Grab stiffness", group=MOUSE,
                                     help="Frequency of the mouse spring. More: follows the pointer more closely, harder tugs")
    grab_damping: float = view_setting(1.0, limits=(0, 10), slider=(0, 2), label="Grab damping", group=MOUSE,
                                       help="Damping ratio of the mouse spring. Less: swings, more: lags behind")
    grab_force: float = view_setting(50.0, limits=(0.1, 1e5), slider=(1, 1000), log=True, unit="weights", label="Grab strength",
                                     group=MOUSE, help="Strongest pull of the mouse, in weights of the body. More: breaks piles "
                                                       "apart")
    shot_speed: float = view_setting(25.0, limits=(0.1, 500), slider=(1, 100), unit="m/s", label="Shot speed", group=MOUSE,
                                     help="Speed of the ball that B shoots")
    shot_radius: float = view_setting(0.3, limits=(0.01, 10), slider=(0.05, 2), unit="m", label="Shot radius", group=MOUSE,
                                      help="Radius of the ball that B shoots")
    capture_panels: bool = view_setting(False, label="Panels in pictures", group=VIDEO,
                                        help="Screenshots and live films show the panels too")
    video_titles: bool = view_setting(True, group=VIDEO, label="Names in films",
                                      help="A film of several variants names them and tells what differs")
    video_plots: bool = view_setting(False, group=VIDEO, needs=("readings",), label="Plots in films",
                                     help="Films show the metrics that are plotted, under the scene")
    video_size: str = view_setting("window", choices=SIZES, label="Offline size", group=VIDEO,
                                   help="Pixels of an offline video; a live one has the window's")
    video_format: str = view_setting("mp4", choices=("mp4", "webm", "gif", "png"), label="Video format", group=VIDEO,
                                     help="mp4, webm: small and smooth; gif: plays everywhere, large, 256 colours; png: a folder "
                                          "of numbered pictures")
    video_fps: int = view_setting(60, limits=(1, 240), slider=(10, 120), unit="1/s", label="Video frames", group=VIDEO,
                                  help="Frames per second of a recording. More: smoother and larger files")
    video_seconds: float = view_setting(10.0, limits=(0.1, 600), slider=(1, 60), unit="s", label="Offline length", group=VIDEO,
                                        help="Length of an offline recording")


def overrides_among(settings: Sequence[str], kind: type) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The other settings of `--set`, and the checked values of its view settings; `kind` is a class of view settings.
    SettingError names the nearest setting or the allowed range."""
    others, found, described = [], {}, tunables(kind)
    for text in settings:
        path, equals, value = text.partition("=")
        name = path.strip().removeprefix(SECTION)
        if not path.strip().startswith(SECTION):
            others.append(text)
        elif name not in described or not equals:
            known = [SECTION + one for one in described]
            raise SettingError(name, f"--set: there is no setting {path.strip()!r}; {nearest(path.strip(), known)}"
                                     f"write it as view.theme=light; known are {', '.join(known)}")
        else:
            found[name] = _read(name, described[name], value.strip())
    return tuple(others), found


def _read(name: str, about: Tunable, value: str) -> Any:
    from scenes.schema.values import read
    try:
        return read(name, about, value)
    except ValueError as error:
        raise SettingError(name, f"--set: {SECTION}{name}: {error}") from None


def default_path() -> Path:
    """The path of the settings on this system."""
    from platformdirs import user_config_path
    return user_config_path("impulse", appauthor=False) / FILE


def load(path: Path, kind: type[ViewSettings] = ViewSettings) -> tuple[ViewSettings, list[str]]:
    """The settings of a file, and a line for each invalid entry."""
    try:
        data = read_json(path, LARGEST_FILE)
    except FileError as error:
        return kind(), [] if error.errno == errno.ENOENT else [f"{error}; using the defaults"]
    if not isinstance(data, dict):
        return kind(), [f"{path}: not a table of settings; using the defaults"]
    settings, complaints = kind(), []
    for name, value in of_today(data).items():
        try:
            settings = settings.replace(**{str(name): value})
        except (SettingError, OverflowError) as error:            # a number with more digits than a float has
            complaints.append(f"{path}: {str(error).rstrip('; ')}; using the default")
    return settings, complaints


def of_today(data: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a file by their present names: the size of texts was a number of pixels, 15 the usual one."""
    size = data.get("text_size")
    rest = {name: value for name, value in data.items() if name != "text_size"}
    if isinstance(size, (int, float)) and size == size and "scale" not in rest:
        low, high = tunables(ViewSettings)["scale"].limits
        rest["scale"] = round(min(max(size, low * USUAL_TEXT), high * USUAL_TEXT) / USUAL_TEXT, 2)
    return rest


def save(path: Path, settings: ViewSettings) -> str:
    """Write the differences from the defaults, atomically; OSError on failure.

    A file with something that is not understood is set aside; returns a message about it, or "".
    """
    standard = type(settings)()
    changed = {name: getattr(settings, name) for name in tunables(type(settings))
               if getattr(settings, name) != getattr(standard, name)}
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = set_aside(path) if path.is_file() and load(path, type(settings))[1] else None
    write_text(path, json.dumps(changed, indent=2) + "\n")
    return f"{path} had settings that are not known here; that file is now {aside.name}" if aside else ""


class SettingsStore:
    """Keeps a settings file up to date without a write for every movement of a slider."""

    REST = 1.0                # [s] without a change before the settings are written

    def __init__(self, path: Path, kind: type[ViewSettings] = ViewSettings, overrides: Mapping[str, Any] | None = None):
        """`settings` are those of the file with `overrides`, `complaints` the invalid entries of the file."""
        self.path = path
        self._kept, self.complaints = load(path, kind)
        self._overrides = dict(overrides or {})
        self.settings = self._kept.replace(**self._overrides)
        self._written, self._seen = self._kept, self.settings
        self._since = 0.0
        self._writer = ThreadPoolExecutor(1, "settings")
        self._writing: Future[str] | None = None

    def keep(self, settings: ViewSettings, now: float) -> str:
        """Check the settings at `now` [s] and have them written by another thread when they have not changed for a while; with
        `now` infinite write them and wait.  Returns what `outcome` has to say of an earlier write."""
        closing = now == float("inf")
        if settings != self._seen and not closing:
            self._seen, self._since = settings, now
        lasting = self._lasting(settings)
        if lasting != self._written and now - self._since >= self.REST and (closing or self._writing is None):
            self._written = lasting
            self._writing = self._writer.submit(save, self.path, lasting)
        return self.outcome(wait=closing)

    def outcome(self, wait: bool = True) -> str:
        """What is to be said of the write under way: why it failed, or which file it has set aside; "" for nothing, when there is
        none, or when it has not ended and `wait` is off."""
        writing = self._writing
        if writing is None or not (wait or writing.done()):
            return ""
        self._writing = None
        try:
            return writing.result() or ""
        except OSError as error:
            return f"The view settings could not be saved in {self.path}: {error.strerror or error}"

    def _lasting(self, settings: ViewSettings) -> ViewSettings:
        """The settings without the overrides that the user has not changed since."""
        return settings.replace(**{name: getattr(self._kept, name) for name, value in self._overrides.items()
                                   if getattr(settings, name) == value})
