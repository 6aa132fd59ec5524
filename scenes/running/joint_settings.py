"""Settings of joints that events may change, by a path `joints.NAME.KEY`: tunables, switches and the target."""
from __future__ import annotations

import dataclasses
from typing import Any

from pydantic import TypeAdapter, ValidationError

from physics.definitions.tunable import KEY, Tunable, nearest
from physics.joints import JOINTS
from physics.joints.definition import GEOMETRY
from scenes.schema.values import Point, read

PREFIX = "joints."
POINT = TypeAdapter(Point)


def split(path: str) -> tuple[str, str]:
    """Name and key of a path `joints.NAME.KEY`; ValueError when there is no key."""
    name, dot, key = path.removeprefix(PREFIX).rpartition(".")
    if not (dot and name and key):
        raise ValueError(f"{path!r} needs the name of a joint and a key of it, as {PREFIX}door.motor_speed")
    return name, key


def settable(word: str) -> dict[str, Tunable | None]:
    """Key -> Tunable of the settings of a joint of this type; None for a point."""
    found: dict[str, Tunable | None] = {}
    for field in dataclasses.fields(JOINTS[word]):
        if KEY in field.metadata:
            found[field.name] = field.metadata[KEY]
        elif field.metadata.get(GEOMETRY) and field.name in JOINTS[word].live:
            found[field.name] = None
    return found


def checked(word: str, key: str, value: Any) -> Any:
    """`value` in the form of `key` of a joint of type `word`; ValueError names the nearest key or the allowed range."""
    allowed = settable(word)
    if key not in allowed:
        missing = f"a {word} joint has no {key!r} to set; "
        raise ValueError(f"{missing}{nearest(key, list(allowed))}allowed are {', '.join(allowed)}")
    if allowed[key] is not None:
        return read(key, allowed[key], value)
    try:
        return POINT.validate_python(value)
    except ValidationError:
        raise ValueError("needs a list of 3 numbers in m") from None
