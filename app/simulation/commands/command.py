"""What a command is: a frozen dataclass with `apply`, and the stamp that says before which step it acted."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.target import Target


@dataclass(frozen=True)
class Command:
    """One thing a person did.

    `replaceable` commands say where something is now (a drag, a slider): of several in a row for the same step only
    the last is applied and logged, because the others could not have had an effect.
    `formerly` has the names by which older scripts call it, each with what makes the fields of today from theirs.
    """

    replaceable: ClassVar[bool] = False
    formerly: ClassVar[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {}

    def apply(self, session: Target) -> None:
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
