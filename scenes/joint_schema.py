"""The joints of a scene: keys derived from the joint dataclasses that physics offers, one section for each `type`.

A joint of physics has fields `a` and perhaps `b` (bodies; in a scene their names, or `world`), anchors and axes as
triples, tunables and switches.  A type that physics gains is a type of scenes without a change here.
"""
from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from typing import Any

from pydantic import Field, create_model
from pydantic_core import core_schema

from physics.joints import JOINTS
from physics.tunable import KEY, Tunable
from scenes.values import Name, Point, Section, one_of, quantity

WORLD = "world"
BODY_FIELDS = ("a", "b")


def _field_type(field: dataclasses.Field, hint: Any) -> Any:
    """The pydantic type of one field of a joint."""
    if KEY in field.metadata:
        return quantity(field.name, field.metadata[KEY])
    if field.name in BODY_FIELDS:
        return Name
    if hint is bool:
        return quantity(field.name, Tunable(default=False))
    return Point


def _section(word: str, cls: type) -> type[Section]:
    hints = typing.get_type_hints(cls)
    fields: dict[str, Any] = {"type": (one_of(word), Field(...)), "name": (Name, Field(default=""))}
    for field in dataclasses.fields(cls):
        if field.name in fields:
            continue
        required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        default = ... if required else field.default
        fields[field.name] = (_field_type(field, hints[field.name]), Field(default=default))
    return create_model(f"{cls.__name__}Section", __base__=Section, __doc__=cls.__doc__.splitlines()[0], __module__=__name__,
                        **fields)


SECTIONS: dict[str, type[Section]] = {word: _section(word, cls) for word, cls in JOINTS.items()}


class JointSection:
    """Any joint; pydantic picks its section by `type`."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return core_schema.tagged_union_schema({word: handler(section) for word, section in SECTIONS.items()},
                                               discriminator="type")


def joint_of(joint: Section, names: Mapping[str, Any]) -> Any:
    """The joint of physics that a section means; `names` maps names to handles of bodies."""
    keys = {key: getattr(joint, key) for key in joint.model_fields_set if key != "type"}
    for key in BODY_FIELDS:
        if key in keys:
            keys[key] = None if keys[key] == WORLD else names[keys[key]]
    return JOINTS[joint.type](**keys)
