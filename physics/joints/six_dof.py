"""Six degrees of freedom: every translation and rotation of the joint's frame is free, limited or fixed.

Fixed axes are held together (three translations by POINT, two by AXIS_PAIR along the free one, one by AXIS_POSITION; three
rotations by ROTATION, two by AXIS_ROTATION about the free one, one by ANGLE); drives on the others are AXIS_POSITION and ANGLE
parts.  The axes are those of the joint's frame on a.
"""
from __future__ import annotations

import dataclasses
from typing import ClassVar

from physics.constraints.part import Part
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.point import POINT
from physics.constraints.parts.rotation import ROTATION
from physics.definitions.body_definition import FARTHEST, FASTEST
from physics.definitions.known_names import constant
from physics.definitions.numbers import shown
from physics.definitions.tunable import SettingError, check, shared, tunable
from physics.joints.definition import MOST_FORCE, PairDefinition, check_order, frame, joint, needs, point
from physics.joints.drive import Drive, driven
from physics.joints.hinge import Hinge
from physics.joints.placement import Placement, Seat

TRANSLATIONS, ROTATIONS = ("x", "y", "z"), ("rx", "ry", "rz")
UNITS = {"lower": ("m", "rad"), "upper": ("m", "rad"), "rest": ("m", "rad"), "motor_speed": ("m/s", "rad/s"),
         "motor_force": ("N", "N m")}                        # of a setting of a translation, and of a rotation


@constant
@dataclasses.dataclass(frozen=True)
class Axis:
    """One of six degrees of freedom; its numbers are in m, N or, for a rotation, in rad, N m."""

    mode: str = tunable("fixed", choices=("free", "limit", "fixed"), label="Mode",
                        help="free, between lower and upper, or not at all")
    lower: float = tunable(0.0, limits=(-FARTHEST, FARTHEST), slider=(-10, 10), label="Lower", help="Stop on one side")
    upper: float = tunable(0.0, limits=(-FARTHEST, FARTHEST), slider=(-10, 10), label="Upper", help="Stop on the other side")
    motor_speed: float = tunable(0.0, limits=(-FASTEST, FASTEST), slider=(-20, 20), label="Motor speed",
                                 unused=needs("motor_force"), help="Speed of b relative to a, in m/s or rad/s")
    motor_force: float = tunable(0.0, limits=(0, MOST_FORCE), slider=(0, 1e5), label="Motor force", log=True,
                                 help="Most that the motor exerts, in N or N m; 0: no motor")
    motor_rate: float = tunable(0.0, limits=(0, 1e4), slider=(0, 100), unit="1/s", label="Motor rate",
                                unused=needs("motor_force"),
                                help="How fast the motor comes to its speed; 0: at once. Less: starts gently")
    hertz: float = shared(Hinge, "hertz")
    damping_ratio: float = shared(Hinge, "damping_ratio")
    rest: float = tunable(0.0, limits=(-FARTHEST, FARTHEST), slider=(-10, 10), label="Spring's rest", unused=needs("hertz"),
                          help="What the spring draws to")

    def __post_init__(self) -> None:
        check(self)
        if self.mode == "limit":
            check_order("lower", self.lower, "upper", self.upper)
        if self.mode == "fixed" and (self.motor_force > 0 or self.hertz > 0):
            raise SettingError("mode", "mode: a fixed axis has no motor and no spring; it must be free or limit for them to act")

    @property
    def drive(self) -> Drive:
        """The drive of an axis that is not fixed."""
        lower, upper = (self.lower, self.upper) if self.mode == "limit" else (None, None)
        return Drive(lower, upper, self.motor_speed, self.motor_force, self.motor_rate, self.hertz, self.damping_ratio, self.rest)


@joint
class SixDof(PairDefinition):
    """Each of three translations and three rotations is free, limited or fixed, and may have a motor and a spring."""

    anchor: tuple[float, float, float] = point("Origin of the joint's frame")
    frame: tuple[float, float, float, float] = frame("How the joint's axes are turned", (0.0, 0.0, 0.0, 1.0))
    x: Axis = Axis()    # translation along the joint's x axis
    y: Axis = Axis()    # along y
    z: Axis = Axis()    # along z
    rx: Axis = Axis()   # rotation about the joint's x axis
    ry: Axis = Axis()   # about y
    rz: Axis = Axis()   # about z

    type_name: ClassVar[str] = "six_dof"
    order: ClassVar[int] = 70
    glyph: ClassVar[str] = "axes"
    live: ClassVar[tuple[str, ...]] = (*TRANSLATIONS, *ROTATIONS)

    def _check(self) -> None:
        for name in self.live:
            value = getattr(self, name)
            if isinstance(value, str):
                value = _axis(name, value)
                object.__setattr__(self, name, value)
            if not isinstance(value, Axis):
                raise SettingError(name, f"{name}: {shown(value)} is neither an Axis nor one of its modes")

    @classmethod
    def axis_unit(cls, axis: str, setting: str) -> str | None:
        """The unit of a setting of a translation or of a rotation."""
        return UNITS[setting][axis in ROTATIONS] if setting in UNITS else None

    def seat(self, at: Placement) -> Seat:
        """The origin and the frame in both bodies."""
        return at.seat(self.anchor, self.anchor, self.frame, self.frame)

    def parts(self, at: Placement) -> list[Part]:
        """What acts on axes, fixed rotations, fixed translations."""
        seat = self.seat(at)
        moving = [part for names, kind in ((TRANSLATIONS, AXIS_POSITION), (ROTATIONS, ANGLE)) for k, name in enumerate(names)
                  if getattr(self, name).mode != "fixed" for part in driven(kind, seat.about(k), getattr(self, name).drive)]
        moving.sort(key=lambda part: -part.use)                      # springs, motors, limits
        return [*moving, *self._held(seat, ROTATIONS, (ROTATION, AXIS_ROTATION, ANGLE)),
                *self._held(seat, TRANSLATIONS, (POINT, AXIS_PAIR, AXIS_POSITION))]

    def _held(self, seat: Seat, names: tuple[str, ...], kinds: tuple[int, int, int]) -> list[Part]:
        """The part for the fixed ones of three axes; `kinds` hold three, two or one of them."""
        fixed = [k for k, name in enumerate(names) if getattr(self, name).mode == "fixed"]
        if not fixed:
            return []
        if len(fixed) == 3:
            return [Part(kinds[0], *seat)]
        special = next(k for k in range(3) if k not in fixed) if len(fixed) == 2 else fixed[0]
        return [Part(kinds[1] if len(fixed) == 2 else kinds[2], *seat.about(special))]


def _axis(name: str, mode: str) -> Axis:
    """The axis with this mode; SettingError names the field."""
    try:
        return Axis(mode)
    except SettingError as error:
        raise SettingError(name, str(error).replace("mode", name, 1)) from None
