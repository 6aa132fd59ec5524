"""The cylinder."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from physics.definitions.known_names import constant
from physics.definitions.shapes.lengths import FromCentre, length


@constant
@dataclass(frozen=True)
class Cylinder(FromCentre):
    """A cylinder of `radius` [m] along the body's z axis, from z = -half_length to half_length [m]."""

    radius: float                            # [m]
    half_length: float                       # from the centre to an end [m]
    kind: ClassVar[int] = 4                  # in arrays of bodies
    name: ClassVar[str] = "cylinder"         # in scenes

    def __post_init__(self) -> None:
        for name in ("radius", "half_length"):
            object.__setattr__(self, name, length(name, getattr(self, name)))

    @property
    def size(self) -> tuple[float, float, float]:
        """Half extents of its own box [m]."""
        return (self.radius, self.radius, self.half_length)

    @property
    def volume(self) -> float:
        """2 pi r^2 l [m3]."""
        return 2 * math.pi * self.radius**2 * self.half_length

    @property
    def unit_inertia(self) -> tuple[float, float, float]:
        """r^2 / 4 + l^2 / 3 across, r^2 / 2 about z [m2]."""
        across = self.radius**2 / 4 + self.half_length**2 / 3
        return (across, across, self.radius**2 / 2)
