"""A body of a world as an entry of `bodies`: where it is and how it moves now, and what it is made of."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from physics.definitions.body_definition import BodyDefinition
from physics.definitions.categories import ALL_CATEGORIES
from physics.definitions.tunable import tunables
from scenes.schema.shapes import values_of

STILL, UPRIGHT = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]
MOVING = ("velocity", "angular_velocity")
APART = ("mass", "density")                      # of the tunables: one of them is written


def entry_of(body: Any, name: str, position: Sequence[float], categories: Sequence[str]) -> dict[str, Any]:
    """The entry of a body with this name, "" for none, at its exact position [m]; `categories` are names from the lowest bit on.
    Keys with their usual value are left out."""
    shape = body.shape
    kind = shape.name
    entry: dict[str, Any] = {"name": name} if name else {}
    entry["shape"] = plain(values_of(shape))
    if kind != "plane":
        entry |= _unless({"type": body.type}, {"type": "dynamic"})
        entry |= _unless({"position": [float(x) for x in position], "rotation": plain(body.rotation)},
                         {"position": STILL, "rotation": UPRIGHT})
        if body.type != "static":
            entry |= _unless({key: plain(getattr(body, key)) for key in MOVING}, dict.fromkeys(MOVING, STILL))
    definition = body.definition
    if body.type == "dynamic":
        entry |= {"mass": float(definition.mass)} if definition.mass is not None else _unless(
            {"density": float(definition.density)}, {"density": tunables(BodyDefinition)["density"].default})
    entry |= _unless({key: plain(getattr(body, key)) for key in ("surface_velocity", "surface_spin")},
                     {"surface_velocity": STILL, "surface_spin": STILL})
    for key, about in tunables(BodyDefinition).items():
        if key not in (*entry, *APART, "type"):
            value = plain(getattr(body, key) if hasattr(type(body), key) else getattr(definition, key))
            entry |= _unless({key: value}, {key: about.default})
    return entry | _filters(definition, categories)


def _filters(definition: BodyDefinition, categories: Sequence[str]) -> dict[str, Any]:
    """Category and mask by name."""
    found: dict[str, Any] = {}
    if definition.category != BodyDefinition.category:
        found["category"] = next((name for bit, name in enumerate(categories) if definition.category >> bit & 1), "default")
    if definition.mask != ALL_CATEGORIES and categories:
        found["collides_with"] = [name for bit, name in enumerate(categories) if definition.mask >> bit & 1]
    return found


def plain(value: Any) -> Any:
    """A value as in a file."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    return [plain(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def _unless(values: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value != usual[key]}
