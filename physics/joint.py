"""The handle to a joint in a world: what it is, what it did in the last step, and its tunables, which may change while it lives.

    hinge.angle_limit = ...     AttributeError names the nearest that exists
    hinge.motor_speed = 2       the same as hinge.set(motor_speed=2)
"""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.body import Body
from physics.definitions.tunable import nearest
from physics.joints.definition import JointDefinition
from physics.storage.owner import Owner
from physics.views.joints import JointState


class Joint:
    """A joint in a world.  Raises ReferenceError once it was removed."""

    __slots__ = ("_world", "uid")

    def __init__(self, world: Owner, uid: int):
        object.__setattr__(self, "_world", world)
        object.__setattr__(self, "uid", uid)

    def __repr__(self) -> str:
        return f"<Joint {self.uid}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Joint) and other.uid == self.uid and other._world is self._world

    def __hash__(self) -> int:
        return hash((id(self._world), self.uid, "joint"))

    def __getattr__(self, name: str) -> Any:
        definition = self.definition
        if name not in definition.__dataclass_fields__:
            known = [*definition.__dataclass_fields__, *(key for key in vars(Joint) if not key.startswith("_"))]
            raise AttributeError(f"a {definition.type_name} joint has no {name!r}; {nearest(name, known)}")
        return getattr(definition, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.definition.changeable():
            raise AttributeError(f"{name!r} of a {self.type_name} joint cannot be changed; "
                                 f"{nearest(name, self.definition.changeable())}")
        self.set(**{name: value})

    def set(self, **changes: Any) -> None:
        """Change tunables and switches; impulses are kept.  SettingError says what cannot be."""
        self._world._change_joint(self.uid, changes)

    @property
    def definition(self) -> JointDefinition:
        """How it was made, with what was changed since."""
        return self._world._joints.definition(self.uid)

    @property
    def type_name(self) -> str:
        """How scenes call its type."""
        return self.definition.type_name

    @property
    def name(self) -> str:
        """Its name, "" when it has none."""
        return self.definition.name

    @property
    def a(self) -> Body | None:
        """Body a; None: the world."""
        return self.definition.a

    @property
    def b(self) -> Body | None:
        """Body b; None: the world."""
        return self.definition.b

    @property
    def enabled(self) -> bool:
        """Whether it acts; writable.  A broken one is not, until it is enabled again."""
        return self.definition.enabled

    @property
    def broken(self) -> bool:
        """Whether it broke and was not enabled since."""
        return self._world._joints.is_broken(self.uid)

    @property
    def _state(self) -> JointState:
        return self._world._joint_state(self.uid)

    @property
    def force(self) -> np.ndarray:
        """Mean force on b during the last step [N], (3,); of a mouse joint on a."""
        return self._state.force

    @property
    def torque(self) -> np.ndarray:
        """Mean torque on b about its anchor during the last step [N m], (3,)."""
        return self._state.torque

    @property
    def error(self) -> float:
        """How far it is from what it holds, at the end of the last step: the largest over its parts [m] or [rad]."""
        return self._state.error

    @property
    def impulses(self) -> np.ndarray:
        """(rows,) impulse of each of its rows during the last step [N s] or [N m s], in the order of its parts."""
        return self._state.impulses

    @property
    def measure(self) -> float | None:
        """A hinge's angle [rad], a slider's position, a distance, a pulley's rope [m]; None for what has no such number."""
        return self._state.measure

    @property
    def anchors(self) -> np.ndarray:
        """(2, 3) its points of a and of b, in the world [m]."""
        return self._state.anchors

    @property
    def anchor(self) -> np.ndarray:
        """Its point of a in the world [m], (3,)."""
        return self._state.anchors[0]

    @property
    def frames(self) -> np.ndarray:
        """(2, 4) its frames at a and at b in the world, quaternions whose x is its axis."""
        return self._state.frames
