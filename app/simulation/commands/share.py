"""The command that takes the run of the chosen variant for a share file."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class TakeRun(Command):
    """Publish the run of the chosen variant so far, as the answer to request `number`; the window writes the file."""

    number: int
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.sharing.take(self.number)
