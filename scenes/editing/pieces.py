"""Pieces: the bodies and joints of a generator as entries of `bodies` and `joints`.

What all bodies share is written as the generator has it, a material by its name; place, motion and shape are those of each.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from physics.joints import Axis
from scenes.editing.names import free_name
from scenes.generators.copies import Copies
from scenes.schema.axis import entry_of as axis_entry
from scenes.schema.body import BodyPlan, Traits
from scenes.schema.joint import BODY_FIELDS, PLACED, WORLD
from scenes.schema.joint_plan import JointPlan

OWN = ("type", "rotation", "velocity", "angular_velocity")         # keys of a body that a generator may change
SHARED = tuple(info.alias or name for name, info in Traits.model_fields.items() if name not in OWN)
USUAL = {"type": "dynamic", "rotation": (0.0, 0.0, 0.0, 1.0), "velocity": (0.0, 0.0, 0.0), "angular_velocity": (0.0, 0.0, 0.0)}


def body_entries(document: Any, number: int, written: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The bodies of generator `number`, whose keys in the file are `written`.  Those with a joint have a name."""
    numbers = document.numbers_of("generate", number)
    joined = {end for joint in document.joints if joint.place[:2] == ("generate", number) for end in (joint.a, joint.b)}
    taken = {plan.name for plan in document.bodies}
    parts = written.get("bodies") if isinstance(written.get("bodies"), list) else None
    made = []
    for index, one in enumerate(numbers):
        shared = written if parts is None else parts[index % len(parts)]
        name = document.bodies[one].name
        if not name and one in joined:
            name = free_name(f"{Copies.word if parts is not None else 'body'}_{index}", taken)
            taken.add(name)
        made.append(_body(document.bodies[one], name, shared))
    return made


def _body(plan: BodyPlan, name: str, shared: Mapping[str, Any]) -> dict[str, Any]:
    kind = type(plan.shape).__name__.lower()
    entry: dict[str, Any] = {"name": name} if name else {}
    entry["shape"] = {kind: {field.name: plain(getattr(plan.shape, field.name)) for field in dataclasses.fields(plan.shape)}}
    entry["position"] = plain(plan.position)
    entry |= {key: plain(getattr(plan, key)) for key in OWN if plain(getattr(plan, key)) != plain(USUAL[key])}
    return entry | {key: shared[key] for key in SHARED if key in shared}


def joint_entries(document: Any, number: int, bodies: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The joints of generator `number`, between its bodies as `body_entries` has them."""
    names = {one: bodies[index].get("name", "") for index, one in enumerate(document.numbers_of("generate", number))}
    return [_joint(joint, names) for joint in document.joints if joint.place[:2] == ("generate", number)]


def _joint(joint: JointPlan, names: Mapping[int, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": joint.name} if joint.name else {}
    entry |= {"type": joint.type, "a": WORLD if joint.a is None else names[joint.a]}
    if joint.b is not None:
        entry["b"] = names[joint.b]
    entry |= {key: axis_entry(value) if isinstance(value, Axis) else plain(value) for key, value in joint.keys.items()
              if value is not None}
    if joint.placed is not None:
        entry[PLACED] = {end: {"position": plain(getattr(joint.placed, f"position_{end}")),
                               "rotation": plain(getattr(joint.placed, f"rotation_{end}"))} for end in BODY_FIELDS}
    return entry


def plain(value: Any) -> Any:
    """A value as in a file."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return [plain(entry) for entry in value] if isinstance(value, (list, tuple)) else value
