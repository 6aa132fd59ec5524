"""Commands of the mouse drag: grab a body with a spring, move the spring's target, pin it, release it."""
from __future__ import annotations

from dataclasses import dataclass

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class Grab(Command):
    """Tie body `uid` at `anchor` to the point `target` by a spring.

    anchor         the spring's end on the body, in the body's own axes [m]
    target         the other end, world [m]
    hertz          frequency of the spring [Hz]
    damping_ratio  1: critical
    force_factor   maximum force as a multiple of the body's weight
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
    """Move the spring's target to `target`, world [m]."""

    target: tuple[float, float, float]
    replaceable = True

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.move_grab(self.target)


@dataclass(frozen=True)
class Release(Command):
    """Release the grabbed body."""

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.release()


@dataclass(frozen=True)
class Pin(Command):
    """Release the body but keep the spring; grabbing the body again or a restart removes it."""

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.pin()
