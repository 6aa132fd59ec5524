"""Commands of the history: back, to a step, on, to the last event, to where it burst; end a long way; how much memory there is.

The steps after the one that is reached are kept.  Going on takes them again, bit for bit, until something is changed.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target
from physics.definitions.tunable import SettingError

MOST_MEGABYTES = 65536             # of each variant


@dataclass(frozen=True)
class StepBack(Command):
    """Pause, and go `count` steps back."""

    count: int = 1
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.travel.back(max(self.count, 0))


@dataclass(frozen=True)
class GoTo(Command):
    """Pause, and go to the state after step `to_step`, the nearest one that is kept."""

    to_step: int
    replaceable: ClassVar[bool] = True
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.travel.go_to(self.to_step)


@dataclass(frozen=True)
class GoOn(Command):
    """Go on from here: first the recorded steps again, then new ones."""

    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.travel.stay()
        session.paused, session.owed_steps = False, 0


@dataclass(frozen=True)
class LastEvent(Command):
    """Pause, and go to the last event before the present step: a contact, a sensor, a joint that broke, something you did."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.travel.last_event()


@dataclass(frozen=True)
class Autopsy(Command):
    """Pause, and go to the step where energy leapt, a joint tore or a number became none; pick the row that
    gave the most energy."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.travel.autopsy()


@dataclass(frozen=True)
class Stay(Command):
    """End a long way through the history, at the step that is reached."""

    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.travel.stay()


@dataclass(frozen=True)
class KeepHistory(Command):
    """Keep a history in at most `megabytes` of memory for each variant; 0: none."""

    megabytes: int
    replaceable: ClassVar[bool] = True
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        if not 0 <= self.megabytes <= MOST_MEGABYTES:
            raise SettingError("megabytes", f"megabytes: {self.megabytes} is out of range; allowed is 0 to {MOST_MEGABYTES}")
        session.keep_history(self.megabytes)
