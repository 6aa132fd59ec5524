"""The joints of a scene: keys derived from the joint dataclasses of physics, one section for each `type`.

A joint of physics has fields `a` and `b` (bodies; in a scene their names, or `world`), points, directions and frames, tunables,
and separate axes (`six_dof`).  A new type of physics is a type of scenes without a change here.  The dataclass checks
combinations of keys.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, create_model, model_validator
from pydantic_core import core_schema

from physics.definitions.tunable import KEY, SettingError
from physics.joints import JOINTS
from physics.joints.definition import GEOMETRY, PairDefinition
from scenes.schema.axis import AXIS_SECTIONS, axis_of, axis_section
from scenes.schema.body import KeptRotation, Rotation
from scenes.schema.values import PURE, Name, Point, Section, given, one_of, quantity, vector

WORLD = "world"
BODY_FIELDS = ("a", "b")
PLACED = "placed"                                # the key with the poses for which a joint's geometry is given


def _direction(value: tuple[float, float, float]) -> tuple[float, float, float]:
    if not any(value):
        raise ValueError("[0, 0, 0] is not a direction")
    return value


Direction = Annotated[vector("axis", PURE), AfterValidator(_direction)]


GEOMETRY_TYPES = {"point": Point, "axis": Direction, "frame": Rotation}
ABOUT_BODIES = {"a": "Its first body, or `world`", "b": "Its second body, or `world`"}


def _field_type(field: dataclasses.Field) -> tuple[Any, str | None]:
    """The pydantic type of one field of a joint, and a description if its type has none."""
    if KEY in field.metadata:
        return quantity(field.name, field.metadata[KEY]), None
    if GEOMETRY in field.metadata:
        geometry = field.metadata[GEOMETRY]
        return GEOMETRY_TYPES[geometry.kind], geometry.help + (" [m]" if geometry.kind == "point" else "")
    if field.name in BODY_FIELDS:
        return Name, ABOUT_BODIES[field.name]
    return axis_section(field), "`free`, `fixed` (so when it is left out) or a mapping, see below"


def field_names(word: str) -> tuple[str, ...]:
    """The fields of a type's dataclass."""
    return tuple(field.name for field in dataclasses.fields(JOINTS[word]))


def keys_of(cls: type) -> dict[str, tuple[Any, Any]]:
    """Key -> (pydantic type, Field) of a joint's dataclass, without its name."""
    keys: dict[str, tuple[Any, Any]] = {}
    for field in dataclasses.fields(cls):
        required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        default = field.default if not required else ...
        if field.name == "b":
            default = WORLD
        elif axis_section(field) is not None:
            default = None
        if field.name != "name":
            kind, about = _field_type(field)
            keys[field.name] = (kind, Field(default=default, description=about))
    return keys


class JointKeys(Section):
    """The common keys of all sections of joints: a type and a name."""

    def definition_keys(self) -> dict[str, Any]:
        """The written keys, and all directions, as arguments of the joint's dataclass; without type, name and bodies."""
        keys = {key: value for key, value in self if key not in ("type", "name", PLACED, *BODY_FIELDS)
                and (key in self.model_fields_set or isinstance(value, tuple))}
        return {key: axis_of(value) if isinstance(value, AXIS_SECTIONS) else value for key, value in keys.items()}


def checked(section: JointKeys, **keys: Any) -> None:
    """Raise ValueError when the joint's dataclass rejects the values of the section and `keys`, for any bodies."""
    fields = field_names(section.type)
    bodies = {name: object() if name == "a" or name in given(section) else None for name in BODY_FIELDS if name in fields}
    try:
        JOINTS[section.type](**bodies, **keys, **section.definition_keys())
    except SettingError as error:
        raise ValueError(str(error)) from None


class PoseSection(Section):
    """A pose of a body."""

    position: Point = Field(default=(0.0, 0.0, 0.0), description="Centre of mass [m]")
    rotation: KeptRotation = Field(default=(0.0, 0.0, 0.0, 1.0), description="How it is turned")


class PlacedSection(Section):
    """Where the bodies of a joint were when it was made, if that is not where they begin: points, directions and frames of the
    joint are given for these poses, and there its angles and positions are 0.  The world has none."""

    a: PoseSection = Field(default=None, description="Pose of a")
    b: PoseSection = Field(default=None, description="Pose of b")


def _check(self: JointKeys) -> JointKeys:
    checked(self)
    return self


def _section(word: str, cls: type) -> type[JointKeys]:
    fields = {"type": (one_of(word), Field(...)),
              "name": (Name, Field(default="", description="For events, expectations and people")), **keys_of(cls),
              PLACED: (PlacedSection, Field(default=None, description="Poses of its bodies for which points and directions are "
                                                                      "given; default: where they begin"))}
    return create_model(f"{cls.__name__}Section", __base__=JointKeys, __module__=__name__,
                        __doc__=(cls.__doc__ or cls.__name__).splitlines()[0],
                        __validators__={"check": model_validator(mode="after")(_check)}, **fields)


SECTIONS: dict[str, type[JointKeys]] = {word: _section(word, cls) for word, cls in JOINTS.items()}


def common_keys() -> tuple[str, ...]:
    """The common keys of all joints between two bodies."""
    return ("type", "name", PLACED, *(field.name for field in dataclasses.fields(PairDefinition) if field.name != "name"))


class ByType:
    """One of several sections, chosen by `type`.  `sections` maps types to sections."""

    sections: Mapping[str, type[Section]] = {}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return core_schema.tagged_union_schema({word: handler(section) for word, section in cls.sections.items()},
                                               discriminator="type")


class JointSection(ByType):
    """Any joint."""

    sections = SECTIONS
