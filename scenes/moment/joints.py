"""A joint of a world as an entry of `joints`: its definition with all changes since, and the poses for which it is given."""
from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from physics.joints import Axis
from physics.joints.placement import Placement
from scenes.moment.bodies import STILL, UPRIGHT, plain
from scenes.schema.axis import entry_of as axis_entry
from scenes.schema.joint import BODY_FIELDS, PLACED, WORLD


def entry_of(joint: Any, names: Mapping[int, str], name: str) -> dict[str, Any]:
    """The entry of a joint between bodies of these names by uid; keys with their usual value are left out."""
    definition = joint.definition
    entry: dict[str, Any] = {"name": name} if name else {}
    entry["type"] = definition.type_name
    for field in dataclasses.fields(definition):
        value = getattr(definition, field.name)
        if field.name in BODY_FIELDS:
            entry[field.name] = WORLD if value is None else names[value.uid]
        elif field.name != "name" and value is not None and value != _usual(field):
            entry[field.name] = axis_entry(value) if isinstance(value, Axis) else plain(value)
    placed = {end: pose for end in BODY_FIELDS if (pose := _pose(joint.placement, end))}
    return entry | ({PLACED: placed} if placed else {})


def _usual(field: dataclasses.Field) -> Any:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


def _pose(placement: Placement, end: str) -> dict[str, Any]:
    """The pose of one body under `placed`, {} for that of the world."""
    position, rotation = (plain(getattr(placement, f"{word}_{end}")) for word in ("position", "rotation"))
    return ({"position": position} if position != STILL else {}) | ({"rotation": rotation} if rotation != UPRIGHT else {})
