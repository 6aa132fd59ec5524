"""The plane: the floor and walls of a world."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from physics.definitions.known_names import constant
from physics.definitions.numbers import shown
from physics.definitions.shapes.lengths import Immovable
from physics.definitions.tunable import SettingError, number
from physics.definitions.vectors import vector

SHORTEST_NORMAL, LONGEST_NORMAL = 1e-9, 1e150      # so that the square of its length is neither 0 nor infinite
FARTHEST = 1e6                                     # [m] largest offset


@constant
@dataclass(frozen=True, kw_only=True)
class Plane(Immovable):
    """The half-space normal . x <= offset of the world; always static.

    `normal` is normalised; `offset` [m] is measured along it.  The body's position and rotation have no effect.
    """

    normal: tuple[float, float, float] = (0.0, 0.0, 1.0)         # out of the solid half
    offset: float = 0.0                                          # of its surface from the origin, along the normal [m]
    kind: ClassVar[int] = 2                                      # in arrays of bodies
    name: ClassVar[str] = "plane"                                # in scenes

    def __post_init__(self) -> None:
        n = vector("normal", self.normal, 3, LONGEST_NORMAL).tolist()
        length = math.sqrt(sum(x * x for x in n))
        if length <= SHORTEST_NORMAL:
            raise SettingError("normal", f"normal: {shown(self.normal)} is not a direction (three numbers, not all zero)")
        object.__setattr__(self, "normal", tuple(x / length for x in n))
        object.__setattr__(self, "offset", number("offset", self.offset, (-FARTHEST, FARTHEST), "m"))

    @property
    def size(self) -> tuple[float, float, float]:
        """Its normal, in place of half extents."""
        return self.normal
