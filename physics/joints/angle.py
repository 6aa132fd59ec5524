"""The angle joint: the orientation of b relative to a is held, about one axis or about all; positions are free.

Parts: ANGLE about the axis, or ROTATION.
"""
from __future__ import annotations

import math
from typing import ClassVar

from physics.constraints.part import IDENTITY, Part
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.rotation import ROTATION
from physics.definitions.tunable import SettingError, tunable
from physics.joints.definition import COUPLES, MOST_TURN, Measure, PairDefinition, axis, joint
from physics.joints.placement import Placement, Seat, frame_along


def _needs_axis(definition: "Angle") -> str | None:
    """Reason why `angle` has no effect."""
    return "without an axis the whole turn is held" if definition.axis is None else None


@joint
class Angle(PairDefinition):
    """The bodies keep their turn against each other, about one axis or about all; they may be anywhere."""

    axis: tuple[float, float, float] | None = axis("What the turn is about; if not given the whole turn is held", None)
    angle: float = tunable(0.0, limits=(-MOST_TURN, MOST_TURN), slider=(-math.pi, math.pi), unit="rad", label="Angle",
                           unused=_needs_axis, help="Turn of b against a about the axis, 0 as made")

    type_name: ClassVar[str] = "angle"
    order: ClassVar[int] = 60
    glyph: ClassVar[str] = "angle_signs"
    relation: ClassVar[str] = COUPLES
    measure: ClassVar[Measure] = Measure(ANGLE, "Angle", "rad")

    def _check(self) -> None:
        if self.axis is None and self.angle != 0:
            raise SettingError("angle", f"angle: {self.angle:g} needs an axis; without one the turn as made is held")

    def seat(self, at: Placement) -> Seat:
        """The centres, and the axis in both bodies."""
        frame = IDENTITY if self.axis is None else frame_along(self.axis)
        return at.seat(at.position_a, at.position_b, frame, frame)

    def parts(self, at: Placement) -> list[Part]:
        """One row about the axis, or three rows."""
        seat = self.seat(at)
        return [Part(ROTATION, *seat) if self.axis is None else Part(ANGLE, *seat, target=self.angle)]
