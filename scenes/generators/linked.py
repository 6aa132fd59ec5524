"""Generators whose neighbours may be joined: grid, stack, ring and chain; see `generators.links`."""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from pydantic import Field, model_validator

from scenes.generators.generator import COUNT, MOST_BODIES, SPACING, TURN, Uniform, turned_about_z
from scenes.generators.links import LINKS, NONE, LinkSection, NoLink, link_name, links
from scenes.schema.body import BodyPlan
from scenes.schema.joint_plan import JointPlan
from scenes.schema.values import LENGTH, SPEED, Point, one_of, quantity, vector

LOOSE = NoLink(type=NONE)
STILL = {"type": "static", "velocity": (0.0, 0.0, 0.0), "angular_velocity": (0.0, 0.0, 0.0)}
BALL_SOCKET = LINKS["ball_socket"](type="ball_socket")
NEIGHBOURS = "What joins neighbours: a type, or {type: ...} with more keys"


class Linked(Uniform):
    """A generator whose neighbours may be joined."""

    joint: LinkSection = Field(default=LOOSE, description=NEIGHBOURS)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Pairs of neighbours, by number: each body and the next."""
        return ((i, i + 1) for i in range(self.total - 1))

    @property
    def pair_total(self) -> int:
        """Number of pairs, without making them."""
        return self.total - 1

    @property
    def link_total(self) -> int:
        """Number of links."""
        return 0 if self.joint.type == NONE else self.pair_total

    @property
    def joint_total(self) -> int:
        return super().joint_total + self.link_total

    def joints(self, bodies: Sequence[BodyPlan]) -> Iterator[JointPlan]:
        """A tie for each body, then the links."""
        yield from super().joints(bodies)
        if self.link_total:
            yield from links(self.joint, bodies, self.pairs(), self.name)

    def joint_names(self) -> Iterator[tuple[str, str]]:
        yield from super().joint_names()
        if self.name:
            yield from ((link_name(self.name, index), self.joint.type) for index in range(self.link_total))

    @model_validator(mode="after")
    def _links_move(self) -> "Linked":
        if self.joint.type != NONE and self.type != "dynamic":
            raise ValueError(f"type: links between {self.type} bodies hold nothing; joint: {NONE} leaves them out")
        return self


class Grid(Linked):
    """Bodies in rows, columns and layers; `position` is the centre of the lowest layer.  Order: layer, then y, then x.

    `joint` joins neighbours in all three directions; `fix` makes the topmost layer, the `rim` in x and y, or the `corners`
    static; two static bodies are not joined.
    """

    word: ClassVar[str] = "grid"
    count: vector("count", COUNT) = Field(description="Bodies along x, y and z")
    spacing: vector("spacing", SPACING) = Field(description="From one body to the next along x, y and z [m]")
    fix: one_of("none", "top", "rim", "corners") = Field(default="none", description="What of it is static")

    @property
    def total(self) -> int:
        return math.prod(int(n) for n in self.count)

    def places(self) -> Iterator[dict[str, Any]]:
        nx, ny, nz = (int(n) for n in self.count)
        dx, dy, dz = self.spacing
        for k in range(nz):
            for j in range(ny):
                for i in range(nx):
                    place = self.at((i - (nx - 1) / 2) * dx, (j - (ny - 1) / 2) * dy, k * dz)
                    yield {**place, **STILL} if self._is_fixed(i, j, k) else place

    def pairs(self) -> Iterator[tuple[int, int]]:
        nx, ny, nz = (int(n) for n in self.count)
        moves = [self.is_dynamic(index) for index in range(self.total)]
        for index in range(self.total):
            i, j, k = self._cell(index)
            for more, step in ((i + 1 < nx, 1), (j + 1 < ny, nx), (k + 1 < nz, nx * ny)):
                if more and (moves[index] or moves[index + step]):
                    yield index, index + step

    @property
    def pair_total(self) -> int:
        return sum(1 for _ in self.pairs()) if self.total <= MOST_BODIES else 0

    def is_dynamic(self, index: int) -> bool:
        return super().is_dynamic(index) and not self._is_fixed(*self._cell(index))

    def _cell(self, index: int) -> tuple[int, int, int]:
        nx, ny = int(self.count[0]), int(self.count[1])
        return index % nx, index // nx % ny, index // (nx * ny)

    def _is_fixed(self, i: int, j: int, k: int) -> bool:
        nx, ny, nz = (int(n) for n in self.count)
        at_end = [at in (0, n - 1) for at, n in ((i, nx), (j, ny), (k, nz))]
        long = [n > 1 for n in (nx, ny, nz)]
        return {"none": False, "top": k == nz - 1, "rim": any(e and n for e, n in zip(at_end[:2], long)),
                "corners": all(at_end)}[self.fix]


class Stack(Linked):
    """A column: body i is at position + i step, moved alternately by +stagger and -stagger, and by `offset`, which is rotated
    with the body by i `turn` about z (two crossed columns with opposite offsets make a tower of planks)."""

    word: ClassVar[str] = "stack"
    count: quantity("count", COUNT) = Field(description="Bodies above each other")
    step: vector("step", SPACING) = Field(description="From one body to the next [m]")
    stagger: vector("stagger", SPACING) = Field(
        default=(0.0, 0.0, 0.0), description="Added to every other body, taken from those between [m]")
    offset: vector("offset", SPACING) = Field(default=(0.0, 0.0, 0.0), description="Added to each body, turned with it [m]")
    turn: quantity("turn", TURN) = Field(default=0.0, description="From one body to the next, about z [rad]")

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
                place["rotation"] = turned_about_z(self.rotation, angle)
            yield place


class Ring(Linked):
    """Bodies on a circle about `position`, counter-clockwise seen from above, from angle `start` over `sweep`.

    `facing` is the direction of each body's x axis: `outward`, along the `tangent`, or unchanged (`fixed`).  `joint` joins each
    body to the next, and in a full circle the last to the first.
    """

    word: ClassVar[str] = "ring"
    count: quantity("count", COUNT) = Field(description="Bodies on the circle")
    radius: quantity("radius", LENGTH) = Field(description="Of the circle [m]")
    start: quantity("start", TURN) = Field(default=0.0, description="Angle of the first body from the x axis [rad]")
    sweep: quantity("sweep", TURN) = Field(
        default=2 * math.pi, description="Angle from the first body to the last; a full turn closes the ring [rad]")
    facing: one_of("outward", "tangent", "fixed") = Field(
        default="outward", description="Where the x axis of each body points: outward, along the tangent, or as `rotation` says")
    outward_speed: quantity("outward_speed", SPEED) = Field(default=0.0, description="Away from the middle [m/s]")

    @property
    def total(self) -> int:
        return self.count

    @property
    def _closed(self) -> bool:
        return abs(abs(self.sweep) - 2 * math.pi) < 1e-9

    def pairs(self) -> Iterator[tuple[int, int]]:
        yield from super().pairs()
        if self.pair_total == self.count:
            yield self.count - 1, 0

    @property
    def pair_total(self) -> int:
        return self.count if self._closed and self.count > 2 else self.count - 1

    def places(self) -> Iterator[dict[str, Any]]:
        steps = self.count if self._closed else max(self.count - 1, 1)
        for i in range(self.count):
            angle = self.start + self.sweep * i / steps
            c, s = math.cos(angle), math.sin(angle)
            place = self.at(self.radius * c, self.radius * s, 0.0)
            if self.facing != "fixed":
                turn = angle + (math.copysign(math.pi / 2, self.sweep) if self.facing == "tangent" else 0.0)
                place["rotation"] = turned_about_z(self.rotation, turn)
            if self.outward_speed:
                vx, vy, vz = self.velocity
                place["velocity"] = (vx + c * self.outward_speed, vy + s * self.outward_speed, vz)
            yield place


class Chain(Linked):
    """Bodies evenly from `from` to `to`, both included, each joined to the next."""

    word: ClassVar[str] = "chain"
    count: quantity("count", COUNT) = Field(description="Bodies, both ends included")
    start: Point = Field(alias="from", description="The middle of the first body, measured from `position` [m]")
    end: Point = Field(alias="to", description="The middle of the last body, measured from `position` [m]")
    joint: LinkSection = Field(default=BALL_SOCKET, description=NEIGHBOURS)

    @property
    def total(self) -> int:
        return self.count

    def places(self) -> Iterator[dict[str, Any]]:
        for i in range(self.count):
            share = i / max(self.count - 1, 1)
            yield self.at(*(a + (b - a) * share for a, b in zip(self.start, self.end)))
