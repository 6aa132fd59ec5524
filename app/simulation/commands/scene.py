"""Commands that open scenes.  A scene that cannot be read becomes a red card; the old one goes on."""
from __future__ import annotations

from dataclasses import dataclass

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class LoadScene(Command):
    """Open the scene `source`, a file or the name of a scene of the catalog; its own settings hold."""

    source: str

    def apply(self, session: Target) -> None:
        session.open(self.source)


@dataclass(frozen=True)
class ReloadScene(Command):
    """Read the open scene's file again; its own settings hold."""

    def apply(self, session: Target) -> None:
        if session.source:
            session.open(session.source)
