"""The points of a convex hull in a scene: a list of [x, y, z], as a pydantic type."""
from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema

from physics.definitions.shapes import LARGEST
from physics.definitions.shapes.hull import MOST_POINTS
from physics.definitions.tunable import Tunable
from scenes.schema.problems import shown
from scenes.schema.values import json_schema, vector

FEWEST = 4                             # points of a hull with volume
COORDINATE = Tunable(default=0.0, limits=(-LARGEST, LARGEST), unit="m")


def _checked(value: Any) -> Any:
    """`value` when it is a list with as many points as a hull may have; its entries are checked next."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"needs a list of points, each [x, y, z] in m, and here is {shown(value)}")
    if not FEWEST <= len(value) <= MOST_POINTS:
        raise ValueError(f"needs {FEWEST} to {MOST_POINTS} points, each [x, y, z] in m, and here are {len(value)}")
    return value


POINT = {"type": "array", "items": json_schema(COORDINATE), "minItems": 3, "maxItems": 3}
PointList = Annotated[tuple[vector("points", COORDINATE), ...], BeforeValidator(_checked), WithJsonSchema(
    {"type": "array", "items": POINT, "minItems": FEWEST, "maxItems": MOST_POINTS})]
