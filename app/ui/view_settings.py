"""View settings: every tunable of the window, kept between runs in one small JSON file.

The file may be missing, damaged, or from another version: each value that cannot be used is reported and its
default taken, and nothing else is lost.
"""
from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from physics.definitions.tunable import SettingError, check, nearest, tunable, tunables

THEMES = ("dark", "light")
QUALITIES = ("auto", "software", "balanced", "high")
FILE = "view.json"
LARGEST_FILE = 100_000          # [bytes] a settings file is a few hundred


@dataclass(frozen=True, kw_only=True)
class ViewSettings:
    """How the window looks and feels.  Raises SettingError for a value out of range."""

    theme: str = tunable("dark", choices=THEMES, label="Theme", help="Dark or light sky and panels")
    quality: str = tunable("auto", choices=QUALITIES, label="Quality",
                           help="Shadows and smooth edges against speed; auto chooses by the graphics driver's name")
    text_size: float = tunable(15.0, limits=(8, 40), slider=(11, 24), unit="px", label="Text size",
                               help="More: easier to read, less room for the scene")
    interpolate: bool = tunable(True, label="Smooth motion",
                                help="Draw between the last two steps: smooth, and one step late")
    panels: bool = tunable(True, label="Panels", help="Show the panels; Tab hides and shows them")
    metrics: bool = tunable(True, label="Statistics", help="Show counts, speeds and the step time chart")
    contacts: bool = tunable(False, label="Contact points", help="A dot at every contact point")
    normals: bool = tunable(False, label="Contact normals", help="The direction from body a to body b at each contact")
    impulses: bool = tunable(False, label="Contact impulses", help="Arrows as long as the impulse of the last step")
    aabbs: bool = tunable(False, label="Bounding boxes", help="The axis-aligned boxes the broad phase works with")
    joints: bool = tunable(True, label="Joints", help="Every joint as what it is: axes, limits, rails, springs, motors")
    joint_errors: bool = tunable(False, label="Joint errors", help="Joints in the colour of their error: green 1 mm, red 0.1 m")
    joint_labels: bool = tunable(False, label="Joint labels", help="Name, error and force as text beside the joints")
    islands: bool = tunable(False, label="Islands", help="One colour for all bodies that hang together by contacts and joints")
    split: bool = tunable(False, label="Split view", help="Each variant in a picture of its own; off: the others as ghosts")
    plots: bool = tunable(True, label="Plots of variants", help="Readings of all variants over time, and how far they are apart")
    apart: float = tunable(1e-3, limits=(1e-9, 100), slider=(1e-6, 1), log=True, unit="m", label="Apart from",
                           help="How far a body must be from where variant a has it to count as apart")
    grab_hertz: float = tunable(5.0, limits=(0.1, 60), slider=(1, 20), unit="Hz", label="Grab stiffness",
                                help="Frequency of the mouse spring. More: follows the pointer more closely, harder tugs")
    grab_damping: float = tunable(1.0, limits=(0, 10), slider=(0, 2), label="Grab damping",
                                  help="Damping ratio of the mouse spring. Less: swings, more: lags behind")
    grab_force: float = tunable(50.0, limits=(0.1, 1e5), slider=(1, 1000), log=True, unit="weights", label="Grab strength",
                                help="Strongest pull of the mouse, in weights of the body. More: breaks piles apart")
    shot_speed: float = tunable(25.0, limits=(0.1, 500), slider=(1, 100), unit="m/s", label="Shot speed",
                                help="Speed of the ball that B shoots")
    shot_radius: float = tunable(0.3, limits=(0.01, 10), slider=(0.05, 2), unit="m", label="Shot radius",
                                 help="Radius of the ball that B shoots")
    capture_panels: bool = tunable(False, label="Panels in pictures", help="Screenshots and live films show the panels too")
    video_format: str = tunable("mp4", choices=("mp4", "gif"), label="Video format",
                                help="mp4: small and smooth; gif: plays everywhere, large, 256 colours")
    video_fps: int = tunable(60, limits=(1, 240), slider=(10, 120), unit="1/s", label="Video frames",
                             help="Frames per second of a recording. More: smoother and larger files")
    video_seconds: float = tunable(10.0, limits=(0.1, 600), slider=(1, 60), unit="s", label="Offline length",
                                   help="Length of an offline recording")

    def __post_init__(self) -> None:
        check(self)

    def replace(self, **changes: Any) -> "ViewSettings":
        """A copy with these settings changed; SettingError names an unknown one and the nearest that exists."""
        known = tunables(type(self))
        for name in changes:
            if name not in known:
                raise SettingError(name, f"there is no view setting {name!r}; {nearest(name, list(known))}")
        return dataclasses.replace(self, **changes)

    def unused(self, name: str) -> str | None:
        """Why setting `name` has no effect with these settings, or None when it has one."""
        reason = tunables(type(self))[name].unused
        return reason(self) if reason else None


def default_path() -> Path:
    """Where the settings lie on this system."""
    from platformdirs import user_config_path
    return user_config_path("impulse", appauthor=False) / FILE


def load(path: Path) -> tuple[ViewSettings, list[str]]:
    """The settings of a file, and a line for each thing in it that could not be used."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            return ViewSettings(), [f"{path}: too large for a settings file; using the defaults"]
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ViewSettings(), []
    except (OSError, ValueError, RecursionError) as error:
        return ViewSettings(), [f"{path}: {error}; using the defaults"]
    if not isinstance(data, dict):
        return ViewSettings(), [f"{path}: not a table of settings; using the defaults"]
    settings, complaints = ViewSettings(), []
    for name, value in data.items():
        try:
            settings = settings.replace(**{str(name): value})
        except SettingError as error:
            complaints.append(f"{path}: {error}; using the default")
    return settings, complaints


def save(path: Path, settings: ViewSettings) -> None:
    """Write what differs from the defaults, the whole file or nothing; OSError when that is not possible."""
    from scenes.atomic_write import write_text
    standard = ViewSettings()
    changed = {name: getattr(settings, name) for name in tunables(ViewSettings)
               if getattr(settings, name) != getattr(standard, name)}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps(changed, indent=2) + "\n")


class SettingsStore:
    """Keeps a settings file up to date without writing it at every movement of a slider."""

    REST = 1.0                # [s] the settings must have stayed the same before they are written

    def __init__(self, path: Path):
        """`settings` are those of the file, `complaints` what in it could not be used."""
        self.path = path
        self.settings, self.complaints = load(path)
        self._written = self._seen = self.settings
        self._since = 0.0

    def keep(self, settings: ViewSettings, now: float) -> str:
        """Look at the settings at `now` [s] and write them when they rest; why that failed, or ""."""
        if settings != self._seen and now != float("inf"):
            self._seen, self._since = settings, now
        if settings == self._written or now - self._since < self.REST:
            return ""
        self._written = settings
        try:
            save(self.path, settings)
        except OSError as error:
            return f"The view settings could not be saved in {self.path}: {error.strerror or error}"
        return ""
