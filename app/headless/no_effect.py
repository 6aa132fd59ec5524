"""Settings without effect: which of those that a person sets, varies or compares nothing reads, and why.

`SolverSettings.unused` and the world's say so for one set of settings.  A setting that is varied has no effect where none of the
combinations reads it: beta is read as soon as one of the compared stabilizations does.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from physics.definitions.tunable import tunables
from scenes.running.overrides import parse, solver_settings, world_settings
from scenes.schema.values import given
from scenes.variation import divided

if TYPE_CHECKING:
    from scenes.reading.document import Document

MOST = 1000                        # combinations that are asked; the first and the last of each setting are among the first ones


def why_unused(path: str, document: "Document", settings: Sequence[str]) -> str | None:
    """Why the setting at `path` has no effect on a scene with these settings, given as for `--set`; None if it has one, or is no
    setting.  Raises SceneError."""
    varied, changes = divided(document, settings)
    changes, (section, _, name) = parse(changes), path.partition(".")
    if section == "solver":
        solver = solver_settings(given(varied.scene.solver), changes)
        return solver.unused(name) if name in tunables(type(solver)) else None
    if section == "world":
        world = world_settings(given(varied.scene.world), changes)
        about = tunables(type(world)).get(name)
        return about.unused(world) if about is not None and about.unused else None
    return None


def without_effect(document: "Document", paths: Iterable[str], combinations: Iterable[Sequence[str]]) -> Mapping[str, str]:
    """Path -> why, of those settings that have no effect in any of the combinations; each is a list as for `--set`."""
    open_paths: dict[str, Any] = dict.fromkeys(paths)
    for number, settings in enumerate(combinations):
        open_paths = {path: why for path in open_paths if (why := why_unused(path, document, settings)) is not None}
        if not open_paths or number >= MOST:
            break
    return open_paths


def said(found: Mapping[str, str], what: str) -> str:
    """One line that names settings without effect; `what` are the runs to which they make no difference."""
    return f"no effect on {what}: " + "; ".join(f"{path}, {why}" for path, why in found.items())
