"""The distance joint: a rod, a rope or a spring between a point of a and a point of b.

    rod       neither hertz nor lower nor upper: the distance stays `length`
    spring    hertz > 0: a spring with the rest length `length`
    rope      upper alone: no longer than that, without push; with lower: no shorter either

Parts: DISTANCE, held, sprung or limited.
"""
from __future__ import annotations

import math
from typing import ClassVar

from physics.constraints.part import SPRING, Part
from physics.constraints.parts.distance import DISTANCE
from physics.definitions.body_definition import FARTHEST
from physics.definitions.tunable import SettingError, shared, tunable
from physics.joints.definition import SHORTEST, TIES, Measure, PairDefinition, check_order, joint, point
from physics.joints.drive import bounds, stops
from physics.joints.hinge import Hinge
from physics.joints.placement import Placement, Seat, between, frame_along


def _ropes_have_none(definition: "Distance") -> str | None:
    """Reason why `length` has no effect."""
    return None if definition.rigid or definition.hertz else "with lower or upper and without a spring it is a rope"


@joint
class Distance(PairDefinition):
    """The distance of two points is held by a rod, drawn to a length by a spring, or kept within limits by a rope."""

    anchor_a: tuple[float, float, float] = point("The point of a")
    anchor_b: tuple[float, float, float] = point("The point of b")
    length: float | None = tunable(None, limits=(0, FARTHEST), slider=(0, 20), unit="m", label="Length", unused=_ropes_have_none,
                                   help="Length of the rod or the spring at rest; if not given the distance as made")
    lower: float | None = tunable(None, limits=(0, FARTHEST), slider=(0, 20), unit="m", label="Least distance",
                                  help="The points come no closer")
    upper: float | None = tunable(None, limits=(0, FARTHEST), slider=(0, 20), unit="m", label="Greatest distance",
                                  help="The points go no further apart: alone, a rope")
    hertz: float = shared(Hinge, "hertz")
    damping_ratio: float = shared(Hinge, "damping_ratio")

    type_name: ClassVar[str] = "distance"
    order: ClassVar[int] = 50
    glyph: ClassVar[str] = "tie"
    relation: ClassVar[str] = TIES
    measure: ClassVar[Measure] = Measure(DISTANCE, "Distance", "m")

    @property
    def rigid(self) -> bool:
        """Whether it is a rod."""
        return self.hertz == 0 and self.lower is None and self.upper is None

    def _check(self) -> None:
        check_order("lower", self.lower, "upper", self.upper)

    def seat(self, at: Placement) -> Seat:
        """Both points, and the line from a's to b's."""
        apart = math.dist(self.anchor_a, self.anchor_b)
        x, y, z = between(self.anchor_a, self.anchor_b)
        frame = frame_along((x / apart, y / apart, z / apart) if apart > SHORTEST else (1.0, 0.0, 0.0))
        return at.seat(self.anchor_a, self.anchor_b, frame, frame)

    def parts(self, at: Placement) -> list[Part]:
        """The spring and the limits, or the rod."""
        seat, apart = self.seat(at), math.dist(self.anchor_a, self.anchor_b)
        length = apart if self.length is None else self.length
        if self.rigid:
            if length < SHORTEST:
                raise SettingError("length", "length: a rod of no length has no direction; a ball_socket holds points together")
            return [Part(DISTANCE, *seat, target=length, measure=apart)]
        spring = [Part(DISTANCE, *seat, use=SPRING, target=length, hertz=self.hertz, damping_ratio=self.damping_ratio,
                       measure=apart, **bounds(self.lower, self.upper))] if self.hertz > 0 else []
        return spring + stops(DISTANCE, seat, self.lower, self.upper, apart)
