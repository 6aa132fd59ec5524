"""The gear: the spins of two bodies, each about its own axis, in a fixed ratio.  Part: GEAR.

    w_a . axis_a + ratio w_b . axis_b = 0

Each axis is fixed to its body; other joints must keep the bodies on their axes.  Rotations are those in the world: on a carrier
that turns itself, as in a planetary gear, the ratio is not that of the teeth.
"""
from __future__ import annotations

from typing import ClassVar

from physics.constraints.part import Part
from physics.constraints.parts.gear import GEAR
from physics.definitions.tunable import SettingError, tunable
from physics.joints.definition import COUPLES, PairDefinition, axis, joint
from physics.joints.placement import Placement, Seat, frame_along


@joint
class Gear(PairDefinition):
    """Two bodies turn in a ratio, each about its own axis, as meshed gears do."""

    axis_a: tuple[float, float, float] = axis("What a turns about")
    axis_b: tuple[float, float, float] = axis("What b turns about")
    ratio: float = tunable(1.0, limits=(-1000, 1000), slider=(-10, 10), label="Ratio",
                           help="a turns that many times as fast as b, against it; negative: with it. Rotations count in the "
                                "world, not relative to a carrier that turns")

    type_name: ClassVar[str] = "gear"
    order: ClassVar[int] = 80
    glyph: ClassVar[str] = "wheels"
    relation: ClassVar[str] = COUPLES

    def _check(self) -> None:
        if self.ratio == 0:
            raise SettingError("ratio", "ratio: 0 would only stop a; a ratio has the size of both gears in it")

    def seat(self, at: Placement) -> Seat:
        """The centres, and each body's axis."""
        return at.seat(at.position_a, at.position_b, frame_along(self.axis_a), frame_along(self.axis_b))

    def parts(self, at: Placement) -> list[Part]:
        """One row."""
        return [Part(GEAR, *self.seat(at), ratio=self.ratio)]
