"""Commands on single bodies: select, push, change the surface, shoot a new one, remove."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class Select(Command):
    """Select body `uid` alone; None: no body."""

    uid: int | None
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.group.choose(() if self.uid is None else (self.uid,))


@dataclass(frozen=True)
class ApplyImpulse(Command):
    """Apply `impulse` [N s] to body `uid` at `point` (world [m], None: the centre of mass)."""

    uid: int
    impulse: tuple[float, float, float]
    point: tuple[float, float, float] | None = None

    def apply(self, session: Target) -> None:
        done = [variant.push(self.uid, self.impulse, self.point) for variant in session.variants]
        session.warn_unless(done, "The body to push is gone")


@dataclass(frozen=True)
class SetBody(Command):
    """Set property `name` of body `uid`, one that is changeable in a world, to `value`."""

    uid: int
    name: str
    value: Any

    def apply(self, session: Target) -> None:
        done = [variant.set_body(self.uid, self.name, self.value) for variant in session.variants]
        session.warn_unless(done, "The body to change is gone")

    def replaces(self, earlier: Command) -> bool:
        """A moving slider: only its last value counts."""
        return isinstance(earlier, SetBody) and (earlier.uid, earlier.name) == (self.uid, self.name)


@dataclass(frozen=True)
class Shoot(Command):
    """A new ball at `position` [m] with `velocity` [m/s], `radius` [m] and `density` [kg/m3]."""

    position: tuple[float, float, float]
    velocity: tuple[float, float, float]
    radius: float = 0.25
    density: float = 2000.0
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from physics import Sphere
        for variant in session.variants:
            variant.world.add_body(shape=Sphere(radius=self.radius), position=self.position, velocity=self.velocity,
                                density=self.density)


@dataclass(frozen=True)
class RemoveBody(Command):
    """Remove body `uid` from the world; a restart restores it."""

    uid: int
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.remove_body(self.uid)
        if session.selection == self.uid:
            session.selection = None
