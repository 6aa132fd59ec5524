"""The section `state:`, with which a saved moment of a world goes on exactly as that world would have.

    state:
      fits: 3f0c9d21aa04be17
      data: |-
        ...

The section is made and read by the program alone; without it, or where it no longer fits, the scene begins from poses and
velocities, with contacts and joints at rest.
"""
from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema

from scenes.schema.problems import shown
from scenes.schema.values import Section

FITS = re.compile(r"[0-9a-f]{16}")


def _fits(value: Any) -> str:
    if not isinstance(value, str) or not FITS.fullmatch(value):
        raise ValueError(f"needs 16 digits 0 to 9, a to f, and here is {shown(value)}")
    return value


def _data(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"needs text, and here is {shown(value)}")
    return "".join(value.split())


class StateSection(Section):
    """What bodies and joints do not say of a moment: impulses of contacts, times at rest, turns of joints."""

    fits: Annotated[str, PlainValidator(_fits), WithJsonSchema({"type": "string", "pattern": f"^{FITS.pattern}$"})] = Field(
        description="Hash of the bodies, joints and settings to which the data belong; if it is another one, they are not used")
    data: Annotated[str, PlainValidator(_data), WithJsonSchema({"type": "string"})] = Field(
        description="Made by the program; not to be changed")
