"""Rack and pinion: b moves along its axis as a turns about its own.  Part: RACK.

    (v_b - v_a) . axis_b = radius w_a . axis_a

axis_a is fixed to the pinion a, axis_b to the rack b; other joints must keep the bodies on their axes.  The pinion's rotation is
that in the world: on a carrier that turns itself the ratio is not that of the teeth.
"""
from __future__ import annotations

from typing import ClassVar

from physics.constraints.part import Part
from physics.constraints.parts.rack import RACK
from physics.definitions.tunable import SettingError, tunable
from physics.joints.definition import COUPLES, PairDefinition, axis, joint
from physics.joints.placement import Placement, Seat, along, between, frame_along


@joint
class Rack(PairDefinition):
    """One body moves along a line as the other turns, as a rack on its pinion."""

    axis_a: tuple[float, float, float] = axis("What the pinion a turns about")
    axis_b: tuple[float, float, float] = axis("Where the rack b moves, relative to a, when a turns on")
    radius: float = tunable(0.1, limits=(-1000, 1000), slider=(0.01, 2), unit="m", label="Radius",
                            help="Way of the rack for each radian of the pinion; negative: the other way. The rotation counts in "
                                 "the world, not relative to a carrier that turns")

    type_name: ClassVar[str] = "rack"
    order: ClassVar[int] = 90
    glyph: ClassVar[str] = "rack"
    relation: ClassVar[str] = COUPLES

    def _check(self) -> None:
        if self.radius == 0:
            raise SettingError("radius", "radius: 0 would only stop the rack; the pinion has a size")

    def seat(self, at: Placement) -> Seat:
        """The centres, and each body's axis."""
        return at.seat(at.position_a, at.position_b, frame_along(self.axis_a), frame_along(self.axis_b))

    def parts(self, at: Placement) -> list[Part]:
        """One row, which holds the displacement as made."""
        displacement = along(self.axis_b, between(at.position_a, at.position_b))
        return [Part(RACK, *self.seat(at), ratio=self.radius, target=displacement, measure=displacement)]
