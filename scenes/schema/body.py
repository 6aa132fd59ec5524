"""A body of a scene: its keys, its shape, its rotation, and the BodyPlan that a world is built from.

Keys derive from the body definition, the shapes and the materials in `physics.definitions`.  Values are taken from the body, its
material and the defaults, in this order; mass has precedence over density.
"""
from __future__ import annotations

import dataclasses
import math
import typing
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema, create_model, model_validator

from physics.definitions.body_definition import BodyDefinition
from physics.definitions.material import Material
from physics.definitions.shapes import OF_PARTS, SHAPES, Compound, HeightField, Shape, Sphere
from physics.definitions.shapes.compound import MOST_PARTS, PARTS
from physics.definitions.tunable import SettingError, Tunable, tunables
from physics.definitions.vectors import AS_GOOD_AS_UNIT
from scenes.schema.category import DEFAULT, Chosen
from scenes.schema.color import Color
from scenes.schema.height_field import HeightFieldSection
from scenes.schema.points import COORDINATE, PointList
from scenes.schema.scalars import PATTERN, number
from scenes.schema.values import (
    PURE,
    AngularVelocity,
    Name,
    Point,
    Section,
    Spelling,
    Velocity,
    given,
    json_schema,
    listed,
    quantity,
    section_of,
    short,
    vector,
)

OF_BODY = tunables(BodyDefinition)
OF_MATERIAL = tunables(Material)
OF_LENGTH = Tunable(default=0.0, unit="m")
UNIT_BALL = Sphere(radius=1.0)
ANGLE = Tunable(default=0.0, unit="rad")


def _mass(value: Any) -> float:
    """A mass [kg] that the definition of a body accepts."""
    mass = short(number(value, "kg"))
    try:
        return BodyDefinition(shape=UNIT_BALL, mass=mass).mass
    except SettingError as error:
        raise ValueError(str(error).removeprefix("mass: ")) from None


OF_MASS = Tunable(default=0.0, unit="kg")
POSITIVE = {**json_schema(OF_MASS), "exclusiveMinimum": 0}
Mass = Annotated[Any, PlainValidator(_mass), WithJsonSchema(POSITIVE), OF_MASS]


BodyPlan = dataclasses.make_dataclass(
    "BodyPlan", [(field.name, Any) for field in dataclasses.fields(BodyDefinition)], frozen=True,
    namespace={"__doc__": "One body at time 0: the fields of a BodyDefinition, all of them resolved.", "__module__": __name__})


# ------------------------------------------------------------------------------------------------ shapes

def _shape_section(cls: type) -> type[Section]:
    """The keys of one shape; their values are checked by the shape itself."""
    fields: dict[str, Any] = {}
    hints = typing.get_type_hints(cls)
    for field in dataclasses.fields(cls):
        required = field.default is dataclasses.MISSING
        fields[field.name] = (_length_type(field.name, hints[field.name]), Field(default=... if required else field.default))
    def check(self: Section) -> Section:
        _made(cls, self)
        return self

    return create_model(f"{cls.__name__}Section", __base__=Section, __module__=__name__,
                        __doc__=(cls.__doc__ or cls.__name__).splitlines()[0],
                        __validators__={"check": model_validator(mode="after")(check)}, **fields)


def _made(cls: type, section: Section) -> Shape:
    """The shape of a section's values; SettingError (a ValueError) names an invalid value."""
    return cls(**{field.name: getattr(section, field.name) for field in dataclasses.fields(cls)})


def _length_type(name: str, hint: Any) -> Any:
    schema = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": PATTERN}]}
    item = Annotated[Any, PlainValidator(lambda value: number(value, "m")), WithJsonSchema(schema), OF_LENGTH]
    if hint is float:
        return item
    if typing.get_args(hint)[-1] is Ellipsis:
        return PointList
    length = len(typing.get_args(hint))
    return Annotated[tuple[(item,) * length], BeforeValidator(lambda value: listed(value, length, "m")),
                     WithJsonSchema({"type": "array", "items": schema, "minItems": length, "maxItems": length})]


SHAPE_SECTIONS = {name: _shape_section(cls) for name, cls in SHAPES.items() if cls not in OF_PARTS}


def _exactly_one(self: Section) -> Section:
    if len(self.model_fields_set) != 1:
        raise ValueError(f"needs exactly one of {', '.join(type(self).model_fields)}, as {{sphere: {{radius: 0.5}}}}")
    return self


def _makes_a_shape(self: Section) -> Section:
    if Compound.name in self.model_fields_set:           # all others check their own sections
        shape_of(self)
    return self


def _choice(name: str, doc: str, sections: dict[str, Any]) -> type[Section]:
    """A section with exactly one key out of several, which makes a shape."""
    return create_model(name, __base__=Section, __doc__=doc, __module__=__name__,
                        __validators__={"exactly_one": model_validator(mode="after")(_exactly_one),
                                        "shape": model_validator(mode="after")(_makes_a_shape)},
                        **{key: (kind, Field(default=None)) for key, kind in sections.items()})


def shape_of(section: Section) -> Shape:
    """The shape of a ShapeSection."""
    name = next(iter(section.model_fields_set))
    if name == Compound.name:
        return Compound(children=tuple((shape_of(child.shape), child.position, child.rotation) for child in section.compound))
    if name == HeightField.name:
        return section.height_field.shape
    return _made(SHAPES[name], getattr(section, name))


# ------------------------------------------------------------------------------------------------ rotation

AS_GOOD_AS_SINGLE = 1e-6      # of a squared length: eight roundings of single precision


def quaternion(axis: tuple[float, float, float], angle: float) -> tuple[float, float, float, float]:
    """Rotation by `angle` [rad] about `axis` as (x, y, z, w); ValueError for an axis without length."""
    length = math.hypot(*axis)
    if length < 1e-9:
        raise ValueError("axis: [0, 0, 0] is not a direction")
    s = math.sin(angle / 2) / length
    return (axis[0] * s, axis[1] * s, axis[2] * s, math.cos(angle / 2))


def _rotation(value: Any, unit: float = AS_GOOD_AS_UNIT) -> tuple[float, float, float, float]:
    """Four numbers (x, y, z, w), or {axis, angle}; numbers whose squared length differs from 1 by less than `unit` stay."""
    if isinstance(value, dict):
        unknown = [key for key in value if key not in ("axis", "angle")]
        if unknown or len(value) != 2:
            raise ValueError("needs {axis: [x, y, z], angle: 30 deg}" + (f"; there is no key {unknown[0]!r}" if unknown else ""))
        axis = tuple(number(x) for x in listed(value["axis"], 3))
        return quaternion(axis, number(value["angle"], "rad"))
    if not isinstance(value, (list, tuple)) or len(value) != 4:
        raise ValueError("needs four numbers [x, y, z, w] or {axis: [x, y, z], angle: 30 deg}")
    q = tuple(number(x) for x in value)
    length = math.hypot(*q)
    if abs(length * length - 1) < unit:
        return q
    if abs(length - 1) > 0.01:
        raise ValueError(f"a rotation has length 1, and this one has {length:.3g}; "
                         "write it as {axis: [x, y, z], angle: 30 deg}")
    return tuple(x / length for x in q)


def _numbers(length: int) -> dict[str, Any]:
    return {"type": "array", "items": json_schema(PURE), "minItems": length, "maxItems": length}


TURN = {"type": "object", "properties": {"axis": _numbers(3), "angle": json_schema(ANGLE)}, "required": ["axis", "angle"],
        "additionalProperties": False}
SPELT = Spelling({"axis": vector("axis", PURE), "angle": quantity("angle", ANGLE)})
Rotation = Annotated[tuple, PlainValidator(_rotation), WithJsonSchema({"anyOf": [_numbers(4), TURN]}), SPELT]
KeptRotation = Annotated[tuple, PlainValidator(lambda value: _rotation(value, AS_GOOD_AS_SINGLE)),       # of a running world
                         WithJsonSchema({"anyOf": [_numbers(4), TURN]}), SPELT]


# ------------------------------------------------------------------------------------------------ compounds

PartShape = _choice("PartShape", "Exactly one shape, no plane and no compound.",
                    {cls.name: SHAPE_SECTIONS[cls.name] for cls in PARTS})


PartPoint = vector("position", COORDINATE)


class PartSection(Section):
    """A shape of a compound."""

    shape: PartShape = Field(description="Any shape but a plane and a compound")
    position: PartPoint = Field(default=(0.0, 0.0, 0.0),
                                description="Of its centre of mass, from an origin that all parts share [m]")
    rotation: Rotation = Field(default=(0.0, 0.0, 0.0, 1.0), description="How it is turned in the compound")


def _part_list(value: Any) -> Any:
    if isinstance(value, (list, tuple)) and not 1 <= len(value) <= MOST_PARTS:
        raise ValueError(f"needs 1 to {MOST_PARTS} shapes, and here are {len(value)}")
    return value


ShapeSection = _choice("ShapeSection", "Exactly one shape.",
                       {**SHAPE_SECTIONS, Compound.name: Annotated[list[PartSection], BeforeValidator(_part_list)],
                        HeightField.name: HeightFieldSection})


# ------------------------------------------------------------------------------------------------ bodies

MaterialSection = section_of("MaterialSection", Material, doc="A surface and a density that bodies share by name.")


VECTORS = {                                      # fields of a body that are triples without a tunable
    "velocity": (Velocity, "Of the centre of mass [m/s]"),
    "angular_velocity": (AngularVelocity, "Axis times rate, in the world [rad/s]"),
    "surface_velocity": (Velocity, "How its surface runs past, in its own axes, as a belt's does [m/s]"),
    "surface_spin": (AngularVelocity, "How its surface turns about its centre, in its own axes, as a turntable's does [rad/s]"),
}


FILTERS = {                                      # fields of a body that are bits in a world, and names of categories in a file
    "category": (Name, Field(default=DEFAULT, description=f"One of `categories`, or `{DEFAULT}`")),
    "mask": (Chosen, Field(default=None, alias="collides_with", description="Categories that it collides with; default: all. "
                                                                            "Two bodies collide if both name the other's")),
}


def _trait(field: dataclasses.Field) -> dict[str, Any]:
    """The key of one field of a body, and `material` after the mass; a surface's keys default to the material's."""
    if field.name == "rotation":
        return {"rotation": (Rotation, Field(default=field.default, description="How it is turned"))}
    if field.name == "mass":
        return {"mass": (Mass, Field(default=None, description="Wins over density; ignored unless dynamic [kg]")),
                "material": (Name, Field(default="", description="One of `materials`; the body's own keys take precedence"))}
    if field.name in FILTERS:
        return {field.name: FILTERS[field.name]}
    if field.name in VECTORS:
        kind, about = VECTORS[field.name]
        return {field.name: (kind, Field(default=field.default, description=about))}
    default = None if field.name in OF_MATERIAL else field.default
    return {field.name: (quantity(field.name, OF_BODY[field.name]), Field(default=default))}


OWN = ("name", "shape", "position")              # keys that bodies of one generator do not share
COLOR = Field(default=None, description="In pictures: '#rrggbb' in quotes, or a name as red; else one of five, in turn")
KEYS = {key: kind for field in dataclasses.fields(BodyDefinition) if field.name not in OWN for key, kind in _trait(field).items()}
KEYS["color"] = Color, COLOR


class Traits(create_model("TraitKeys", __base__=Section, __module__=__name__, **KEYS)):
    """The common keys of a body and of the bodies of a generator."""

    @model_validator(mode="after")
    def _still(self) -> "Traits":
        if self.type == "static" and any((*self.velocity, *self.angular_velocity)):
            raise ValueError("velocity: a static body does not move; make it kinematic or dynamic")
        return self


class BodySection(Traits):
    """One body."""

    name: Name = Field(default="", description="For joints, events, expectations and people")
    shape: ShapeSection = Field(description="One of the shapes below")
    position: Point = Field(default=(0.0, 0.0, 0.0), description="Centre of mass; a plane ignores it [m]")

    @model_validator(mode="after")
    def _ground_is_firm(self) -> "BodySection":
        if self.is_plane and "type" in self.model_fields_set and self.type != "static":
            raise ValueError(f"type: a plane is always static, not {self.type}")
        if self.is_ground and "type" in self.model_fields_set and self.type == "dynamic":
            raise ValueError("type: a height field is static or kinematic, not dynamic")
        return self

    @model_validator(mode="after")
    def _plane_is_plain(self) -> "BodySection":
        if self.is_plane and self.color is not None:
            raise ValueError("color: a plane has the colour of the ground")
        return self

    @property
    def is_plane(self) -> bool:
        """Whether it is a half-space."""
        return "plane" in self.shape.model_fields_set

    @property
    def is_ground(self) -> bool:
        """Whether it is a plane or a height field, for which `type: static` may be omitted."""
        return self.is_plane or HeightField.name in self.shape.model_fields_set

    @property
    def final_type(self) -> str:
        """What it is: ground is static where nothing else is written."""
        return "static" if self.is_ground and self.type == "dynamic" else self.type


def plan_of(traits: Traits, shape: Shape, materials: Mapping[str, Section]) -> BodyPlan:
    """The BodyPlan of the common keys of a body and a generator, at the origin and without a name; its category and mask may be
    names, see `category.with_bits`."""
    values = {field.name: getattr(traits, field.name) for field in dataclasses.fields(BodyPlan) if field.name not in OWN}
    surface = {key: about.default for key, about in OF_MATERIAL.items()}
    if traits.material:
        surface.update(given(materials[traits.material]))
    surface.update({key: values[key] for key in surface if values[key] is not None})
    if traits.category == DEFAULT:
        values["category"] = BodyDefinition.category
    if traits.mask is None:
        values["mask"] = BodyDefinition.mask
    return BodyPlan(**{**values, **surface}, name="", shape=shape, position=(0.0, 0.0, 0.0))


def body_plan(body: BodySection, materials: Mapping[str, Section]) -> BodyPlan:
    """The BodyPlan of one body."""
    plan = plan_of(body, shape_of(body.shape), materials)
    return dataclasses.replace(plan, name=body.name, position=body.position, type=body.final_type)
