"""The shapes: a dataclass each, with size, volume and inertia.

A shape's `kind` is its number in the arrays, which orders pair kinds (see `PAIR_KINDS` in `bodies.arrays`), `size` the three
lengths that kernels read.  Inertia is about the centre of mass, per unit mass, in the body's own axes.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from physics.definitions.known_names import constant
from physics.definitions.tunable import SettingError

SMALLEST, LARGEST = 1e-4, 1e4          # [m] limits of every length of a finite shape


def _length(name: str, value: float) -> float:
    number = float(value)
    if not SMALLEST <= number <= LARGEST:
        raise SettingError(name, f"{name}: {value!r} is out of range; allowed is {SMALLEST:g} to {LARGEST:g} m")
    return number


@constant
@dataclass(frozen=True, kw_only=True)
class Sphere:
    """A ball of `radius` [m] about the body's origin."""

    radius: float                            # [m]
    kind: ClassVar[int] = 0                  # in arrays of bodies
    name: ClassVar[str] = "sphere"           # in scenes

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", _length("radius", self.radius))

    @property
    def size(self) -> tuple[float, float, float]:
        """Half extents of its own box [m]."""
        return (self.radius,) * 3

    @property
    def volume(self) -> float:
        """4/3 pi r^3 [m3]."""
        return 4 / 3 * math.pi * self.radius**3

    @property
    def unit_inertia(self) -> tuple[float, float, float]:
        """2/5 r^2 about every axis [m2]."""
        return (0.4 * self.radius**2,) * 3


@constant
@dataclass(frozen=True, kw_only=True)
class Box:
    """A box with half extents `half` = (x, y, z) [m] about the body's origin, along the body's axes."""

    half: tuple[float, float, float]         # half extents along the body's axes [m]
    kind: ClassVar[int] = 1                  # in arrays of bodies
    name: ClassVar[str] = "box"              # in scenes

    def __post_init__(self) -> None:
        if len(self.half) != 3:
            raise SettingError("half", f"half: {self.half!r} is not three lengths")
        object.__setattr__(self, "half", tuple(_length("half", h) for h in self.half))

    @property
    def size(self) -> tuple[float, float, float]:
        """Its half extents [m]."""
        return self.half

    @property
    def volume(self) -> float:
        """8 hx hy hz [m3]."""
        return 8 * self.half[0] * self.half[1] * self.half[2]

    @property
    def unit_inertia(self) -> tuple[float, float, float]:
        """(hy^2 + hz^2) / 3 and cyclically [m2]."""
        x, y, z = (h * h / 3 for h in self.half)
        return (y + z, x + z, x + y)


@constant
@dataclass(frozen=True, kw_only=True)
class Plane:
    """The half-space normal . x <= offset of the world; always static.

    `normal` is normalised; `offset` [m] is measured along it.  The body's position and rotation have no effect.
    """

    normal: tuple[float, float, float] = (0.0, 0.0, 1.0)         # out of the solid half
    offset: float = 0.0                                          # of its surface from the origin, along the normal [m]
    kind: ClassVar[int] = 2                                      # in arrays of bodies
    name: ClassVar[str] = "plane"                                # in scenes

    def __post_init__(self) -> None:
        n = tuple(float(x) for x in self.normal)
        length = math.sqrt(sum(x * x for x in n)) if len(n) == 3 else 0.0
        if not (math.isfinite(length) and length > 1e-9):
            raise SettingError("normal", f"normal: {self.normal!r} is not a direction (three numbers, not all zero)")
        if not math.isfinite(self.offset) or abs(self.offset) > 1e6:
            raise SettingError("offset", f"offset: {self.offset!r} is out of range; allowed is -1e6 to 1e6 m")
        object.__setattr__(self, "normal", tuple(x / length for x in n))
        object.__setattr__(self, "offset", float(self.offset))

    @property
    def size(self) -> tuple[float, float, float]:
        """Its normal, in place of half extents."""
        return self.normal

    @property
    def volume(self) -> float:
        """Infinite."""
        return math.inf

    @property
    def unit_inertia(self) -> tuple[float, float, float]:
        """Infinite about every axis."""
        return (math.inf,) * 3


Shape = Sphere | Box | Plane
SHAPES: dict[str, type] = {cls.name: cls for cls in (Sphere, Box, Plane)}
