"""The fixed joint: two bodies as one.  Parts: POINT and ROTATION."""
from __future__ import annotations

from typing import ClassVar

from physics.constraints.part import IDENTITY, Part
from physics.constraints.parts.point import POINT
from physics.constraints.parts.rotation import ROTATION
from physics.joints.definition import MEETS, PairDefinition, joint, point
from physics.joints.placement import Placement, Seat


@joint
class Fixed(PairDefinition):
    """The bodies neither move nor turn against each other, as if glued."""

    anchor: tuple[float, float, float] | None = point("Where they are glued; if not given the centre of b, or of a at the world",
                                                      None)

    type_name: ClassVar[str] = "fixed"
    order: ClassVar[int] = 40
    glyph: ClassVar[str] = "block"
    relation: ClassVar[str] = MEETS

    def seat(self, at: Placement) -> Seat:
        """The common point and the world's axes in both bodies."""
        anchor = self.anchor or (at.position_a if self.b is None else at.position_b)
        return at.seat(anchor, anchor, IDENTITY, IDENTITY)

    def parts(self, at: Placement) -> list[Part]:
        """The rotation, then the point."""
        seat = self.seat(at)
        return [Part(ROTATION, *seat), Part(POINT, *seat)]
