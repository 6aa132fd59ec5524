"""What a command is: a frozen dataclass with `apply`, and the stamp that says before which step it acted."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from app.simulation.session import Session


@dataclass(frozen=True)
class Command:
    """One thing a person did.

    `replaceable` commands say where something is now (a drag, a slider): of several in a row for the same step only
    the last is applied and logged, because the others could not have had an effect.
    """

    replaceable: ClassVar[bool] = False

    def apply(self, session: "Session") -> None:
        """Do it, on the simulation thread, between two steps."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does")

    def replaces(self, earlier: "Command") -> bool:
        """Whether `earlier`, queued right before this one, has become pointless."""
        return self.replaceable and type(earlier) is type(self)


@dataclass(frozen=True)
class Stamped:
    """A command and the number of steps that had been taken when it was applied, in run `run` of the session."""

    run: int
    step: int
    command: Command
