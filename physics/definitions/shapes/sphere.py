"""The sphere."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from physics.definitions.known_names import constant
from physics.definitions.shapes.lengths import FromCentre, length


@constant
@dataclass(frozen=True, kw_only=True)
class Sphere(FromCentre):
    """A ball of `radius` [m] about the body's origin."""

    radius: float                            # [m]
    kind: ClassVar[int] = 0                  # in arrays of bodies
    name: ClassVar[str] = "sphere"           # in scenes

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", length("radius", self.radius))

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
