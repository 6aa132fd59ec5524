"""The film of the open scene in the window: its plan, the camera that plays it, and its file."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from app.draw.film.captions import ShownCaption, captions_at
from app.input.camera_motion import CameraMotion
from app.published.film_plan import FilmPlan
from app.published.status import Publication, SceneCard
from app.published.view import View
from app.ui.film_editor import FilmEditor
from app.ui.film_player import FilmPlayer
from app.ui.film_saving import FilmSaver

LOST = "The file has another camera path or film now: the changes that were not saved are gone"


class Say(Protocol):
    """Shows a toast."""

    def __call__(self, text: str, kind: str = "info", path: str = "") -> None:
        """Show it; `path` is its file."""


class FilmState:
    """Belongs to the window's thread; `editor` has the plan, `player` moves the camera, `saver` writes the file."""

    def __init__(self, motion: CameraMotion, submit: Callable[[Any], None], say: Say, folder: Path | None):
        """`folder` takes the copies of the catalog's scenes."""
        self._motion, self._say = motion, say
        self.editor, self.player, self.saver = FilmEditor(), FilmPlayer(motion, submit), FilmSaver(folder)
        self._paused = False

    @property
    def plan(self) -> FilmPlan:
        """The present plan."""
        return self.editor.plan

    def open(self, card: SceneCard, view: View, again: bool) -> None:
        """A scene was read; `again`: the one that was open."""
        if self.editor.open(card.film, again):
            self._say(LOST, "warning")
        self.player.open(self.plan, view)

    def take(self, publication: Publication, now: float, alpha: float) -> None:
        """Once a frame at `now` [s], for a picture at `alpha` of the way between the view's states."""
        self.player.move(self.plan, publication, now, alpha)
        self._paused = publication.status.paused
        saved = self.saver.ended()
        if saved is not None and saved.problem:
            self._say(f"Camera and film could not be saved: {saved.problem}", "warning")
        elif saved is not None:
            self.editor.saved = saved.plan
            self._say("Camera and film saved", "good", str(saved.path))

    def show(self, publication: Publication, alpha: float, time: float) -> None:
        """The camera for a picture of a film of its own, at a time of the scene [s]."""
        if publication.view is not None:
            self.player.time = time
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

    def save(self, file: str) -> None:
        """Save the plan into the scene's file."""
        if not file:
            self._say("This world was not read from a file, so there is none to save its camera in", "warning")
        elif not self.editor.changed:
            self._say("Camera and film are as in the file")
        else:
            self.saver.save(file, self.plan)

    @property
    def captions(self) -> tuple[ShownCaption, ...]:
        """The captions of the picture; in a pause none is about to come or go."""
        return captions_at(self.plan, self.player.time, fading=not self._paused)
