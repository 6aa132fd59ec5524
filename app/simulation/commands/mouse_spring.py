"""Commands of the mouse drag: grab a body with a spring, move the spring's end, pin it there, let go."""
from __future__ import annotations

from dataclasses import dataclass

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class Grab(Command):
    """Tie body `uid` at `anchor` to the point `target` by a spring.

    anchor         where it is held, in the body's own axes [m]
    target         the pointer's end, world [m]
    hertz          frequency of the spring [Hz]
    damping_ratio  1: comes to rest without swinging
    force_factor   strongest force as a multiple of the body's weight
    """

    uid: int
    anchor: tuple[float, float, float]
    target: tuple[float, float, float]
    hertz: float = 5.0
    damping_ratio: float = 1.0
    force_factor: float = 50.0

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.grab(self)


@dataclass(frozen=True)
class MoveGrab(Command):
    """The pointer's end of the spring is at `target`, world [m]."""

    target: tuple[float, float, float]
    replaceable = True

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.move_grab(self.target)


@dataclass(frozen=True)
class Release(Command):
    """Let go of the grabbed body."""

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.release()


@dataclass(frozen=True)
class Pin(Command):
    """Let go, but leave the spring where it is; grabbing the body again or a restart takes it away."""

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.pin()
