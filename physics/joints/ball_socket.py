"""The ball and socket: a point of both bodies coincides; swing and twist of b may be limited.

Parts: POINT; with `cone` a SWING limit; with a twist limit an ANGLE limit about the axis.
"""
from __future__ import annotations

import math
from typing import ClassVar

from physics.constraints.part import Part
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.point import POINT
from physics.constraints.parts.swing import SWING
from physics.definitions.tunable import tunable
from physics.joints.definition import MEETS, MOST_TURN, PairDefinition, axis, check_order, joint, point
from physics.joints.drive import stops
from physics.joints.placement import Placement, Seat, frame_along


@joint
class BallSocket(PairDefinition):
    """A point of both bodies coincides and they turn freely about it, or within a cone and a range of twist."""

    anchor: tuple[float, float, float] = point("Centre of the ball")
    axis: tuple[float, float, float] = axis("Middle of the cone, and what the twist is about", (0.0, 0.0, 1.0))
    cone: float | None = tunable(None, limits=(0, math.pi), slider=(0, math.pi), unit="rad", label="Cone",
                                 help="Largest angle between a's and b's axis. Less: b swings less")
    twist_lower: float | None = tunable(None, limits=(-MOST_TURN, MOST_TURN), slider=(-math.pi, 0), unit="rad",
                                        label="Least twist", help="How far b may turn back about the axis")
    twist_upper: float | None = tunable(None, limits=(-MOST_TURN, MOST_TURN), slider=(0, math.pi), unit="rad",
                                        label="Most twist", help="How far b may turn on about the axis")

    type_name: ClassVar[str] = "ball_socket"
    order: ClassVar[int] = 10
    glyph: ClassVar[str] = "ball"
    relation: ClassVar[str] = MEETS

    def _check(self) -> None:
        check_order("twist_lower", self.twist_lower, "twist_upper", self.twist_upper)

    def seat(self, at: Placement) -> Seat:
        """The ball's centre and the axis in both bodies."""
        frame = frame_along(self.axis)
        return at.seat(self.anchor, self.anchor, frame, frame)

    def parts(self, at: Placement) -> list[Part]:
        """Twist, cone, ball."""
        seat = self.seat(at)
        return [*stops(ANGLE, seat, self.twist_lower, self.twist_upper), *stops(SWING, seat, None, self.cone), Part(POINT, *seat)]
