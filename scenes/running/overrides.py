"""Settings by path: `solver.iterations=20`, `world.dt=1/120`; for `--set`, for `set:` events and for the app's sweeps.

A path is a section of the scene (`solver`, `world`) and one of its keys; `preset` alone is `solver.preset`.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from physics.definitions.settings import PRESETS, SolverSettings, WorldSettings
from physics.definitions.tunable import SettingError, Tunable, nearest, tunables
from scenes.schema.problems import Problem, SceneError
from scenes.schema.values import listed, read

PRESET = Tunable(default="soft_step", choices=tuple(PRESETS), help="Settings to start from; keys beside it change them")
GRAVITY = Tunable(default=0.0, limits=(-1000, 1000), unit="m/s2")
SOLVER = {f"solver.{name}": about for name, about in tunables(SolverSettings).items()}
WORLD = {f"world.{name}": about for name, about in tunables(WorldSettings).items()}
BUILDING = {"solver.preset": PRESET, **SOLVER, **WORLD, "world.gravity": GRAVITY}
SHORT = {"preset": "solver.preset"}              # settings without a section
RUNNING = {**SOLVER, "world.gravity": GRAVITY}


def full_path(path: str) -> str:
    """The complete path of a setting that may omit its section, else `path` itself."""
    return SHORT.get(path, path)


def nearest_path(path: str, allowed: Iterable[str]) -> str:
    """"did you mean X? " for the closest path, with or without its section."""
    paths = list(allowed)
    return nearest(path, [*paths, *(short for short, meant in SHORT.items() if meant in paths)])


def split_at_commas(text: str) -> list[str]:
    """The parts of a text between its commas, without the blanks around them; a comma inside [ ], { } or ( ) parts nothing."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[{(") - (letter in "]})")
        if letter == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def unknown_path(path: str, allowed: Iterable[str]) -> str:
    """Why there is no setting at `path`, with the nearest."""
    return f"there is no setting {path!r} here; {nearest_path(path, allowed)}allowed are {', '.join(allowed)}"


def checked_path(path: str, value: Any, allowed: Mapping[str, Tunable]) -> Any:
    """`value` in the form of the setting at `path`; ValueError names the nearest path or the allowed range."""
    if path not in allowed:
        raise ValueError(unknown_path(path, allowed))
    if path == "world.gravity":
        entries = value.strip().strip("[]").split(",") if isinstance(value, str) else value
        return tuple(float(read(path, GRAVITY, x)) for x in listed(entries, 3, GRAVITY.unit))
    try:
        return read(path.split(".", 1)[1], allowed[path], value)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def parse(overrides: Mapping[str, Any] | Iterable[str]) -> dict[str, Any]:
    """Checked overrides by path, from `{"solver.beta": 0.3}` or from `["solver.beta=0.3"]`.  Raises SceneError with all
    errors."""
    result, problems = {}, []
    for path, value in pairs_of(overrides):
        try:
            if value is None:
                raise ValueError(f"{path!r} is not a setting; write it as solver.iterations=20")
            result[path] = checked_path(path, value, BUILDING)
        except ValueError as error:
            problems.append(Problem("--set", 0, 0, "", str(error)))
    if problems:
        raise SceneError(problems)
    return result


def pairs_of(overrides: Mapping[str, Any] | Iterable[str]) -> list[tuple[str, Any]]:
    """Path and value of each override as it was given; None where it has no `=`."""
    split = overrides.items() if isinstance(overrides, Mapping) else (text.partition("=")[::2] if "=" in text else (text, None)
                                                                      for text in overrides)
    return [(full_path(path.strip()), value.strip() if isinstance(value, str) else value) for path, value in split]


def solver_settings(solver: Mapping[str, Any], overrides: Mapping[str, Any]) -> SolverSettings:
    """The settings of a scene's `solver:` keys with `overrides`.  A preset among the overrides replaces all of the scene's keys:
    `classic` means Classic."""
    changes = {path.removeprefix("solver."): value for path, value in overrides.items() if path.startswith("solver.")}
    keys = changes if "preset" in changes else {**solver, **changes}
    return _combined(SolverSettings.preset(keys.get("preset", PRESET.default)), {k: v for k, v in keys.items() if k != "preset"})


def world_settings(world: Mapping[str, Any], overrides: Mapping[str, Any]) -> WorldSettings:
    """The settings of a scene's `world:` keys with `overrides`."""
    changes = {path.removeprefix("world."): value for path, value in overrides.items() if path.startswith("world.")}
    return _combined(WorldSettings(), {**{key: value for key, value in world.items() if f"world.{key}" in BUILDING}, **changes})


def _combined(settings: Any, changes: Mapping[str, Any]) -> Any:
    try:
        return settings.replace(**changes)
    except SettingError as error:
        raise SceneError([Problem("settings", 0, 0, "", str(error))]) from None
