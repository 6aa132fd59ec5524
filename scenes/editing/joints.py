"""Edits of the joints that stand under `joints`."""
from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from physics.joints import JOINTS
from physics.joints.definition import GEOMETRY
from scenes.editing.edit import Content, Edit
from scenes.editing.names import free_name
from scenes.editing.operations import Insert, Operation, Put, Remove, entries
from scenes.schema.joint import PLACED, WORLD
from scenes.schema.scalars import number


def names_of_joints(content: Content) -> set[str]:
    """Names of the joints under `joints`."""
    return {joint["name"] for _, joint in entries(content, "joints") if isinstance(joint.get("name"), str)}


def add_joint(content: Content, joint: Mapping[str, Any], taken: Collection[str] = ()) -> Edit:
    """A new joint behind the others; a name that is taken gets a number."""
    joint = dict(joint)
    joint["name"] = free_name(joint.get("name") or joint["type"], names_of_joints(content) | set(taken))
    return Edit(f"add {joint['name']}", (Insert(("joints", len(content.get("joints") or ())), joint),))


def set_joint(content: Content, joint: int, values: Mapping[str, Any], merges: str = "") -> Edit:
    """Change keys of a joint; None removes a key.  A key such as `rx.motor_speed` is one of a separate axis."""
    entry = content["joints"][joint]
    operations: list[Operation] = []
    for key, value in values.items():
        keys = ("joints", joint, *key.split("."))
        operations.append(Put(keys, value) if value is not None else Remove(keys))
    return Edit(f"change {entry.get('name') or entry.get('type')}", tuple(operations), merges)


def remove_joint(content: Content, joint: int) -> Edit:
    """Remove a joint, with the events that name it."""
    entry = content["joints"][joint]
    name = entry.get("name")
    events = [at for at, event in entries(content, "events") if name and _names(event, name)]
    return Edit(f"remove {name or entry.get('type')}",
                (*(Remove(("events", at)) for at in reversed(events)), Remove(("joints", joint))))


def _names(event: Mapping[str, Any], name: str) -> bool:
    return any(isinstance(action, dict) and (action.get("joint") == name
                                             or any(str(path).startswith(f"joints.{name}.") for path in action))
               for action in event.values())


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
