"""The slider: b moves along one axis of a and does not turn against it, with stops, a motor or a spring.

Parts: ROTATION and AXIS_PAIR; AXIS_POSITION parts along the axis for the drive.  The position is 0 as the slider is made.
"""
from __future__ import annotations

from typing import ClassVar

from physics.constraints.part import Part
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.rotation import ROTATION
from physics.definitions.body_definition import FARTHEST, FASTEST
from physics.definitions.tunable import shared, tunable
from physics.joints.definition import MOST_FORCE, Measure, PairDefinition, axis, check_order, joint, needs, point
from physics.joints.drive import Drive, driven
from physics.joints.hinge import Hinge
from physics.joints.placement import Placement, Seat, frame_along


@joint
class Slider(PairDefinition):
    """One body slides along a straight line of the other and does not turn, as a drawer: free, limited, driven or sprung."""

    anchor: tuple[float, float, float] = point("A point of the line")
    axis: tuple[float, float, float] = axis("Where b moves, relative to a, when the position grows")
    lower: float | None = tunable(None, limits=(-FARTHEST, FARTHEST), slider=(-10, 0), unit="m", label="Least position",
                                  help="Stop on one side; the position is 0 as the slider is made")
    upper: float | None = tunable(None, limits=(-FARTHEST, FARTHEST), slider=(0, 10), unit="m", label="Greatest position",
                                  help="Stop on the other side")
    motor_speed: float = tunable(0.0, limits=(-FASTEST, FASTEST), slider=(-20, 20), unit="m/s", label="Motor speed",
                                 unused=needs("motor_force"), help="Speed of b along the axis, relative to a")
    motor_force: float = tunable(0.0, limits=(0, MOST_FORCE), slider=(0, 1e5), unit="N", label="Motor force", log=True,
                                 help="Most that the motor exerts; 0: no motor. Less: loads slow it down")
    motor_rate: float = tunable(0.0, limits=(0, 1e4), slider=(0, 100), unit="1/s", label="Motor rate",
                                unused=needs("motor_force"),
                                help="How fast the motor comes to its speed; 0: at once. Less: starts gently")
    hertz: float = shared(Hinge, "hertz")
    damping_ratio: float = shared(Hinge, "damping_ratio")
    rest: float = tunable(0.0, limits=(-FARTHEST, FARTHEST), slider=(-10, 10), unit="m", label="Spring's rest",
                          unused=needs("hertz"), help="The position that the spring draws to")

    type_name: ClassVar[str] = "slider"
    order: ClassVar[int] = 30
    glyph: ClassVar[str] = "rails"
    measure: ClassVar[Measure] = Measure(AXIS_POSITION, "Position", "m", by_places=True)

    def _check(self) -> None:
        check_order("lower", self.lower, "upper", self.upper)

    def seat(self, at: Placement) -> Seat:
        """A point of the line, and its direction, in both bodies."""
        frame = frame_along(self.axis)
        return at.seat(self.anchor, self.anchor, frame, frame)

    def parts(self, at: Placement) -> list[Part]:
        """The drive along the line, then the rotation and the line."""
        seat = self.seat(at)
        drive = Drive(self.lower, self.upper, self.motor_speed, self.motor_force, self.motor_rate, self.hertz,
                      self.damping_ratio, self.rest)
        return [*driven(AXIS_POSITION, seat, drive), Part(ROTATION, *seat), Part(AXIS_PAIR, *seat)]
