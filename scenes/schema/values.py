"""The kinds of values of keys, as pydantic types: quantity, vector, word, name; and Section, the strict mapping.

A quantity derives from a `Tunable`, which has its default, limits and unit.
"""
from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, WithJsonSchema, create_model

from physics.definitions.body_definition import FARTHEST, FASTEST
from physics.definitions.shapes import LARGEST
from physics.definitions.tunable import SettingError, Tunable, nearest, tunables
from scenes.schema.problems import shown
from scenes.schema.scalars import PATTERN, number, switch

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
COORDINATE = Tunable(default=0.0, limits=(-FARTHEST, FARTHEST), unit="m")
SPEED = Tunable(default=0.0, limits=(-FASTEST, FASTEST), unit="m/s")
SPIN = Tunable(default=0.0, limits=(-FASTEST, FASTEST), unit="rad/s")
PURE = Tunable(default=0.0)
TIME = Tunable(default=0.0, limits=(0, 86_400), unit="s")
LENGTH = Tunable(default=1.0, limits=(0, LARGEST), unit="m")


class Spelling(NamedTuple):
    """The keys with which a value may be written as a mapping; it rides along with the value's type."""

    keys: Mapping[str, Any]


class Section(BaseModel):
    """A mapping with known keys only; immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


def read(name: str, about: Tunable, value: Any) -> Any:
    """`value` from a file (or from Python) in the tunable's form; ValueError names the allowed values."""
    if about.kind == "switch":
        return switch(value)
    if about.kind != "choice":
        value = short(number(value, about.unit))
    elif not isinstance(value, str):
        raise ValueError(f"needs one of {', '.join(about.choices)}")
    try:
        return about.check(name, value)
    except SettingError as error:
        raise ValueError(str(error).removeprefix(f"{name}: ")) from None


def short(value: float) -> float | int:
    """A whole number without its `.0`, as in the file."""
    return int(value) if value == int(value) and abs(value) < 1e15 else value


def quantity(name: str, about: Tunable) -> Any:
    """The pydantic type of a tunable, which it carries."""
    return Annotated[Any, PlainValidator(lambda value: read(name, about, value)), WithJsonSchema(json_schema(about)), about]


def json_schema(about: Tunable) -> dict[str, Any]:
    """The JSON schema of a tunable, for editors."""
    schema: dict[str, Any] = {"description": describe(about)} if describe(about) else {}
    if about.kind == "choice":
        return {"enum": list(about.choices), **schema}
    if about.kind == "switch":
        return {"type": "boolean", **schema}
    low, high = about.limits if about.limits else (None, None)
    bounds = {key: value for key, value in (("minimum", low), ("maximum", high)) if value is not None}
    kind = "integer" if about.kind == "integer" else "number"
    return {"anyOf": [{"type": kind, **bounds}, {"type": "string", "pattern": PATTERN}], **schema}


def describe(about: Tunable) -> str:
    """Help and unit in one line."""
    return " ".join(part for part in (about.help, f"[{about.unit}]" if about.unit else "") if part)


def vector(name: str, about: Tunable, length: int = 3) -> Any:
    """A list of `length` quantities; becomes a tuple of floats."""
    def entry(value: Any) -> float:
        return float(read(name, about, value))

    item = Annotated[Any, PlainValidator(entry), about]
    schema = {"type": "array", "items": json_schema(about), "minItems": length, "maxItems": length,
            **({"description": describe(about)} if describe(about) else {})}
    return Annotated[tuple[(item,) * length], BeforeValidator(lambda value: listed(value, length, about.unit)),
                     WithJsonSchema(schema)]


def listed(value: Any, length: int, unit: str = "") -> Any:
    """`value` when it is a list of `length`; ValueError otherwise."""
    if not isinstance(value, (list, tuple)) or len(value) != length:
        here = f"{len(value)} values" if isinstance(value, (list, tuple)) else shown(value)
        raise ValueError(f"needs a list of {length} numbers{f' in {unit}' if unit else ''}, and here is {here}")
    return value


def section_of(name: str, cls: type, *, doc: str, **extra: Any) -> type[Section]:
    """A Section with an optional key for every tunable of the dataclass `cls`; `extra` pydantic fields come first, or replace
    them."""
    fields = dict(extra)
    for key, about in tunables(cls).items():
        fields[key] = extra[key] if key in extra else (quantity(key, about), Field(default=about.default))
    return create_model(name, __base__=Section, __doc__=doc, __module__=__name__, **fields)


def given(section: Section) -> dict[str, Any]:
    """The written keys, with their values."""
    return {key: getattr(section, key) for key in section.model_fields_set}


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"needs text, and here is {shown(value)}")
    return value


def checked_name(value: Any) -> str:
    """A name of a scene; ValueError for anything else."""
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise ValueError(f"{shown(value)} is not a name; it starts with a letter and has up to 64 letters, digits, _ . or -")
    return value


def one_of(*allowed: str) -> Any:
    """A word out of `allowed`."""
    def check(value: Any) -> str:
        if value not in allowed:
            raise ValueError(f"{shown(value)} is not known; {nearest(value, allowed)}allowed are {', '.join(allowed)}")
        return value

    return Annotated[str, PlainValidator(check), WithJsonSchema({"enum": list(allowed)})]


Text = Annotated[str, PlainValidator(_word), WithJsonSchema({"type": "string"})]
Name = Annotated[str, PlainValidator(checked_name), WithJsonSchema({"type": "string", "pattern": f"^{NAME.pattern}$"})]
Point = vector("position", COORDINATE)
Velocity = vector("velocity", SPEED)
AngularVelocity = vector("angular_velocity", SPIN)
Seconds = quantity("time", TIME)
