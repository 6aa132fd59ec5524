"""The generator `pile`: bodies of random size and spin on a loose grid, from which they fall.

It has its own linear congruential generator, s = 1664525 s + 1013904223 mod 2^32, and uses the top 24 bits: the same numbers on
every machine, in every version, and in other engines' benchmark programs.
"""
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from pydantic import Field, model_validator

from physics.definitions.shapes import SHAPES, Box, Capsule, Compound, Convex, Shape, Sphere
from physics.definitions.tunable import Tunable
from scenes.generators.generator import COUNT, Sharing
from scenes.schema.body import BodyPlan, plan_of
from scenes.schema.shapes import FINITE, shape_like
from scenes.schema.values import LENGTH, SPIN, Section, one_of, quantity, vector

SEED = Tunable(default=1, limits=(0, 2**31 - 1), help="Start of the random numbers; the world's seed is added")
CELLS = Tunable(default=10, limits=(1, 1000), help="Bodies along one side of a layer")
FEWEST, MOST, HULLS = 12, 24, 16                 # corners of a hull; how many different ones
THICKNESS = 0.25                                 # of the bars of a compound, over their length


def draws(seed: int) -> Iterator[float]:
    """Uniform numbers in [0, 1), each a multiple of 2^-24."""
    state = seed & 0xFFFFFFFF
    while True:
        state = (1664525 * state + 1013904223) & 0xFFFFFFFF
        yield (state >> 8) / 16777216.0


class Pile(Sharing):
    """`count` bodies, `cells` x `cells` in a layer, `spacing` apart, moved sideways by at most `jitter`; `position` is the
    centre of the lowest layer.  Boxes have half extents within `half`, spheres radii within `radius`, all but spheres spin by at
    most `spin` about each axis; `mix: both` alternates between them, `mix: all` goes through all shapes, each as large as such a
    box.  `mix: capsule` has capsules with radii within `radius` and half lengths within `half`, `mix: convex` sixteen
    hulls of 12 to 24 corners on a ball of a radius within `radius` in turn, `mix: compound` three crossed bars with half lengths
    within `half`.

    Order: layer, then x upwards, then y downwards.  Random numbers of a body, in this fixed order: its two shifts, then the half
    extents and spins along x, z, y of a box, or the radius of a sphere; with `mix: all` those of a box in any case; of the other
    shapes the spins of a box after their sizes, of hulls alone, whose sizes come before all bodies.
    """

    word: ClassVar[str] = "pile"
    count: quantity("count", COUNT) = Field(description="How many")
    cells: quantity("cells", CELLS) = CELLS.default
    spacing: quantity("spacing", LENGTH) = Field(
        default=1.1, description="From one body to the next in a layer, and between layers [m]")
    jitter: quantity("jitter", LENGTH) = Field(default=0.04, description="Each is moved by at most so much along x and y [m]")
    mix: one_of("box", "sphere", "both", "all", "capsule", "convex", "compound") = Field(
        default="both", description="Which shapes: boxes and spheres in turn, all, or one kind alone")
    half: vector("half", LENGTH, 2) = Field(
        default=(0.25, 0.5), description="Least and greatest half length of boxes and of what is as large as a box [m]")
    radius: vector("radius", LENGTH, 2) = Field(default=(0.3, 0.5), description="Least and greatest radius of spheres [m]")
    spin: quantity("spin", SPIN) = Field(
        default=1.0, description="Each turns by at most so much about each axis, but spheres [rad/s]")
    seed: quantity("seed", SEED) = SEED.default

    @model_validator(mode="after")
    def _ranges(self) -> "Pile":
        for name in ("half", "radius"):
            low, high = getattr(self, name)
            if not 1e-4 <= low <= high:
                raise ValueError(f"{name}: needs [smallest, largest] from 0.0001 m, and here is [{low:g}, {high:g}]")
        return self

    @property
    def total(self) -> int:
        return self.count

    def bodies(self, materials: Mapping[str, Section], seed: int) -> Iterator[BodyPlan]:
        """The bodies, in order."""
        plan = plan_of(self, Sphere(radius=self.radius[1]), materials)
        number = draws(seed + self.seed)
        n, hulls = self.cells, [self._hull(number) for _ in range(HULLS if self.mix == "convex" else 0)]
        for index in range(self.count):
            layer, ix, iy = index // (n * n), index // n % n, index % n
            shift_x, shift_y = (2 * self.jitter * next(number) - self.jitter for _ in range(2))
            place = self.at((ix - (n - 1) / 2) * self.spacing + shift_x, -((iy - (n - 1) / 2) * self.spacing + shift_y),
                            layer * self.spacing)
            box = self.mix == "box" or (self.mix == "both" and (ix + iy + layer) % 2 == 0)
            if self.mix == "all":
                shape, spin = self._any(number, (ix + 2 * iy + layer) % len(FINITE))
            elif self.mix in ("capsule", "convex", "compound"):
                shape, spin = hulls[index % HULLS] if hulls else self._solid(number), self._spin(number)
            elif box:
                shape, spin = self._box(number)
            else:
                shape, spin = Sphere(radius=_between(self.radius, next(number))), (0.0, 0.0, 0.0)
            spin = tuple(a + b for a, b in zip(plan.angular_velocity, spin))
            yield replace(plan, name=self.name_of(index), shape=shape, angular_velocity=spin, **place)

    def _box(self, number: Iterator[float]) -> tuple[Shape, tuple[float, float, float]]:
        """The next box and its spin."""
        x, z, y = (_between(self.half, next(number)) for _ in range(3))
        return Box(half=(x, y, z)), self._spin(number)

    def _spin(self, number: Iterator[float]) -> tuple[float, float, float]:
        """The next spin."""
        wx, wz, wy = (2 * self.spin * next(number) - self.spin for _ in range(3))
        return wx, -wy, wz

    def _solid(self, number: Iterator[float]) -> Shape:
        """The next capsule or compound."""
        if self.mix == "capsule":
            return Capsule(_between(self.radius, next(number)), _between(self.half, next(number)))
        long = _between(self.half, next(number))
        thin = THICKNESS * long
        return Compound([Box(half=tuple(long if axis == k else thin for k in range(3))) for axis in range(3)])

    def _any(self, number: Iterator[float], kind: int) -> tuple[Shape, tuple[float, float, float]]:
        """The next body of one of all kinds of shape, and its spin."""
        box, spin = self._box(number)
        (word, keys), = shape_like(FINITE[kind], box.half).items()
        return SHAPES[word](**keys), spin

    def _hull(self, number: Iterator[float]) -> Shape:
        """The next hull."""
        radius, corners = _between(self.radius, next(number)), FEWEST + int((MOST - FEWEST + 1) * next(number))
        return Convex([_on_ball(radius, next(number), next(number)) for _ in range(corners)])


def _between(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


def _on_ball(radius: float, height: float, turn: float) -> tuple[float, float, float]:
    """A point of a sphere: equal areas have equal shares of both numbers, 0 to 1 each."""
    z = 2 * height - 1
    across, angle = radius * math.sqrt(1 - z * z), 2 * math.pi * turn
    return across * math.cos(angle), across * math.sin(angle), radius * z
