"""A new joint of the scene: from two places on bodies to an entry of `joints`, at the bodies' places in the file."""
from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from app.simulation.commands.joints import Joining
from app.simulation.joint_placing import Placing, definition_of, placed, upward
from physics.definitions.tunable import SettingError, tunables

WORLD = "world"
DIGITS = 6                     # of numbers that a click makes


def entry_of(joining: Joining, numbers: tuple[int | None, int | None], document: Any, names: tuple[str, str],
             like: Any = None) -> dict[str, Any]:
    """The entry of a joint between the bodies of these numbers and names in a document; of `like`, a definition of its type, it
    has the tunables.  Raises SettingError where it is none."""
    from scenes.running.overrides import world_settings
    from scenes.schema.values import given
    plans = [None if number is None else document.bodies[number] for number in numbers]
    ends = [placed(plan, point, normal) for plan, point, normal in zip(
        plans, (joining.point_a, joining.point_b), (joining.normal_a, joining.normal_b), strict=True)]
    gravity = world_settings(given(document.scene.world), {}).gravity
    definition = definition_of(joining.kind, Placing(*ends, upward(gravity)))
    entry: dict[str, Any] = {"name": joining.kind, "type": joining.kind}
    entry |= {key: name for key, name in zip("ab", names) if key in definition.__dataclass_fields__}
    return entry | _places(definition) | (turned(like) if like is not None else {})


def _places(definition: Any) -> dict[str, Any]:
    """Points, directions and frames of a definition, as people write them."""
    from physics.joints.definition import GEOMETRY
    return {field.name: [round(float(x), DIGITS) + 0.0 for x in value] for field in dataclasses.fields(definition)
            if GEOMETRY in field.metadata and (value := getattr(definition, field.name)) is not None}


def turned(definition: Any) -> dict[str, Any]:
    """The tunables of a definition that are not as they are by default, and its separate axes, as a scene has them."""
    from physics.joints import Axis
    from scenes.editing.axes import axis_entry
    found: dict[str, Any] = {}
    for field in dataclasses.fields(definition):
        value = getattr(definition, field.name)
        if field.name in tunables(type(definition)):
            if value != field.default and value is not None:
                found[field.name] = value.item() if isinstance(value, np.generic) else value
        elif isinstance(value, Axis) and value != Axis():
            found[field.name] = axis_entry(value)
    return found


def names_of(numbers: tuple[int | None, ...], document: Any, written: int, taken: set[str]) -> tuple[list[str], dict[int, str]]:
    """The names of bodies by their numbers in a document, None the world, and names for those that have none yet; the first
    `written` of its bodies stand under `bodies`.  Raises SettingError for a body of a generator without a name."""
    from scenes.editing.names import free_name
    names: list[str] = []
    given: dict[int, str] = {}
    for number in numbers:
        if number is None:
            names.append(WORLD)
            continue
        plan = document.bodies[number]
        if not plan.name and number >= written:
            raise SettingError("edit", "this body is made by a generator that gives no names: give the generator a name")
        name = plan.name or given.get(number) or free_name(type(plan.shape).__name__.lower(), taken | set(given.values()))
        if not plan.name:
            given[number] = name
        names.append(name)
    return names, given
