"""The cone."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from physics.definitions.known_names import constant
from physics.definitions.shapes.lengths import FromCentre, length


@constant
@dataclass(frozen=True)
class Cone(FromCentre):
    """A cone of height 2 half_length [m] along the body's z axis, with its tip up and a base of `radius` [m].

    The body's origin is the centre of mass, a quarter of the height above the base: the base is at z = -half_length / 2, the tip
    at 3/2 half_length.
    """

    radius: float                            # of the base [m]
    half_length: float                       # half its height [m]
    kind: ClassVar[int] = 5                  # in arrays of bodies
    name: ClassVar[str] = "cone"             # in scenes

    def __post_init__(self) -> None:
        for name in ("radius", "half_length"):
            object.__setattr__(self, name, length(name, getattr(self, name)))

    @property
    def size(self) -> tuple[float, float, float]:
        """Half extents of a box about the origin that contains it [m]: the tip is farthest."""
        return (self.radius, self.radius, 1.5 * self.half_length)

    @property
    def volume(self) -> float:
        """2/3 pi r^2 l [m3]."""
        return 2 / 3 * math.pi * self.radius**2 * self.half_length

    @property
    def unit_inertia(self) -> tuple[float, float, float]:
        """3/20 (r^2 + l^2) across, 3/10 r^2 about z [m2], about the centre of mass."""
        across = 0.15 * (self.radius**2 + self.half_length**2)
        return (across, across, 0.3 * self.radius**2)
