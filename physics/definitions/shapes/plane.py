"""The plane: the floor and walls of a world."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from physics.definitions.known_names import constant
from physics.definitions.shapes.lengths import Immovable
from physics.definitions.tunable import SettingError


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
