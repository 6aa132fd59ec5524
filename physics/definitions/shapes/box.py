"""The box."""
from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from physics.definitions.known_names import constant
from physics.definitions.numbers import NotANumber, is_list, shown
from physics.definitions.shapes.lengths import FromCentre, length
from physics.definitions.tunable import SettingError


@constant
@dataclass(frozen=True, kw_only=True)
class Box(FromCentre):
    """A box with half extents `half` = (x, y, z) [m] about the body's origin, along the body's axes."""

    half: tuple[float, float, float]         # half extents along the body's axes [m]
    kind: ClassVar[int] = 1                  # in arrays of bodies
    name: ClassVar[str] = "box"              # in scenes

    def __post_init__(self) -> None:
        try:
            half = tuple(islice(self.half, 4)) if is_list(self.half) else ()
        except NotANumber as error:
            raise SettingError("half", f"half: {error}") from None
        if len(half) != 3:
            raise SettingError("half", f"half: {shown(self.half)} is not three lengths")
        object.__setattr__(self, "half", tuple(length("half", h) for h in half))

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
