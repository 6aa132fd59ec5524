"""Commands on single bodies: select, push, shoot a new one, remove."""
from __future__ import annotations

from dataclasses import dataclass

from app.commands.command import Command


@dataclass(frozen=True)
class Select(Command):
    """Body `uid` is the selected one; None: nothing is."""

    uid: int | None

    def apply(self, session) -> None:
        session.selection = self.uid


@dataclass(frozen=True)
class ApplyImpulse(Command):
    """Push body `uid` at once by `impulse` [N s] at `point` (world [m], None: the centre of mass)."""

    uid: int
    impulse: tuple[float, float, float]
    point: tuple[float, float, float] | None = None

    def apply(self, session) -> None:
        for lane in session.lanes:
            body = lane.body(self.uid)
            if body is None:
                session.notify("The body to push is gone", "warning")
            else:
                body.apply_impulse(self.impulse, at=self.point)


@dataclass(frozen=True)
class Shoot(Command):
    """A new ball at `position` [m] with `velocity` [m/s], `radius` [m] and `density` [kg/m3]."""

    position: tuple[float, float, float]
    velocity: tuple[float, float, float]
    radius: float = 0.25
    density: float = 2000.0

    def apply(self, session) -> None:
        from physics import Sphere
        for lane in session.lanes:
            lane.world.add_body(shape=Sphere(radius=self.radius), position=self.position, velocity=self.velocity,
                                density=self.density)


@dataclass(frozen=True)
class RemoveBody(Command):
    """Take body `uid` out of the world; a restart brings it back."""

    uid: int

    def apply(self, session) -> None:
        for lane in session.lanes:
            lane.remove_body(self.uid)
        if session.selection == self.uid:
            session.selection = None
