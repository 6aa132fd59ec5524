"""Generators: many bodies from a few numbers, each a mapping under `generate:`; here the regular ones, `pile` beside.

A generator has the keys of a body (which all its bodies share) and its own, and places BodyPlans in a fixed order, so
the same numbers give the same world.  Bodies of a generator called `brick` are `brick_0`, `brick_1`, ...
"""
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from pydantic import Field, model_validator

from physics.tunable import Tunable
from scenes.body_schema import BodyPlan, ShapeSection, Traits, multiply, plan_of, quaternion, shape_of
from scenes.values import LENGTH, SPEED, Name, Point, Section, one_of, quantity, vector

MOST_BODIES = 50_000
COUNT = Tunable(default=1, limits=(1, MOST_BODIES))
SPACING = Tunable(default=1.0, limits=(-1e4, 1e4), unit="m")
TURN = Tunable(default=0.0, limits=(-1e3, 1e3), unit="rad")
UP = (0.0, 0.0, 1.0)


class Generator(Traits):
    """What all generators share: a name for their bodies, a place, and the keys of a body."""

    word: ClassVar[str] = ""
    name: Name = Field(default="", description="Its bodies are called name_0, name_1, ...")
    position: Point = Field(default=(0.0, 0.0, 0.0), description="Where it stands [m]")

    @property
    def total(self) -> int:
        """How many bodies it makes, without making them."""
        raise NotImplementedError

    def bodies(self, materials: Mapping[str, Section], seed: int) -> Iterator[BodyPlan]:
        """The bodies, in order; `seed` is the world's, for those that draw numbers."""
        raise NotImplementedError

    def at(self, x: float, y: float, z: float) -> dict[str, Any]:
        """A place relative to the generator's position [m]."""
        px, py, pz = self.position
        return {"position": (px + x, py + y, pz + z)}

    def name_of(self, index: int) -> str:
        """`brick_3` of the generator `brick`, "" of one without a name."""
        return f"{self.name}_{index}" if self.name else ""


class Uniform(Generator):
    """A generator whose bodies differ in place and turn only."""

    shape: ShapeSection = Field(description="A sphere or a box")

    def places(self) -> Iterator[dict[str, Any]]:
        """For each body, what of its plan differs from the shared keys."""
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
        if "plane" in self.shape.model_fields_set:
            raise ValueError("shape: a generator makes spheres or boxes; a plane is one body under `bodies`")
        return self


class Grid(Uniform):
    """Bodies in rows, columns and layers; `position` is the centre of the lowest layer.  Order: layer, then y, then x."""

    word: ClassVar[str] = "grid"
    count: vector("count", COUNT)
    spacing: vector("spacing", SPACING)

    @property
    def total(self) -> int:
        return math.prod(int(n) for n in self.count)

    def places(self) -> Iterator[dict[str, Any]]:
        nx, ny, nz = (int(n) for n in self.count)
        dx, dy, dz = self.spacing
        for k in range(nz):
            for j in range(ny):
                for i in range(nx):
                    yield self.at((i - (nx - 1) / 2) * dx, (j - (ny - 1) / 2) * dy, k * dz)


class Stack(Uniform):
    """A column: body i stands at position + i step, moved by +stagger or -stagger in turns, and by `offset`, which turns
    with the body by i `turn` about z (two crossed columns with opposite offsets make a tower of planks)."""

    word: ClassVar[str] = "stack"
    count: quantity("count", COUNT)
    step: vector("step", SPACING)
    stagger: vector("stagger", SPACING) = (0.0, 0.0, 0.0)
    offset: vector("offset", SPACING) = (0.0, 0.0, 0.0)
    turn: quantity("turn", TURN) = 0.0

    @property
    def total(self) -> int:
        return self.count

    def places(self) -> Iterator[dict[str, Any]]:
        for i in range(self.count):
            sign, angle = (1 if i % 2 == 0 else -1), i * self.turn
            c, s = math.cos(angle), math.sin(angle)
            x, y, z = self.offset
            moved = (x * c - y * s, x * s + y * c, z)
            place = self.at(*(i * self.step[k] + sign * self.stagger[k] + moved[k] for k in range(3)))
            if angle:
                place["rotation"] = multiply(quaternion(UP, angle), self.rotation)
            yield place


class Wall(Uniform):
    """Bricks in running bond along x, turned by `heading` about z; `position` is the centre of the lowest row.
    Between neighbours is `gap`, between rows `lift`."""

    word: ClassVar[str] = "wall"
    columns: quantity("columns", COUNT)
    rows: quantity("rows", COUNT)
    gap: quantity("gap", SPACING) = 0.0
    lift: quantity("lift", SPACING) = 0.0
    heading: quantity("heading", TURN) = 0.0

    @property
    def total(self) -> int:
        return sum(self._in_row(row) for row in range(self.rows))

    def _in_row(self, row: int) -> int:
        return self.columns if row % 2 == 0 else max(self.columns - 1, 1)

    def places(self) -> Iterator[dict[str, Any]]:
        hx, _, hz = self.extent()
        pitch, height = 2 * hx + self.gap, 2 * hz + self.lift
        turn = quaternion(UP, self.heading)
        c, s = math.cos(self.heading), math.sin(self.heading)
        for row in range(self.rows):
            n = self._in_row(row)
            for column in range(n):
                x = (column - (n - 1) / 2) * pitch
                yield {**self.at(x * c, x * s, row * height), "rotation": multiply(turn, self.rotation)}


class Pyramid(Uniform):
    """Rows that shrink by one upwards: `flat` along x, or `square` layers; `position` is the centre of the lowest one.
    Between neighbours is `gap`, between rows `lift`; negative ones make bodies overlap."""

    word: ClassVar[str] = "pyramid"
    base: quantity("base", Tunable(default=10, limits=(1, 300), help="Bodies in the lowest row"))
    form: one_of("flat", "square") = "flat"
    levels: quantity("levels", Tunable(default=0, limits=(0, 300), help="Rows; 0: as many as the base")) = 0
    gap: quantity("gap", SPACING) = 0.0
    lift: quantity("lift", SPACING) = 0.0

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


class Ring(Uniform):
    """Bodies on a circle about `position`, counter-clockwise seen from above, from angle `start` over `sweep`.

    `facing` turns each body with its place: its x axis points `outward`, or along the `tangent`, or stays (`fixed`).
    """

    word: ClassVar[str] = "ring"
    count: quantity("count", COUNT)
    radius: quantity("radius", LENGTH)
    start: quantity("start", TURN) = 0.0
    sweep: quantity("sweep", TURN) = 2 * math.pi
    facing: one_of("outward", "tangent", "fixed") = "outward"
    outward_speed: quantity("outward_speed", SPEED) = 0.0

    @property
    def total(self) -> int:
        return self.count

    def places(self) -> Iterator[dict[str, Any]]:
        closed = abs(abs(self.sweep) - 2 * math.pi) < 1e-9
        steps = self.count if closed else max(self.count - 1, 1)
        for i in range(self.count):
            angle = self.start + self.sweep * i / steps
            c, s = math.cos(angle), math.sin(angle)
            place = self.at(self.radius * c, self.radius * s, 0.0)
            if self.facing != "fixed":
                turn = angle + (math.copysign(math.pi / 2, self.sweep) if self.facing == "tangent" else 0.0)
                place["rotation"] = multiply(quaternion(UP, turn), self.rotation)
            if self.outward_speed:
                vx, vy, vz = self.velocity
                place["velocity"] = (vx + c * self.outward_speed, vy + s * self.outward_speed, vz)
            yield place



class Chain(Uniform):
    """Bodies evenly from `from` to `to`, both included.  Links are not joined in this version: it must say `joint: none`."""

    word: ClassVar[str] = "chain"
    count: quantity("count", COUNT)
    start: Point = Field(alias="from")
    end: Point = Field(alias="to")
    joint: one_of("none")

    @property
    def total(self) -> int:
        return self.count

    def places(self) -> Iterator[dict[str, Any]]:
        for i in range(self.count):
            share = i / max(self.count - 1, 1)
            yield self.at(*(a + (b - a) * share for a, b in zip(self.start, self.end)))
