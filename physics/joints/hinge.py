"""The hinge: b turns against a about one axis, with stops, a motor or a spring.

Parts: POINT and AXIS_ROTATION; ANGLE parts about the axis for the drive.  The angle is 0 as the hinge is made and continuous
beyond half a turn.
"""
from __future__ import annotations

import math
from typing import ClassVar

from physics.constraints.part import Part
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.point import POINT
from physics.definitions.body_definition import FASTEST
from physics.definitions.settings import LEAST_HERTZ
from physics.definitions.tunable import tunable
from physics.joints.definition import (
    MEETS,
    MOST_FORCE,
    MOST_TURN,
    Measure,
    PairDefinition,
    axis,
    check_order,
    joint,
    needs,
    point,
)
from physics.joints.drive import Drive, driven
from physics.joints.placement import Placement, Seat, frame_along


@joint
class Hinge(PairDefinition):
    """The bodies turn against each other about one axis, as a door does: freely, between stops, by a motor or on a spring."""

    anchor: tuple[float, float, float] = point("A point of the axis")
    axis: tuple[float, float, float] = axis("What b turns about; positive by the right hand")
    lower: float | None = tunable(None, limits=(-MOST_TURN, MOST_TURN), slider=(-math.pi, 0), unit="rad", label="Least angle",
                                  help="Stop on one side; the angle is 0 as the hinge is made")
    upper: float | None = tunable(None, limits=(-MOST_TURN, MOST_TURN), slider=(0, math.pi), unit="rad", label="Greatest angle",
                                  help="Stop on the other side; may be more than a turn")
    motor_speed: float = tunable(0.0, limits=(-FASTEST, FASTEST), slider=(-20, 20), unit="rad/s", label="Motor speed",
                                 unused=needs("motor_torque"), help="Speed of b about the axis, relative to a")
    motor_torque: float = tunable(0.0, limits=(0, MOST_FORCE), slider=(0, 1e4), unit="N m", label="Motor torque", log=True,
                                  help="Most that the motor exerts; 0: no motor. Less: loads slow it down")
    motor_rate: float = tunable(0.0, limits=(0, 1e4), slider=(0, 100), unit="1/s", label="Motor rate",
                                unused=needs("motor_torque"),
                                help="How fast the motor comes to its speed; 0: at once. Less: starts gently")
    hertz: float = tunable(0.0, limits=(0, 240), least=LEAST_HERTZ, fades=True, slider=(0, 30), unit="Hz",
                           label="Spring frequency", help="Stiffness of the spring; 0: no spring. More: swings faster")
    damping_ratio: float = tunable(1.0, limits=(0, 100), slider=(0, 4), label="Spring damping ratio", unused=needs("hertz"),
                                   help="1: comes to rest without overshoot; less: swings")
    rest: float = tunable(0.0, limits=(-MOST_TURN, MOST_TURN), slider=(-math.pi, math.pi), unit="rad", label="Spring's rest",
                          unused=needs("hertz"), help="The angle that the spring draws to")

    type_name: ClassVar[str] = "hinge"
    order: ClassVar[int] = 20
    glyph: ClassVar[str] = "hinge"
    relation: ClassVar[str] = MEETS
    measure: ClassVar[Measure] = Measure(ANGLE, "Angle", "rad", by_places=True)
    axis_across: ClassVar[bool] = True

    def _check(self) -> None:
        check_order("lower", self.lower, "upper", self.upper)

    def seat(self, at: Placement) -> Seat:
        """A point of the axis, and the axis, in both bodies."""
        frame = frame_along(self.axis)
        return at.seat(self.anchor, self.anchor, frame, frame)

    def parts(self, at: Placement) -> list[Part]:
        """The drive about the axis, then the axis and the point."""
        seat = self.seat(at)
        drive = Drive(self.lower, self.upper, self.motor_speed, self.motor_torque, self.motor_rate, self.hertz,
                      self.damping_ratio, self.rest)
        return [*driven(ANGLE, seat, drive), Part(AXIS_ROTATION, *seat), Part(POINT, *seat)]
