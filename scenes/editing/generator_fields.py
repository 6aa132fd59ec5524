"""The fields of generators for user interfaces, from their sections: kind, limits, unit and help of each key; and recipes."""
from __future__ import annotations

import typing
from functools import cache
from typing import Any, NamedTuple

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from physics.definitions.tunable import Tunable
from scenes.generators.generator import Generator
from scenes.generators.links import LinkSection
from scenes.schema.body import ShapeSection, Traits
from scenes.schema.scalars import number

NUMBER, WHOLE, VECTOR, CHOICE, SWITCH, NAME, ROTATION, SHAPE, JOINT = (
    "number", "whole", "vector", "choice", "switch", "name", "rotation", "shape", "joint")
FIRST = ("name", "position", "from", "to", "shape")                  # keys that come before a generator's own


class FieldAbout(NamedTuple):
    """A key of a generator.

    kind      one of the words above
    length    of a vector
    limits    least and largest number, None: no limit
    unit      of numbers
    choices   words
    default   without the key; None: there is none
    help      a line
    own       whether it is the generator's own, not one that all bodies have
    """

    key: str
    kind: str
    length: int = 1
    limits: tuple[float | None, float | None] = (None, None)
    unit: str = ""
    choices: tuple[str, ...] = ()
    default: Any = None
    help: str = ""
    own: bool = True


def words() -> dict[str, type[Generator]]:
    """Every generator by its word."""
    def leaves(cls: type) -> list[type]:
        return [leaf for child in cls.__subclasses__() for leaf in ([child] if child.word else []) + leaves(child)]

    return {cls.word: cls for cls in leaves(Generator)}


@cache
def fields_of(word: str) -> tuple[FieldAbout, ...]:
    """The fields of a generator, its own first; keys that hold bodies or joints of their own are left to the file."""
    found = [field for name, info in words()[word].model_fields.items()
             if (field := _field(info.alias or name, info, name not in Traits.model_fields)) is not None]
    order = {key: place for place, key in enumerate(FIRST)}
    return tuple(sorted(found, key=lambda field: (not field.own, order.get(field.key, len(order)))))


def _field(key: str, info: Any, own: bool) -> FieldAbout | None:
    default = None if info.default is PydanticUndefined else info.default
    help_ = info.description or ""
    about = next((one for one in info.metadata if isinstance(one, Tunable)), None)
    if about is not None:
        return _of_tunable(about, FieldAbout(key, NUMBER, default=default, help=about.help or help_, own=own))
    inner = typing.get_args(info.annotation)
    if typing.get_origin(info.annotation) is tuple and inner:
        about = next((one for one in typing.get_args(inner[0]) if isinstance(one, Tunable)), None)
        return FieldAbout(key, VECTOR, len(inner), about.limits or (None, None), about.unit, default=default, help=help_, own=own)
    if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel) and info.annotation is ShapeSection:
        return FieldAbout(key, SHAPE, help=help_, own=own)
    if info.annotation is LinkSection:
        usual = getattr(default, "type", None)
        return FieldAbout(key, JOINT, choices=tuple(LinkSection.sections), default=usual, help=help_, own=own)
    if key == "rotation":
        return FieldAbout(key, ROTATION, 4, default=default, help=help_, own=own)
    schema = next((one.json_schema for one in info.metadata if getattr(one, "json_schema", None)), {})
    if "enum" in schema:
        return FieldAbout(key, CHOICE, choices=tuple(schema["enum"]), default=default, help=help_, own=own)
    named = schema.get("type") == "string" and key != "category"
    return FieldAbout(key, NAME, default=default, help=help_, own=own) if named else None


def _of_tunable(about: Tunable, field: FieldAbout) -> FieldAbout:
    if about.kind == "choice":
        return field._replace(kind=CHOICE, choices=tuple(about.choices))
    if about.kind == "switch":
        return field._replace(kind=SWITCH)
    return field._replace(kind=WHOLE if about.kind == "integer" else NUMBER, limits=about.limits or (None, None), unit=about.unit)


def numbers_in(value: Any, unit: str) -> list[float] | None:
    """The numbers of a value of a file, `[0, 30 deg]` or `1/3`; None where it has none."""
    try:
        return [float(number(one, unit)) for one in (value if isinstance(value, (list, tuple)) else [value])]
    except (ValueError, TypeError):
        return None


class Recipe(NamedTuple):
    """A generator to begin with: what people call it, its word, a line about it, and its keys at the origin on the ground."""

    name: str
    word: str
    about: str
    values: dict[str, Any]


BALL, BRICK = {"sphere": {"radius": 0.25}}, {"box": {"half": [0.5, 0.25, 0.25]}}
CUBE = {"box": {"half": [0.25, 0.25, 0.25]}}
RECIPES = (
    Recipe("pile", "pile", "Boxes and balls of random size that fall into a heap",
           {"count": 60, "cells": 4, "position": [0, 0, 1]}),
    Recipe("wall", "wall", "Bricks in running bond", {"columns": 6, "rows": 5, "position": [0, 0, 0.25], "shape": BRICK}),
    Recipe("pyramid", "pyramid", "Rows or layers that shrink upwards",
           {"base": 8, "gap": 0.02, "position": [0, 0, 0.25], "shape": CUBE}),
    Recipe("stack", "stack", "A column, straight, staggered or turning",
           {"count": 8, "step": [0, 0, 0.5], "position": [0, 0, 0.25], "shape": CUBE}),
    Recipe("ring", "ring", "A circle of bodies", {"count": 12, "radius": 2, "position": [0, 0, 0.25], "shape": CUBE}),
    Recipe("chain", "chain", "Links from one point to another, each joined to the next",
           {"count": 10, "from": [-2, 0, 0], "to": [2, 0, 0], "position": [0, 0, 4], "shape": {"sphere": {"radius": 0.15}},
            "mass": 1}),
    Recipe("grid", "grid", "Rows, columns and layers",
           {"count": [4, 4, 3], "spacing": [0.6, 0.6, 0.6], "position": [0, 0, 0.3], "shape": CUBE}),
    Recipe("net", "grid", "Balls in a grid, tied to their neighbours, held at its rim",
           {"count": [9, 9, 1], "spacing": [0.5, 0.5, 0.5], "position": [0, 0, 3], "shape": {"sphere": {"radius": 0.12}},
            "mass": 0.3, "joint": {"type": "distance", "upper": 0.55}, "fix": "rim"}),
    Recipe("copies", "copies", "Several copies of a group of bodies with the joints between them",
           {"count": 3, "step": [2.5, 0, 0], "position": [0, 0, 0.5],
            "bodies": [{"name": "car", "shape": {"box": {"half": [0.8, 0.4, 0.2]}}},
                       {"name": "weight", "shape": {"sphere": {"radius": 0.25}}, "position": [0, 0, 1.2]}],
            "joints": [{"name": "pole", "type": "hinge", "a": "car", "b": "weight", "anchor": [0, 0, 0.2], "axis": [0, 1, 0]}]}))
