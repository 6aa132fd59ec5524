"""The actions of `events:`, which change a world while it runs, each a mapping under its own key.

An action is applied between two steps; `Names` maps the names of the document to the handles of the world.
"""
from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from pydantic import Field, create_model, model_validator

from physics.definitions.tunable import Tunable
from scenes.running import joint_settings
from scenes.running.overrides import GRAVITY, RUNNING, checked_path
from scenes.schema.values import NAME, AngularVelocity, Name, Point, Seconds, Section, Velocity, json_schema, vector

IMPULSE = Tunable(default=0.0, limits=(-1e9, 1e9), unit="N s")
FORCE = Tunable(default=0.0, limits=(-1e9, 1e9), unit="N")
TORQUE = Tunable(default=0.0, limits=(-1e9, 1e9), unit="N m")
IN_WORLD = Field(default=None, description="A point of the world that stays there; without a point: the centre of mass [m]")
ON_BODY = Field(default=None, description="Instead of `at`, a point in the body's own axes, from its centre of mass, that moves "
                                          "with it [m]")


class Names(NamedTuple):
    """The bodies and joints at some time, by name."""

    bodies: Mapping[str, Any]
    joints: Mapping[str, Any]


class Action(Section):
    """One action.  `lasts` is the time for which it is repeated in each step [s]; 0 is once."""

    word: ClassVar[str] = ""

    @property
    def bodies(self) -> tuple[str, ...]:
        """The names of its bodies."""
        return ()

    @property
    def lasts(self) -> float:
        """The time for which it acts [s]."""
        return 0.0

    @property
    def joints(self) -> tuple[str, ...]:
        """The names of its joints."""
        return ()

    def apply(self, world: Any, names: Names) -> None:
        """Apply it to the world."""
        raise NotImplementedError


class BodyAction(Action):
    """An action on one body, without effect after its removal."""

    body: Name

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body,)

    def apply(self, world: Any, names: Names) -> None:
        """Apply it to the body, if it exists."""
        if self.body in names.bodies:
            self.act(world, names.bodies[self.body])

    def act(self, world: Any, body: Any) -> None:
        """Apply it to this body."""
        raise NotImplementedError


class PointAction(BodyAction):
    """An action at a point of a body: one of the world, one of the body, or its centre of mass."""

    at: Point = IN_WORLD
    point: Point = ON_BODY

    @model_validator(mode="after")
    def _one_point(self) -> "PointAction":
        if self.at is not None and self.point is not None:
            raise ValueError("point: goes without at, which is a point of the world")
        return self

    def place(self, body: Any) -> Any:
        """The point in the world now (3,) [m]; None: the centre of mass."""
        return self.at if self.point is None else body.world_point(self.point)


class ApplyImpulse(PointAction):
    """A sudden push [N s], at a point or at the centre of mass."""

    word: ClassVar[str] = "apply_impulse"
    impulse: vector("impulse", IMPULSE)

    def act(self, world: Any, body: Any) -> None:
        body.apply_impulse(self.impulse, at=self.place(body))


class ApplyForce(PointAction):
    """A steady force [N], in the axes of the world, `for` some seconds, at a point or at the centre of mass."""

    word: ClassVar[str] = "apply_force"
    force: vector("force", FORCE)
    duration: Seconds = Field(alias="for")

    @property
    def lasts(self) -> float:
        return self.duration

    def act(self, world: Any, body: Any) -> None:
        body.apply_force(self.force, at=self.place(body))


class ApplyTorque(BodyAction):
    """A steady torque [N m], in the axes of the world, `for` some seconds."""

    word: ClassVar[str] = "apply_torque"
    torque: vector("torque", TORQUE)
    duration: Seconds = Field(alias="for")

    @property
    def lasts(self) -> float:
        return self.duration

    def act(self, world: Any, body: Any) -> None:
        body.apply_torque(self.torque)


class SetVelocity(BodyAction):
    """New velocity [m/s], new angular velocity [rad/s], or both."""

    word: ClassVar[str] = "set_velocity"
    velocity: Velocity = Field(default=None)
    angular_velocity: AngularVelocity = Field(default=None)

    @model_validator(mode="after")
    def _something(self) -> "SetVelocity":
        if self.velocity is None and self.angular_velocity is None:
            raise ValueError("needs velocity, angular_velocity or both")
        return self

    def act(self, world: Any, body: Any) -> None:
        if self.velocity is not None:
            body.velocity = self.velocity
        if self.angular_velocity is not None:
            body.angular_velocity = self.angular_velocity


class Remove(Action):
    """The body disappears, and its joints with it; or a joint lets go for good."""

    word: ClassVar[str] = "remove"
    body: Name = Field(default="", description="Or else a joint")
    joint: Name = Field(default="", description="Or else a body")

    @model_validator(mode="after")
    def _one(self) -> "Remove":
        if bool(self.body) == bool(self.joint):
            raise ValueError("needs a body or a joint, and not both")
        return self

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body,) if self.body else ()

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,) if self.joint else ()

    def apply(self, world: Any, names: Names) -> None:
        gone = names.bodies.get(self.body) or names.joints.get(self.joint)
        if gone is not None:
            world.remove(gone)


def _setting(path: str, value: Any) -> Any:
    """A checked setting of the solver or the world; a joint's setting as written, since its type must check it."""
    if not path.startswith(joint_settings.PREFIX):
        return checked_path(path, value, RUNNING)
    joint_settings.split(path)
    return value


def _settings(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not value:
        raise ValueError("needs settings, as {solver.iterations: 20} or {joints.door.motor_speed: 2}")
    return {path: _setting(path, entry) for path, entry in value.items()}


class Set(Action):
    """New settings, as `{solver.iterations: 20, world.gravity: [0, 0, -1.6]}`, also of joints, as
    `{joints.door.motor_speed: 2, joints.door.enabled: true}`."""

    word: ClassVar[str] = "set"
    settings: dict

    @property
    def of_joints(self) -> dict[str, tuple[str, str, Any]]:
        """Path -> name, key and value as written, for settings of joints."""
        return {path: (*joint_settings.split(path), value) for path, value in self.settings.items()
                if path.startswith(joint_settings.PREFIX)}

    @property
    def changes(self) -> dict[str, dict[str, Any]]:
        """Name of a joint -> key -> value as written: changed together, so that both ends of a range can move beyond the old
        one."""
        found: dict[str, dict[str, Any]] = {}
        for name, key, value in self.of_joints.values():
            found.setdefault(name, {})[key] = value
        return found

    @property
    def joints(self) -> tuple[str, ...]:
        return tuple(self.changes)

    def apply(self, world: Any, names: Names) -> None:
        for name, changes in self.changes.items():
            if name in names.joints:
                joint = names.joints[name]
                joint.set(**{key: joint_settings.checked(joint.type_name, key, value) for key, value in changes.items()})
        solver = {path.removeprefix("solver."): value for path, value in self.settings.items() if path.startswith("solver.")}
        if solver:
            world.solver = world.solver.replace(**solver)
        for path, value in self.settings.items():
            if path.startswith("world."):
                setattr(world, path.removeprefix("world."), value)

    @model_validator(mode="before")
    @classmethod
    def _paths(cls, value: Any) -> dict[str, Any]:
        return {"settings": _settings(value)}

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        gravity = {"type": "array", "items": json_schema(GRAVITY), "minItems": 3, "maxItems": 3}
        paths = {path: gravity if path == "world.gravity" else json_schema(about) for path, about in RUNNING.items()}
        joints = {f"^{re.escape(joint_settings.PREFIX)}{NAME.pattern}$": {}}
        return {"type": "object", "properties": paths, "patternProperties": joints, "additionalProperties": False,
                "minProperties": 1}


def _subclasses(cls: type) -> list[type]:
    return [leaf for child in cls.__subclasses__() for leaf in ([child] if child.word else []) + _subclasses(child)]


ACTIONS: dict[str, type[Action]] = {cls.word: cls for cls in _subclasses(Action)}


def _exactly_one(self: Section) -> Section:
    if len(self.model_fields_set - {"at"}) != 1:
        raise ValueError(f"needs `at` and exactly one of {', '.join(ACTIONS)}")
    return self


EventSection = create_model(
    "EventSection", __base__=Section, __module__=__name__, at=(Seconds, Field(...)),
    __doc__="One action at a time [s] since the start; it happens before the first step that begins then or later.",
    __validators__={"exactly_one": model_validator(mode="after")(_exactly_one)},
    **{word: (cls, Field(default=None)) for word, cls in ACTIONS.items()})


def action_of(event: Section) -> Action:
    """The action of an event."""
    return getattr(event, next(iter(event.model_fields_set - {"at"})))
