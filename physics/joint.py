"""The handle to a joint in a world: its definition, its forces in the last step, and its tunables, which may be changed.

    hinge.angle_limit = ...     raises AttributeError, which names the nearest attribute
    hinge.motor_speed = 2       the same as hinge.set(motor_speed=2)
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from physics.body import Body
from physics.definitions.known_names import PUT, KnownNames
from physics.definitions.tunable import nearest
from physics.joints.definition import JointDefinition
from physics.joints.placement import Placement
from physics.parallel.entrance import alone
from physics.storage.owner import Owner
from physics.views.joint_readings import ANCHORS, FRAMES, GAP, MEASURE, TILT
from physics.views.joints import joint_impulses, joint_numbers, joint_wrench


class Joint(KnownNames):
    """A joint in a world.  Any use after it was removed raises ReferenceError.

    uid    its number, never given to another joint
    """

    __slots__ = ("_world", "uid")

    def __init__(self, world: Owner, uid: int):
        PUT(self, "_world", world)
        PUT(self, "uid", uid)

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
            raise AttributeError(f"a {definition.type_name} joint has no {name!r}; {nearest(name, known)}".rstrip("; "))
        return getattr(definition, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in (allowed := self.definition.changeable()):
            raise AttributeError(f"{name!r} of a {self.type_name} joint cannot be changed; "
                                 f"{nearest(name, list(allowed))}what can be set: {', '.join(allowed)}")
        self.set(**{name: value})

    def set(self, **changes: Any) -> None:
        """Change tunables and switches; impulses are kept.  Raises SettingError for a wrong value."""
        self._world._change_joint(self.uid, changes)

    @property
    def definition(self) -> JointDefinition:
        """Its definition, with all changes since."""
        return self._world._joints.definition(self.uid)

    @property
    def placement(self) -> Placement:
        """The poses of its bodies for which points and axes of the definition are given: those at its creation."""
        self._world._joints.row(self.uid)
        return self._world._joints.members[self.uid].placement

    @property
    def type_name(self) -> str:
        """Name of its type in scenes."""
        return self.definition.type_name

    @property
    def name(self) -> str:
        """Its name, "" if it has none."""
        return self.definition.name

    def rename(self, name: str) -> None:
        """Give it another name."""
        self._world._joints.rename(self.uid, name)
        self._world._bodies.edits += 1

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
        """Whether it acts; writable.  A joint that breaks is disabled."""
        return self.definition.enabled

    @property
    def broken(self) -> bool:
        """Whether it broke and was not enabled since."""
        return self._world._joints.is_broken(self.uid)

    @property
    def _entrance(self) -> Any:
        return self._world._entrance

    @alone
    def _numbers(self) -> np.ndarray:
        return joint_numbers(self._world, self.uid)

    def _number(self, at: int) -> float | None:
        value = float(self._numbers()[at])
        return None if math.isnan(value) else value

    @property
    @alone
    def force(self) -> np.ndarray:
        """Mean force on b during the last step [N], (3,); of a mouse joint on a.  On b a pulley pulls with `ratio` times its
        tension, on a with the tension alone."""
        return joint_wrench(self._world, self.uid)[:3]

    @property
    @alone
    def torque(self) -> np.ndarray:
        """Mean torque on b about its anchor during the last step [N m], (3,)."""
        return joint_wrench(self._world, self.uid)[3:]

    @property
    def gap(self) -> float | None:
        """How far apart the places are that it holds together, at the present poses [m]: the largest over its parts; None for a
        joint that holds no place, or that is off or broken."""
        return self._number(GAP)

    @property
    def tilt(self) -> float | None:
        """How far the rotations that it holds are apart, at the present poses [rad]: the largest over its parts; None for a joint
        that holds no rotation, or that is off or broken."""
        return self._number(TILT)

    @property
    @alone
    def impulses(self) -> np.ndarray:
        """(rows,) impulse of each of its rows during the last step [N s] or [N m s], in the order of its parts; of held rows what
        they do besides their share in what drives or stops the joint."""
        return joint_impulses(self._world, self.uid)

    @property
    def measure(self) -> float | None:
        """Angle of a hinge [rad], position of a slider, distance, length of a pulley's rope [m], at the present poses; None for
        other joints, and for one that is off or broken."""
        return self._number(MEASURE)

    @property
    def anchors(self) -> np.ndarray:
        """(2, 3) its anchors on a and on b, in the world [m]."""
        return self._numbers()[ANCHORS:FRAMES].reshape(2, 3)

    @property
    def anchor(self) -> np.ndarray:
        """Its anchor on a, in the world [m], (3,)."""
        return self.anchors[0]

    @property
    def frames(self) -> np.ndarray:
        """(2, 4) its frames on a and on b in the world, quaternions whose x axis is the joint's axis."""
        return self._numbers()[FRAMES:].reshape(2, 4)
