"""The content of a scene that begins where a running world is: bodies, joints and settings as they are now, events still ahead.

Expectations, captions and the path of a film's camera belong to the beginning of the first scene, and are left out.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from physics.definitions.settings import PRESETS, SolverSettings, WorldSettings
from physics.definitions.tunable import tunables
from scenes.editing.names import free_name
from scenes.moment import bodies, joints
from scenes.running.actions import Action, Set
from scenes.running.overrides import PRESET
from scenes.running.runner import Due
from scenes.schema.values import NAME

FORMAT = 1
SHORTEST_RUN = 5.0                   # [s]


class Present(NamedTuple):
    """What a moment has beside its world.

    title, about, run  of the scene that runs; `run` [s]
    categories  names of collision categories, from the lowest bit on
    dues       its events, by step
    camera     the content of `camera` now, {} for none
    colors     "#rrggbb" of bodies that have one of their own, by uid
    """

    title: str
    about: str
    run: float
    categories: tuple[str, ...]
    dues: Iterable[Due]
    camera: Mapping[str, Any]
    colors: Mapping[int, str] = MappingProxyType({})


def content_of(world: Any, present: Present) -> dict[str, Any]:
    """The content, without the section `state`."""
    names, joint_names = _body_names(world), _joint_names(world)
    positions = world.exact_positions
    content: dict[str, Any] = {"format": FORMAT, "title": present.title}
    content |= {"about": present.about} if present.about else {}
    content["world"] = _world(world)
    content["solver"] = _solver(world.solver)
    if present.categories[1:]:
        content["categories"] = list(present.categories[1:])
    content["bodies"] = [bodies.entry_of(body, names[body.uid], position, present.categories) | _color(present, body.uid)
                         for body, position in zip(world.bodies, positions)]
    whole = [joint for joint in world.joints if not joint.broken]
    content |= _list("joints", [joints.entry_of(joint, names, joint_names[joint.uid]) for joint in whole])
    content |= _list("events", list(_events(world, present.dues, set(names.values()), set(joint_names.values()))))
    if present.camera:
        content["camera"] = dict(present.camera)
    return content | {"run": max(float(f"{present.run - world.time:.6g}"), SHORTEST_RUN)}


def _color(present: Present, uid: int) -> dict[str, str]:
    """The colour of a body that has one."""
    return {"color": present.colors[uid]} if uid in present.colors else {}


def _list(key: str, entries: list[Any]) -> dict[str, Any]:
    return {key: entries} if entries else {}


def _body_names(world: Any) -> dict[int, str]:
    """uid -> name, "" where it needs none: names are those of the world, once each; a body with a joint has one."""
    joined = {body.uid for joint in world.joints if not joint.broken for body in (joint.a, joint.b) if body is not None}
    found: dict[int, str] = {}
    taken: set[str] = set()
    for body in world.bodies:
        name = _proper(body.name, taken)
        found[body.uid] = name or (free_name("body", taken) if body.uid in joined else "")
        taken.add(found[body.uid])
    return found


def _joint_names(world: Any) -> dict[int, str]:
    found: dict[int, str] = {}
    taken: set[str] = set()
    for joint in world.joints:
        if not joint.broken:
            found[joint.uid] = _proper(joint.name, taken)
            taken.add(found[joint.uid])
    return found


def _proper(name: str, taken: set[str]) -> str:
    """A name as it is, with a number if it is taken; "" for one that no scene may have."""
    return free_name(name, taken) if NAME.fullmatch(name or "") else ""


def _world(world: Any) -> dict[str, Any]:
    """Settings of the world that are not the usual ones of a scene."""
    settings = world.settings
    found = {"gravity": bodies.plain(settings.gravity), "dt": settings.dt}
    found |= {key: getattr(settings, key) for key in tunables(WorldSettings)
              if getattr(settings, key) != getattr(WorldSettings, key) and key != "dt"}
    overrides = {"friction": world.friction_override, "restitution": world.restitution_override}
    return found | {key: value for key, value in overrides.items() if value is not None}


def _solver(solver: SolverSettings) -> dict[str, Any]:
    """The preset from which the fewest settings differ, and these."""
    def differing(preset: str) -> dict[str, Any]:
        start = SolverSettings.preset(preset)
        return {key: getattr(solver, key) for key in tunables(SolverSettings) if getattr(solver, key) != getattr(start, key)}

    nearest = min((PRESET.default, *PRESETS), key=lambda preset: len(differing(preset)))
    return {"preset": nearest, **differing(nearest)}


def _events(world: Any, dues: Iterable[Due], names: set[str], joint_names: set[str]) -> Iterable[dict[str, Any]]:
    """Events of steps that are still to come, with the time until then; without those on what is gone."""
    now, dt = world.step_count, world.dt
    for due in dues:
        if due.last < now:
            continue
        action = _action(due.action, joint_names)
        if action is None or not set(due.action.bodies) <= names or not isinstance(due.action, Set) and not (
                set(due.action.joints) <= joint_names):
            continue
        first = max(due.first - now, 0)
        if due.action.lasts:
            action["for"] = (due.last - now - first + 1) * dt
        yield {"at": first * dt, due.action.word: action}


def _action(action: Action, joint_names: set[str]) -> dict[str, Any] | None:
    """What an action says, as in a file; None for settings of which none has its joint any more."""
    if isinstance(action, Set):
        of_joints = action.of_joints
        kept = {path: bodies.plain(value) for path, value in action.settings.items()
                if path not in of_joints or of_joints[path][0] in joint_names}
        return kept or None
    return {info.alias or name: bodies.plain(getattr(action, name)) for name, info in type(action).model_fields.items()
            if name in action.model_fields_set}
