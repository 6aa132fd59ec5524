"""A variant's settings from text, as for `--set`: `solver.iterations=20`, `world.gravity=[0,0,-1]`, `preset=ngs`."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.published.tuning import WORLD_SETTINGS, Tuning
from physics.definitions.settings import SolverSettings
from physics.definitions.tunable import SettingError
from scenes.running.overrides import BUILDING, pairs_of, parse
from scenes.schema.problems import SceneError
from scenes.variation import is_of_scene

OF_WORLD = tuple(name for name in WORLD_SETTINGS if f"world.{name}" in BUILDING)     # that may differ between variants


def changes_of(settings: Sequence[str], tuning: Tuning) -> dict[str, Any]:
    """The arguments of `Variant.tune` that change `tuning` to these settings.  Raises SettingError."""
    for path, _ in pairs_of(settings):
        if is_of_scene(path):
            raise _shared(path)
    try:
        parsed = parse(settings)
    except SceneError as error:
        raise SettingError("variant", str(error).replace("--set: ", "")) from None
    solver, changes = {}, {}
    for path, value in parsed.items():
        section, _, name = path.partition(".")
        if section == "solver":
            solver[name] = value
        elif name in OF_WORLD:
            changes[name] = value
        else:
            raise _shared(path)
    base = SolverSettings.preset(solver.pop("preset")) if "preset" in solver else tuning.solver
    return changes | {"solver": base.replace(**solver)}


def _shared(path: str) -> SettingError:
    """The error of a setting that all variants of a window have in common."""
    return SettingError(path, f"{path} is the same for all variants of a window; they may differ in solver.*, "
                              f"{' and '.join(f'world.{name}' for name in OF_WORLD)}. `impulse compare` takes the others")
