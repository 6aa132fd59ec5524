"""Generators: many bodies from a few numbers, each a mapping under `generate:`; the base classes, walls and pyramids.

Most have the keys of a body, which all their bodies share, and their own.  They place BodyPlans in a fixed order, so the same
numbers give the same world.  Bodies of a generator called `brick` are `brick_0`, `brick_1`, ...
"""
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from pydantic import Field, model_validator

from physics.bodies.rotation import product
from physics.definitions.tunable import Tunable
from scenes.generators.links import TieSection, tie_name, ties
from scenes.schema.body import BodyPlan, ShapeSection, Traits, plan_of, quaternion, shape_of
from scenes.schema.joint_plan import JointPlan
from scenes.schema.values import Name, Point, Section, one_of, quantity

MOST_BODIES, MOST_JOINTS = 50_000, 100_000
COUNT = Tunable(default=1, limits=(1, MOST_BODIES))
SPACING = Tunable(default=1.0, limits=(-1e4, 1e4), unit="m")
TURN = Tunable(default=0.0, limits=(-1e3, 1e3), unit="rad")
UP = (0.0, 0.0, 1.0)


def turned_about_z(rotation: Sequence[float], angle: float) -> tuple[float, ...]:
    """The quaternion `rotation` followed by a rotation by `angle` [rad] about z."""
    return tuple(product(np.array(quaternion(UP, angle)), np.array(rotation)).tolist())


class Generator(Section):
    """Base of all generators: a name for their bodies and a place."""

    word: ClassVar[str] = ""
    name: Name = Field(default="", description="Its bodies are called name_0, name_1, ...")
    position: Point = Field(default=(0.0, 0.0, 0.0), description="Where it stands [m]")

    @property
    def total(self) -> int:
        """Number of bodies, without making them."""
        raise NotImplementedError

    @property
    def joint_total(self) -> int:
        """Number of joints, without making them."""
        raise NotImplementedError

    def bodies(self, materials: Mapping[str, Section], seed: int) -> Iterator[BodyPlan]:
        """The bodies, in order; `seed` is the world's, for random numbers."""
        raise NotImplementedError

    def joints(self, bodies: Sequence[BodyPlan]) -> Iterator[JointPlan]:
        """The joints between its bodies, numbered from 0, and those to the world."""
        raise NotImplementedError

    def colors(self) -> list[str | None]:
        """The colour of each body, `#rrggbb`, None for one without."""
        return [getattr(self, "color", None)] * self.total

    def name_of(self, index: int) -> str:
        """`brick_3` of the generator `brick`, "" of one without a name."""
        return f"{self.name}_{index}" if self.name else ""

    def is_dynamic(self, index: int) -> bool:
        """Whether the body of this number is dynamic."""
        raise NotImplementedError

    def joint_names(self) -> Iterator[tuple[str, str]]:
        """Name and type of each of its joints that has a name."""
        raise NotImplementedError

    def at(self, x: float, y: float, z: float) -> dict[str, Any]:
        """A place relative to the generator's position [m]."""
        px, py, pz = self.position
        return {"position": (px + x, py + y, pz + z)}


class Sharing(Generator, Traits):
    """A generator with the keys of a body, which all its bodies share."""

    tie: TieSection = Field(default=None, description="A joint from the world to each body")

    @property
    def joint_total(self) -> int:
        return self.total if self.tie else 0

    def joints(self, bodies: Sequence[BodyPlan]) -> Iterator[JointPlan]:
        """A tie for each body."""
        return ties(self.tie, bodies, self.name) if self.tie else iter(())

    def joint_names(self) -> Iterator[tuple[str, str]]:
        if self.name and self.tie:
            yield from ((tie_name(self.name, index), self.tie.type) for index in range(self.total))

    def is_dynamic(self, index: int) -> bool:
        return self.type == "dynamic"


class Uniform(Sharing):
    """A generator whose bodies differ in position and rotation only."""

    shape: ShapeSection = Field(description="Any shape but a plane and a height field")

    def places(self) -> Iterator[dict[str, Any]]:
        """For each body, the values of its plan that differ from the shared keys."""
        raise NotImplementedError

    def bodies(self, materials: Mapping[str, Section], seed: int) -> Iterator[BodyPlan]:
        """The bodies, in order."""
        plan = plan_of(self, shape_of(self.shape), materials)
        for index, place in enumerate(self.places()):
            yield replace(plan, name=self.name_of(index), **place)

    def extent(self) -> tuple[float, float, float]:
        """Half the size of one body along its axes [m]."""
        return shape_of(self.shape).size

    @model_validator(mode="after")
    def _finite_shape(self) -> "Uniform":
        for word, name in (("plane", "plane"), ("height_field", "height field")):
            if word in self.shape.model_fields_set:
                raise ValueError(f"shape: a generator makes bodies of finite size; a {name} is one body under `bodies`")
        return self


class Wall(Uniform):
    """Bricks in running bond along x, rotated by `heading` about z; `position` is the centre of the lowest row.  Neighbours are
    `gap` apart, rows `lift`."""

    word: ClassVar[str] = "wall"
    columns: quantity("columns", COUNT) = Field(description="Bodies in a row")
    rows: quantity("rows", COUNT) = Field(description="Rows above each other")
    gap: quantity("gap", SPACING) = Field(default=0.0, description="Between neighbours in a row; negative: they overlap [m]")
    lift: quantity("lift", SPACING) = Field(default=0.0, description="Between rows; negative: they overlap [m]")
    heading: quantity("heading", TURN) = Field(default=0.0, description="How the wall is turned about z [rad]")

    @property
    def total(self) -> int:
        return sum(self._in_row(row) for row in range(self.rows))

    def _in_row(self, row: int) -> int:
        return self.columns if row % 2 == 0 else max(self.columns - 1, 1)

    def places(self) -> Iterator[dict[str, Any]]:
        hx, _, hz = self.extent()
        pitch, height = 2 * hx + self.gap, 2 * hz + self.lift
        rotation = turned_about_z(self.rotation, self.heading)
        c, s = math.cos(self.heading), math.sin(self.heading)
        for row in range(self.rows):
            n = self._in_row(row)
            for column in range(n):
                x = (column - (n - 1) / 2) * pitch
                yield {**self.at(x * c, x * s, row * height), "rotation": rotation}


class Pyramid(Uniform):
    """Each row is one body shorter than the row below: `flat` along x, or `square` layers; `position` is the centre of the lowest
    one. Neighbours are `gap` apart, rows `lift`; negative values make bodies overlap."""

    word: ClassVar[str] = "pyramid"
    base: quantity("base", Tunable(default=10, limits=(1, 300), help="Bodies in the lowest row"))
    form: one_of("flat", "square") = Field(default="flat", description="Rows along x, or square layers")
    levels: quantity("levels", Tunable(default=0, limits=(0, 300), help="Rows; 0: as many as the base")) = 0
    gap: quantity("gap", SPACING) = Field(default=0.0, description="Between neighbours in a row; negative: they overlap [m]")
    lift: quantity("lift", SPACING) = Field(default=0.0, description="Between rows; negative: they overlap [m]")

    @property
    def _rows(self) -> range:
        return range(min(self.levels or self.base, self.base))

    @property
    def total(self) -> int:
        return sum((self.base - i) ** (1 if self.form == "flat" else 2) for i in self._rows)

    def places(self) -> Iterator[dict[str, Any]]:
        hx, hy, hz = self.extent()
        dx, dy, dz = 2 * hx + self.gap, 2 * hy + self.gap, 2 * hz + self.lift
        for i in self._rows:
            n = self.base - i
            for k in range(1 if self.form == "flat" else n):
                y = 0.0 if self.form == "flat" else (k - (n - 1) / 2) * dy
                for j in range(n):
                    yield self.at((j - (n - 1) / 2) * dx, y, i * dz)
