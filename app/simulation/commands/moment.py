"""The command that saves the running world at this moment as a scene."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class SaveMoment(Command):
    """Write the chosen variant's world, as it is now, to a new scene file; `camera` as in a scene: position, target, fov.  The
    `folder` of pictures and films, if the file is to be in it, is made."""

    path: str
    camera: dict[str, Any]
    folder: str = ""
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from app.simulation.editing.moment_file import save_moment
        from app.simulation.editing.scene_file import make_folder
        make_folder(self.path, self.folder)
        save_moment(session, self.path, self.camera)
