"""Commands of playback: pause, single steps, stops, speed, restart, and the parts to publish."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.published.view import Parts
from app.simulation.commands.command import Command
from app.simulation.commands.target import Target
from physics.definitions.tunable import SettingError

SLOWEST, FASTEST = 0.01, 8.0          # limits of the time scale, simulated over real seconds


@dataclass(frozen=True)
class Pause(Command):
    """Pause or resume the simulation."""

    on: bool
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.paused = self.on


@dataclass(frozen=True)
class Step(Command):
    """Pause, then take `count` single steps."""

    count: int = 1
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.paused = True
        session.owed_steps += max(self.count, 0)


@dataclass(frozen=True)
class StopWhen(Command):
    """Pause after the first step at which `expression` holds, in any variant; "" for none.

    The expression is one of `physics.stopping`, as for `impulse run --stop-when`.  When the simulation goes on, it stops again
    once the expression did not hold in between.
    """

    expression: str
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.stops.at(self.expression)


@dataclass(frozen=True)
class Restart(Command):
    """Return to time 0 of the open scene; the settings stay unchanged."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.restart()


@dataclass(frozen=True)
class SetTimeScale(Command):
    """Simulated seconds per real second; the step dt stays the same, so this changes no result."""

    scale: float
    replaceable: ClassVar[bool] = True
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.time_scale = checked_scale(self.scale)


def checked_scale(scale: float) -> float:
    """A time scale; SettingError for one that is out of range."""
    if not isinstance(scale, (int, float)) or not SLOWEST <= scale <= FASTEST:
        raise SettingError("time_scale", f"time scale: {scale!r} is out of range; allowed is {SLOWEST:g} to {FASTEST:g}")
    return float(scale)


@dataclass(frozen=True)
class Observe(Command, Parts):
    """Set the costly parts of publications."""

    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.observe(self)
