"""Scene change: which scene and which run publications are of, and what in the window belongs to them and ends with them."""
from __future__ import annotations

from typing import Any

from app.published.status import Publication
from app.ui.last_scenes import word_of
from app.ui.log_filter import LogFilter


class SceneChange:
    """Belongs to the window's thread."""

    def __init__(self, state: Any):
        """`state` is the window's, a `UiState`."""
        self._state = state
        self._run = self._opened = -1                # of the last publication
        self._card: Any = None                       # of the last scene with a view

    def take(self, publication: Publication, now: float) -> bool:
        """Follow a publication; whether it is the first one of a run.  A new scene moves the camera to its own place."""
        status, begun = publication.status, publication.status.run != self._run
        if status.opened != self._opened:
            self._opened = status.opened
            self._leave_scene()
        if begun:
            self._run = status.run
            self._leave_run()
        if publication.view is not None and status.scene is not self._card:
            self._show(publication, now, begun)
        if publication.view is not None and begun:
            self._state.scene_camera.appear(status.scene, publication.view, now)
        return begun

    def _leave_scene(self) -> None:
        """Another scene was opened: filters were of the one before."""
        self._state.inside.forget()
        self._state.log = LogFilter()

    def _leave_run(self) -> None:
        """Bodies and joints were made anew, and their uids may be reused."""
        state = self._state
        state.tool.first = state.asked_to_remove = None
        state.tape.put_away()
        state.toasts.begin(self._run)

    def _show(self, publication: Publication, now: float, begun: bool) -> None:
        """Another card: of another scene, or of this one, which was read again, saved or edited."""
        state, card, edits = self._state, publication.status.scene, publication.status.edits
        again = self._card is not None and card.id == self._card.id
        taught = state.lessons.teacher is not None
        state.introduced = state.introduced if again else state.settings.introduction and not taught
        self._card = card
        if begun or not again:
            state.tool.cancel()
            state.events.cancel()
            state.making_generator.stop()
        if again and (not begun or edits.undo or edits.redo):              # it was saved, or edited
            state.film.follow(card)
        else:
            state.scene_camera.open(card, publication.view, now)
            state.film.open(card, publication.view, again)
        if not taught:
            state.last_scenes.opened(word_of(card))
