"""The definition of a joint: bodies, name, switches, breaking, checks of fields, and the methods that a recipe implements.

A joint is a frozen, keyword-only dataclass made by `@joint`, one a file.  Points, axes and rotations are given in the world at
the moment the joint is made, by fields `point`, `axis` and `frame`; numbers and switches are tunables.  The scene schema, the
palette, the inspector and the manual derive from these fields.  Raises SettingError for invalid values.
"""
from __future__ import annotations

import copy
import dataclasses
import math
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from physics.constraints.part import Part
from physics.definitions.body_definition import FARTHEST
from physics.definitions.known_names import constant
from physics.definitions.numbers import shown
from physics.definitions.tunable import SettingError, nearest, text, tunable, tunables
from physics.definitions.vectors import unit, unit_quaternion, vector
from physics.joints.placement import Placement, Seat

GEOMETRY = "geometry"                            # key of a field's Geometry in its metadata
MOST_FORCE = 1e12                                # [N] and [N m] stands for "no limit"
SHORTEST = 1e-9                                  # length below which a vector has no direction
MOST_TURN = 1000.0                               # [rad] largest angle of a limit, a spring or a target
LAST = 1000                                      # default `order` of a joint
# how a joint relates its two anchors
MEETS, GUIDES, TIES, COUPLES, PULLS = "meets", "guides", "ties", "couples", "pulls"


class Measure(NamedTuple):
    """The number that a joint shows of itself."""

    part: int                      # kind of the part that measures it
    name: str                      # as user interfaces show it
    unit: str                      # "m" or "rad"
    by_places: bool = False        # without such a part it is computed from the anchors and frames


@dataclasses.dataclass(frozen=True)
class Geometry:
    """The meaning of a field that is not a number: a "point" [m], an "axis" or a "frame" (quaternion) of the world."""

    kind: str
    help: str


def _geometry(kind: str, help: str, default: Any) -> Any:
    return dataclasses.field(default=default, metadata={GEOMETRY: Geometry(kind, help)})


def point(help: str, default: Any = dataclasses.MISSING) -> Any:
    """A field that is a point of the world [m]; None is allowed where it is the default."""
    return _geometry("point", help, default)


def axis(help: str, default: Any = dataclasses.MISSING) -> Any:
    """A field that is a direction of the world, of any length but zero."""
    return _geometry("axis", help, default)


def frame(help: str, default: Any) -> Any:
    """A field that is a rotation of the world, a quaternion (x, y, z, w)."""
    return _geometry("frame", help, default)


def needs(name: str) -> Callable[[Any], str | None]:
    """The reason why a tunable has no effect while the tunable `name` is 0 or missing."""
    def reason(definition: Any) -> str | None:
        return None if getattr(definition, name) else f"{name} is 0"

    return reason


def _checked_geometry(name: str, kind: str, value: Any) -> tuple[float, ...]:
    if kind == "frame":
        return tuple(map(float, unit_quaternion(value, name)))
    numbers = vector(name, value, 3, FARTHEST)
    if kind == "axis":
        if math.sqrt(float(numbers @ numbers)) < SHORTEST:
            raise SettingError(name, f"{name}: {shown(value)} has no direction")
        numbers = unit(numbers)
    return tuple(map(float, numbers))


@dataclasses.dataclass(frozen=True, kw_only=True)
class JointDefinition:
    """Fields and traits of all joints.  A definition is immutable; `changed` makes another one."""

    a: Any                                       # body a; None: the world
    name: str = ""                               # by which scenes and people find it, "": none
    enabled: bool = tunable(True, label="Enabled", help="Off: the joint is there and does nothing")
    break_force: float | None = tunable(None, limits=(0, MOST_FORCE), slider=(0, 1e5), unit="N", label="Break force",
                                        log=True, help="A force above this in a step breaks the joint")
    break_torque: float | None = tunable(None, limits=(0, MOST_FORCE), slider=(0, 1e5), unit="N m", label="Break torque",
                                         log=True, help="A torque above this in a step breaks the joint")

    b: ClassVar[Any] = None                      # the world, for joints of one body
    collide_connected: ClassVar[bool] = True     # whether its two bodies collide
    type_name: ClassVar[str]                     # its name in scenes
    order: ClassVar[int] = LAST                  # of joints in palette, manual and schema
    glyph: ClassVar[str] = ""                    # how it is drawn, a word for `app.draw.joints`; "": a line between its anchors
    relation: ClassVar[str] = GUIDES             # its anchors MEET, one GUIDES the other; it TIES two points, COUPLES two motions
                                                 # at any distance, or PULLS a body by a spring
    measure: ClassVar[Measure | None] = None     # what it measures
    axis_across: ClassVar[bool] = False          # the default axis in a chain lies across the link, not along it
    live: ClassVar[tuple[str, ...]] = ()         # fields that may change during the life of the joint, besides its tunables
    force_on_a: ClassVar[bool] = False           # which body the reported force acts on

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, self._checked(field.name, getattr(self, field.name)))
        self._check()
        if self.a is None and self.b is None:
            raise SettingError("b", "b: a joint of the world to itself; a or b must be a body")
        if self.a is not None and self.a == self.b:
            raise SettingError("b", f"b: joins {self.a!r} to itself")

    def _check(self) -> None:
        """SettingError for fields that do not go together."""

    def seat(self, at: Placement) -> Seat:
        """Where the joint sits in its bodies."""
        raise NotImplementedError

    def parts(self, at: Placement) -> list[Part]:
        """The recipe: springs, motors and limits first, held parts last, because the last part is solved most exactly."""
        raise NotImplementedError

    @classmethod
    def axis_unit(cls, axis: str, setting: str) -> str | None:
        """Unit of a setting of one of its axes; None: the unit in the description of the setting."""
        return None

    @classmethod
    def changeable(cls) -> list[str]:
        """The fields that may change during the life of a joint."""
        return [*tunables(cls), *cls.live]

    def changed(self, changes: dict[str, Any]) -> "JointDefinition":
        """The definition with some of its `changeable` fields changed."""
        allowed = self.changeable()
        for name in changes:
            if name not in allowed:
                raise SettingError(name, f"a {self.type_name} joint has no {name!r} that can be changed; "
                                         f"{nearest(name, allowed)}allowed are {', '.join(allowed)}")
        made = copy.copy(self)
        for name, value in changes.items():
            object.__setattr__(made, name, self._checked(name, value))
        made._check()
        return made

    @classmethod
    def _checked(cls, name: str, value: Any) -> Any:
        """A value for a field, as the definition keeps it."""
        field = cls.__dataclass_fields__[name]
        if name in tunables(cls):
            return tunables(cls)[name].check(name, value)
        if name == "name":
            return text(name, value)
        about = field.metadata.get(GEOMETRY)
        return value if about is None or value is None and field.default is None else _checked_geometry(name, about.kind, value)


@dataclasses.dataclass(frozen=True, kw_only=True)
class PairDefinition(JointDefinition):
    """A joint between two bodies, either of which may be the world (None)."""

    b: Any = None
    collide_connected: bool = tunable(False, label="Bodies collide", help="On: the two bodies of the joint collide as others do")


def joint(cls: type) -> type:
    """Make a joint's dataclass: the bodies come first, then its own fields, then the fields of all joints."""
    made = constant(dataclasses.dataclass(frozen=True, kw_only=True)(cls))
    fields = made.__dataclass_fields__
    for name in [name for name in PairDefinition.__dataclass_fields__ if name in fields and name not in ("a", "b")]:
        fields[name] = fields.pop(name)
    if "b" in fields:
        rest = {name: fields.pop(name) for name in list(fields) if name not in ("a", "b")}
        fields.update(rest)
    return made


def check_order(lower_name: str, lower: float | None, upper_name: str, upper: float | None) -> None:
    """SettingError when both ends of a range are given and the lower one is above the upper one."""
    if lower is not None and upper is not None and lower > upper:
        raise SettingError(lower_name, f"{lower_name}: {lower:g} is above {upper_name}, {upper:g}")
