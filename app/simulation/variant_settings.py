"""A lane's knobs from text, as `--set` takes them: `solver.iterations=20`, `world.gravity=[0,0,-1]`, `preset=ngs`."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.published.status import Tuning
from physics.definitions.settings import SolverSettings
from physics.definitions.tunable import SettingError
from scenes.running.overrides import parse
from scenes.schema.problems import SceneError

OF_WORLD = ("gravity", "sleep")           # settings of a world that a lane can have otherwise than the one beside it


def knobs_of(settings: Sequence[str], tuning: Tuning) -> dict[str, Any]:
    """What `Lane.tune` takes so that knobs that stand as in `tuning` come to these settings.  Raises SettingError."""
    try:
        changes = parse(settings)
    except SceneError as error:
        raise SettingError("lane", str(error).replace("--set: ", "")) from None
    solver, knobs = {}, {}
    for path, value in changes.items():
        section, _, name = path.partition(".")
        if section == "solver":
            solver[name] = value
        elif name in OF_WORLD:
            knobs[name] = value
        else:
            raise SettingError(path, f"{path} is the same for all lanes of a window; they may differ in solver.*, world.gravity "
                                     "and world.sleep. `impulse compare` takes the others")
    base = SolverSettings.preset(solver.pop("preset")) if "preset" in solver else tuning.solver
    return knobs | {"solver": base.replace(**solver)}
