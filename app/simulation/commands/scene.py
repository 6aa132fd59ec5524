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
    ends_scene: ClassVar[bool] = True

    def apply(self, session: Target) -> None:
        if session.open(self.source):
            session.card.forget()


@dataclass(frozen=True)
class ReloadScene(Command):
    """Read the open scene's file again, with its own settings; while a card shows that a scene could not be opened, that one."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False
    ends_scene: ClassVar[bool] = True

    def apply(self, session: Target) -> None:
        session.notify("Reading the scene again")
        session.opening.reread()


@dataclass(frozen=True)
class RestoreDraft(Command):
    """Open a scene with the unsaved edits of an earlier window, see `KeptDraft`; it waits at its beginning.

    scene   its id
    file    the path of its file, "" without one
    text    with the edits
    digest  of the text that the file had
    """

    scene: str
    file: str
    text: str
    digest: str
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False
    ends_scene: ClassVar[bool] = True

    def apply(self, session: Target) -> None:
        from app.simulation.editing.kept_draft import restore
        restore(session, self.scene, self.file, self.text, self.digest)


@dataclass(frozen=True)
class FollowFile(Command):
    """A file that is watched has another stamp: read the open scene again where another program wrote it, and no edit would be
    lost, or open the scene again that could not be opened."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.opening.follow()


@dataclass(frozen=True)
class CloseFault(Command):
    """Show the fault of this number no more, and leave what could not be opened."""

    number: int
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.close_fault(self.number)
