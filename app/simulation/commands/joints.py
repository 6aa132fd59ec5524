"""Commands on single joints: select, make one between two places, turn its settings, remove."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class SelectJoint(Command):
    """Select joint `uid`; None: no joint."""

    uid: int | None
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.selection, session.selected_joint = None, self.uid


@dataclass(frozen=True)
class Joining:
    """A joint of the type `kind` from a place on body `a` to one on body `b`.

    a, b                uids; None is the world
    point_a, point_b    its anchors, in the body's own axes, the world's for None [m]
    normal_a, normal_b  directions there, unit vectors in the same axes: the joint's axis where it has one
    """

    kind: str
    a: int | None
    b: int | None
    point_a: Vector
    point_b: Vector
    normal_a: Vector = (0.0, 0.0, 1.0)
    normal_b: Vector = (0.0, 0.0, 1.0)


@dataclass(frozen=True)
class AddJoint(Command, Joining):
    """Make and select a new joint in the running world, see `Joining`."""

    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        uids = [variant.add_joint(self) for variant in session.variants]
        session.warn_unless([uid is not None for uid in uids], "A body of the new joint is gone")
        if uids and uids[session.chosen] is not None:
            session.selection, session.selected_joint = None, uids[session.chosen]


@dataclass(frozen=True)
class SetJoint(Command):
    """Set setting `name` of joint `uid` to `value`; for a joint with separate axes `name` is like `rx.motor_speed`."""

    uid: int
    name: str
    value: Any

    def apply(self, session: Target) -> None:
        done = [variant.set_joint(self.uid, self.name, self.value) for variant in session.variants]
        session.warn_unless(done, "The joint to change is gone")

    def replaces(self, earlier: Command) -> bool:
        """A moving slider: only its last value counts."""
        return isinstance(earlier, SetJoint) and (earlier.uid, earlier.name) == (self.uid, self.name)


@dataclass(frozen=True)
class RemoveJoint(Command):
    """Remove joint `uid` from the world; a restart restores those of the scene."""

    uid: int
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.remove_joint(self.uid)
        if session.selected_joint == self.uid:
            session.selected_joint = None
