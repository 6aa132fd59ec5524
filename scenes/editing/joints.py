"""Edits of the joints that stand under `joints`."""
from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from physics.joints import JOINTS
from physics.joints.definition import GEOMETRY
from scenes.editing.axes import axis_with
from scenes.editing.edit import Content, Edit
from scenes.editing.mentions import events_renamed, expectations_renamed, joint_renamed, naming
from scenes.editing.names import free_name
from scenes.editing.operations import Insert, Operation, Put, Remove, backwards, entries
from scenes.editing.order import without
from scenes.schema.joint import PLACED, WORLD
from scenes.schema.scalars import number


def names_of_joints(content: Content) -> set[str]:
    """Names of the joints under `joints`."""
    return {joint["name"] for _, joint in entries(content, "joints") if isinstance(joint.get("name"), str)}


def add_joint(content: Content, joint: Mapping[str, Any], taken: Collection[str] = (),
              naming_bodies: Mapping[int, str] = MappingProxyType({})) -> Edit:
    """A new joint behind the others; a name that is taken gets a number.  `naming_bodies`: names that bodies under `bodies` get
    so that it can name them, by their numbers."""
    joint = dict(joint)
    joint["name"] = free_name(joint.get("name") or joint["type"], names_of_joints(content) | set(taken))
    named = (Put(("bodies", number, "name"), name) for number, name in naming_bodies.items())
    return Edit(f"add {joint['name']}", (*named, Insert(("joints", len(content.get("joints") or ())), joint)))


def set_joint(content: Content, joint: int, values: Mapping[str, Any], merges: str = "") -> Edit:
    """Change keys of a joint; None removes a key.  A key such as `rx.motor_speed` is a setting of a separate axis, as `Axis`
    names it.  Raises ValueError for one that an axis cannot have."""
    entry = content["joints"][joint]
    operations: list[Operation] = []
    axes: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        axis, dot, setting = key.partition(".")
        if dot:
            axes.setdefault(axis, {})[setting] = value
        elif value is not None:
            operations.append(Put(("joints", joint, key), value))
        elif key in entry:
            operations.append(Remove(("joints", joint, key)))
    operations += [Put(("joints", joint, axis), axis_with(entry.get("type"), axis, entry.get(axis), changes))
                   for axis, changes in axes.items()]
    return Edit(f"change {entry.get('name') or entry.get('type')}", tuple(operations), merges)


def rename_joint(content: Content, joint: int, name: str) -> Edit:
    """Another name for a joint, in events and expectations too."""
    old = content["joints"][joint].get("name")
    operations: list[Operation] = [Put(("joints", joint, "name"), name)]
    if old:
        operations += events_renamed(content, lambda event: joint_renamed(event, old, name))
        operations += expectations_renamed(content, "joint", old, name)
    return Edit(f"rename {old or 'a joint'} to {name}", tuple(operations))


def remove_joint(content: Content, joint: int) -> Edit:
    """Remove a joint, with the events and expectations that name it."""
    entry = content["joints"][joint]
    name = entry.get("name")
    gone = [("joints", joint), *(naming(content, {name}) if name else ())]
    return Edit(f"remove {name or entry.get('type')}", (*without(content, gone), *(Remove(keys) for keys in backwards(gone))))


def joints_of(content: Content, called: Mapping[str, str], shift: Sequence[float]) -> Iterator[Insert]:
    """Copies of the joints of which all bodies are among `called`, old names with new ones, moved by `shift` [m]."""
    names, last = names_of_joints(content), len(content.get("joints") or ())
    for _, joint in list(entries(content, "joints")):
        ends = [joint.get(key, WORLD) for key in ("a", "b") if key == "a" or key in joint]
        if not any(end in called for end in ends) or any(end not in called and end != WORLD for end in ends):
            continue
        copy = joint | {key: called[joint[key]] for key in ("a", "b") if joint.get(key) in called}
        for field in dataclasses.fields(JOINTS[joint["type"]]) if joint.get("type") in JOINTS else ():
            if GEOMETRY in field.metadata and field.metadata[GEOMETRY].kind == "point" and copy.get(field.name) is not None:
                copy[field.name] = [float(f"{number(x, 'm') + by:.9g}") for x, by in zip(copy[field.name], shift, strict=True)]
        if isinstance(copy.get(PLACED), dict):
            copy[PLACED] = {end: _shifted(pose, shift) if copy.get(end) in called.values() else pose
                            for end, pose in copy[PLACED].items()}
        if joint.get("name"):
            copy["name"] = free_name(joint["name"], names)
            names.add(copy["name"])
        yield Insert(("joints", last), copy)
        last += 1


def _shifted(pose: Any, shift: Sequence[float]) -> Any:
    """A pose under `placed`, moved."""
    if not isinstance(pose, dict):
        return pose
    at = pose.get("position", (0, 0, 0))
    return pose | {"position": [float(f"{number(x, 'm') + by:.9g}") for x, by in zip(at, shift, strict=True)]}
