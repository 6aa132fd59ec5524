"""Commands that open scenes.  A scene that cannot be read gives a fault card; the old one continues."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class LoadScene(Command):
    """Open the scene `source`, a file or the name of a scene of the catalog, with its own settings."""

    source: str
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        if session.open(self.source):
            session.card.forget()


@dataclass(frozen=True)
class ReloadScene(Command):
    """Read the open scene's file again, with its own settings."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        if session.source:
            session.open(session.source, session.values)


@dataclass(frozen=True)
class FollowFile(Command):
    """The open scene's file has another time stamp: read it again where another program wrote it, and no edit would be lost."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        if session.source:
            session.editing.file.changed_by_others()
