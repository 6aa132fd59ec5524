"""Joints: what a person says about one, and the handle to it in a world.

One dataclass a joint; the scene schema, the palette and the manual derive from these.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from physics.definition import FARTHEST, vector
from physics.tunable import SettingError, check, tunable

if TYPE_CHECKING:
    from physics.body import Body
    from physics.world import World

MOST_FORCE = 1e12                                # [N] stands for "no limit"


@dataclass(frozen=True, kw_only=True)
class Mouse:
    """A spring from a point of body `a` to a point of the world that moves: how a hand drags a body.

    anchor       point of a, given in the world at the moment the joint is made [m]
    target       where that point is pulled to, in the world [m]
    """

    a: Any
    anchor: tuple[float, float, float]
    target: tuple[float, float, float]
    hertz: float = tunable(5.0, limits=(0, 240), slider=(0, 30), unit="Hz", label="Grab frequency",
                           help="Stiffness of the hand. More: follows faster; 0: rigid, by beta")
    damping_ratio: float = tunable(1.0, limits=(0, 100), slider=(0, 4), label="Grab damping ratio",
                                   help="1: follows without overshoot; less: swings")
    beta: float = tunable(0.2, limits=(0, 1), slider=(0, 1), label="Grab beta",
                          help="Share of the distance closed per substep when the frequency is 0")
    max_force: float = tunable(MOST_FORCE, limits=(0, MOST_FORCE), slider=(0, 1e5), unit="N", label="Greatest force", log=True,
                               help="The hand's strength. Less: heavy bodies are not lifted")
    name: str = ""
    b: ClassVar[None] = None                     # the world
    type_name: ClassVar[str] = "mouse"

    def __post_init__(self) -> None:
        check(self)
        object.__setattr__(self, "anchor", vector("anchor", self.anchor, 3, FARTHEST))
        object.__setattr__(self, "target", vector("target", self.target, 3, FARTHEST))


JOINTS: dict[str, type] = {cls.type_name: cls for cls in (Mouse,)}


class Joint:
    """A joint in a world.  Raises ReferenceError once it was removed."""

    __slots__ = ("_world", "uid")

    def __init__(self, world: "World", uid: int):
        self._world, self.uid = world, uid

    def __repr__(self) -> str:
        return f"<Joint {self.uid}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Joint) and other.uid == self.uid and other._world is self._world

    def __hash__(self) -> int:
        return hash((id(self._world), self.uid, "joint"))

    @property
    def definition(self) -> Mouse:
        """How it was made."""
        return self._world._joints.definition(self.uid)

    @property
    def name(self) -> str:
        """Its name, "" when it has none."""
        return self.definition.name

    @property
    def a(self) -> "Body":
        """The body it pulls."""
        return self.definition.a

    @property
    def b(self) -> None:
        """The world."""
        return None

    @property
    def anchor(self) -> np.ndarray:
        """The point of a that is pulled, in the world [m]."""
        return self._world._joints.anchor(self.uid, self._world._pool)

    @property
    def target(self) -> np.ndarray:
        """Where it is pulled to, in the world [m]; writable."""
        return self._world._joints.target(self.uid)

    @target.setter
    def target(self, value: Any) -> None:
        self._world._joints.set_target(self.uid, vector("target", value, 3, FARTHEST))

    @property
    def force(self) -> np.ndarray:
        """Mean force on a during the last step [N]."""
        return -self._world._joints.impulse(self.uid) / self._world.dt if self._world.dt > 0 else np.zeros(3)

    @property
    def torque(self) -> np.ndarray:
        """Mean torque about the anchor during the last step [N m]; a point joint has none."""
        self._world._joints.definition(self.uid)
        return np.zeros(3)

    @property
    def error(self) -> float:
        """Distance between the two anchors at the end of the last step [m]."""
        return float(math.sqrt(np.sum(self._world._joints.error(self.uid) ** 2)))


def check_partners(definition: Mouse, world: "World") -> None:
    """SettingError unless the joint's body is one of this world's, alive and free to move."""
    body = definition.a
    if getattr(body, "_world", None) is not world:
        raise SettingError("a", f"a: {body!r} is not a body of this world")
    if body.type != "dynamic":
        raise SettingError("a", f"a: {body!r} is {body.type}; only a dynamic body can be pulled")
