"""A height field in a scene: its heights in rows, or a formula of them over x and y."""
from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema, model_validator

from physics.definitions.shapes import LARGEST, SMALLEST, HeightField
from physics.definitions.shapes.height_field import FEWEST, MOST_HEIGHTS
from physics.definitions.tunable import Tunable
from physics.expressions.error import ExpressionError
from physics.expressions.surface import heights_at
from scenes.schema.problems import shown
from scenes.schema.scalars import number
from scenes.schema.values import Section, Text, json_schema, quantity, vector

EXTENT = Tunable(default=10.0, limits=(SMALLEST, LARGEST), unit="m")
SPACING = Tunable(default=0.5, limits=(SMALLEST, LARGEST), unit="m")
HEIGHT = Tunable(default=0.0, limits=(-LARGEST, LARGEST), unit="m")
EXAMPLE = '{formula: "0.3 * sin(x) * cos(y)", extent: [20, 20], spacing: 0.5}'


def _row_list(value: Any) -> Any:
    if not isinstance(value, (list, tuple)) or not all(isinstance(row, (list, tuple)) for row in value):
        raise ValueError(f"needs a list of rows of heights in m, as [[0, 0.1], [0, 0.2]], and here is {shown(value)}")
    count = sum(map(len, value))
    if count > MOST_HEIGHTS:
        raise ValueError(f"needs at most {MOST_HEIGHTS:,} heights, and here are {count:,}")
    return value


def _row(value: Any) -> tuple[float, ...]:
    return tuple(number(height, "m") for height in value)


ROW = {"type": "array", "items": json_schema(HEIGHT), "minItems": FEWEST}
Rows = Annotated[tuple[Annotated[tuple, PlainValidator(_row)], ...], BeforeValidator(_row_list),
                 WithJsonSchema({"type": "array", "items": ROW, "minItems": FEWEST})]


class HeightFieldSection(Section):
    """Ground over a square grid: `heights`, or a `formula` of them over an `extent`."""

    heights: Rows | None = Field(default=None, description="Rows along x of heights [m], one row after the other along y")
    formula: Text = Field(default="", description="The height [m] over x and y [m] from the middle, as 0.3 * sin(x) * cos(y)")
    extent: vector("extent", EXTENT, 2) = Field(default=(10.0, 10.0), description="Of a formula: whole lengths along x and y [m]")
    spacing: quantity("spacing", SPACING) = Field(default=0.5, description="Of the grid, along x and along y [m]")

    @model_validator(mode="after")
    def _one_way(self) -> "HeightFieldSection":
        if (self.heights is None) == (self.formula == ""):
            raise ValueError(f"needs either heights or a formula, as {EXAMPLE}")
        if self.heights is not None and "extent" in self.model_fields_set:
            raise ValueError("extent: follows from the number of heights and their spacing; leave it out")
        self.shape                                       # noqa: B018  which raises what is wrong with it
        return self

    @cached_property
    def shape(self) -> HeightField:
        """The height field."""
        if self.heights is not None:
            return HeightField(heights=self.heights, spacing=self.spacing)
        columns, rows = (round(length / self.spacing) + 1 for length in self.extent)
        if min(columns, rows) < FEWEST or columns * rows > MOST_HEIGHTS:
            raise ValueError(f"spacing: makes {rows:,} rows of {columns:,} heights; allowed are at least {FEWEST} rows of "
                             f"{FEWEST}, and {MOST_HEIGHTS:,} heights in all")
        x, y = ((np.arange(count) - (count - 1) / 2) * self.spacing for count in (columns, rows))
        try:
            heights = heights_at(self.formula, *np.meshgrid(x, y))
        except ExpressionError as error:
            raise ValueError(f"formula: {error}") from None
        if not (np.abs(heights) <= LARGEST).all():
            row, column = np.argwhere(~(np.abs(heights) <= LARGEST))[0]
            raise ValueError(f"formula: is {heights[row, column]:g} m at x = {x[column]:g}, y = {y[row]:g}; "
                             f"allowed is {-LARGEST:g} to {LARGEST:g} m")
        return HeightField(heights=heights, spacing=self.spacing)
