"""The film of the open scene in the window: its plan, the camera that plays it, and its file."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from app.draw.film.captions import ShownCaption, captions_at
from app.input.camera_motion import CameraMotion
from app.published.film_plan import FilmPlan, entries_of
from app.published.status import Publication, SceneCard
from app.published.view import View
from app.simulation.commands import SaveScene
from app.ui.film_editor import FilmEditor
from app.ui.film_player import FilmPlayer

LOST = "The file has another camera path or film now: the changes that were not saved are gone"


class Say(Protocol):
    """Shows a toast."""

    def __call__(self, text: str, kind: str = "info", path: str = "") -> None:
        """Show it; `path` is its file."""


@dataclass(frozen=True)
class Recording:
    """A running recording: its progress, 0 to 1, or -1 without a planned end."""

    label: str
    path: str
    progress: float = -1.0
    seconds: float = 0.0            # of film so far


class FilmState:
    """Belongs to the window's thread; `editor` has the plan, `player` moves the camera.

    folder  for the user's files, "" without one
    """

    def __init__(self, motion: CameraMotion, submit: Callable[[Any], None], say: Say, folder: Path | None):
        """`folder` takes the copies of the catalog's scenes."""
        self._motion, self._say, self._submit, self.folder = motion, say, submit, str(folder or "")
        self.editor, self.player = FilmEditor(), FilmPlayer(motion, submit)
        self._still = False                    # the picture is one of a pause, and no other follows it

    @property
    def plan(self) -> FilmPlan:
        """The present plan."""
        return self.editor.plan

    def open(self, card: SceneCard, view: View, again: bool) -> None:
        """A scene was read; `again`: the one that was open."""
        self.follow(card, again)
        self.player.open(self.plan, view)

    def follow(self, card: SceneCard, again: bool = True) -> None:
        """The scene was saved, or edited."""
        if self.editor.open(card.film, again):
            self._say(LOST, "warning")

    def take(self, publication: Publication, now: float, alpha: float) -> None:
        """Once a frame at `now` [s], for a picture at `alpha` of the way between the view's states."""
        self.player.move(self.plan, publication, now, alpha)
        self._still = publication.status.paused

    def show(self, publication: Publication, alpha: float, time: float) -> None:
        """The camera for a picture of a film of its own, at a time of the scene [s]."""
        if publication.view is not None:
            self.player.time, self._still = time, False
            self.player.move_camera(self.plan, publication.view, alpha, time)

    def edit(self, change: Callable[[FilmEditor], Any]) -> Any:
        """Make a change of the plan and return what it returns; where it is not possible, say why and return None."""
        try:
            return change(self.editor)
        except ValueError as error:
            self._say(str(error), "warning")
            return None

    def go_to_view(self, name: str) -> None:
        """Move the camera to a bookmark."""
        bookmark = self.editor.view(name)
        if bookmark is not None:
            self.player.stop()
            self._motion.go(bookmark.vantage)

    def save(self, unsaved: bool) -> None:
        """Save the scene with this plan; `unsaved`: it has other changes, too."""
        if not self.editor.changed and not unsaved:
            self._say("Camera and film are as in the file")
        else:
            self._submit(SaveScene("", entries_of(self.plan), self.folder))

    @property
    def unsaved(self) -> dict[str, Any] | None:
        """The plan as plain values where the scene does not have it, None where it does."""
        return entries_of(self.plan) if self.editor.changed else None

    @property
    def captions(self) -> tuple[ShownCaption, ...]:
        """The captions of the picture; in a pause none is about to come or go.  A film of its own pauses the scene and has no
        pause."""
        return captions_at(self.plan, self.player.time, fading=not self._still)
