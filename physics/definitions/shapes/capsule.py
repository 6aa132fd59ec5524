"""The capsule: all points within a radius of a line segment."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from physics.definitions.known_names import constant
from physics.definitions.shapes.lengths import FromCentre, length


@constant
@dataclass(frozen=True)
class Capsule(FromCentre):
    """A cylinder along the body's z axis with half a ball of the same `radius` [m] on either end.

    `half_length` [m] is that of the cylinder, without the caps: the capsule is 2 (half_length + radius) long.
    """

    radius: float                            # [m]
    half_length: float                       # from the centre to the centre of a cap [m]
    kind: ClassVar[int] = 3                  # in arrays of bodies
    name: ClassVar[str] = "capsule"          # in scenes

    def __post_init__(self) -> None:
        for name in ("radius", "half_length"):
            object.__setattr__(self, name, length(name, getattr(self, name)))

    @property
    def size(self) -> tuple[float, float, float]:
        """Half extents of its own box [m]."""
        return (self.radius, self.radius, self.half_length + self.radius)

    @property
    def volume(self) -> float:
        """2 pi r^2 l + 4/3 pi r^3 [m3]."""
        return math.pi * self.radius**2 * (2 * self.half_length + 4 / 3 * self.radius)

    @property
    def unit_inertia(self) -> tuple[float, float, float]:
        """The cylinder's and the caps' share of the mass, c and 1 - c, each with its moments [m2]:

        about z      c r^2 / 2 + (1 - c) 2/5 r^2
        about x, y   c (r^2 / 4 + l^2 / 3) + (1 - c) (2/5 r^2 + l^2 + 3/4 l r)

        The centre of mass of half a ball is 3/8 r from its flat side, its moment about there (2/5 - 9/64) r^2; the last term
        follows by the parallel axis theorem.
        """
        r, l = self.radius, self.half_length
        c = 2 * l / (2 * l + 4 / 3 * r)
        across = c * (r * r / 4 + l * l / 3) + (1 - c) * (0.4 * r * r + l * l + 0.75 * l * r)
        return (across, across, c * r * r / 2 + (1 - c) * 0.4 * r * r)
