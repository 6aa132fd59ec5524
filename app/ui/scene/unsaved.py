"""Unsaved edits: the one place that everything goes through which ends the open scene, or the program.

With edits that are not saved it waits for an answer: save, discard or cancel.  An edit that was asked for in the same moment
counts too: the session says first whether it was made.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from app.simulation.commands import Command, SaveScene

SHEET, NAMING = "unsaved", "save"          # the sheet that asks, and the one in which a scene gets a file
PATIENCE = 2.0                             # [s] for edits under way before the program ends; they wait while kernels are compiled


class Unsaved:
    """Belongs to the window's thread.

    discarding  what is done now gives the edits up
    """

    def __init__(self, state: Any):
        """`state` is the window's, a `UiState`."""
        self._state = state
        self._then: Callable[[], None] | None = None       # what waits
        self._stage: Callable[[], None] | None = None      # what is looked at in each frame while it does
        self._until = 0.0                                  # [s] when edits under way are waited for no more
        self._last = 0                                     # number of the last command that may be an edit
        self._undisturbed = self._had = False              # and whether there were unsaved edits in the last frame
        self.discarding = False

    @property
    def there(self) -> bool:
        """Whether the scene has edits, or its film changes, that its file has not."""
        return self._state.status.edits.changed or self._state.film.editor.edited

    @property
    def waits(self) -> bool:
        """Whether something waits for edits under way, or for an answer."""
        return self._then is not None

    @property
    def _under_way(self) -> bool:
        """Whether an edit was asked for that no publication has yet."""
        return self._last > self._state.status.applied

    def submitted(self, command: Command, number: int | None) -> None:
        """A command was queued in the session, as its number; a session in another process has none and takes no edits."""
        if number is not None and not command.recorded and not command.watching:
            self._last = number

    def leave(self, go: Callable[[], None], patience: float = float("inf")) -> None:
        """Do what ends the scene: at once without unsaved edits, else after an answer.  Edits under way are waited for as long as
        `patience` [s]."""
        if self._undisturbed or not (self.there or self._under_way):
            go()
            return
        self._then, self._stage, self._until = go, self._decide, self._state.now + patience

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """In the block nothing is asked: it has been, or a script says what is done."""
        before, self._undisturbed = self._undisturbed, True
        try:
            yield
        finally:
            self._undisturbed = before

    def take(self) -> None:
        """Once a frame, after the publication was taken."""
        if self._stage is not None:
            self._stage()
        had, self._had = self._had, self.there
        if had and not self._had:                          # saved, discarded, or taken back
            self._state.drafts.forget_restored()

    def save(self) -> None:
        """The answer *Save*: what waits is done when the file is written."""
        state = self._state
        state.open_sheet = ""
        if state.status.edits.own_file:
            state.submit(SaveScene("", state.film.unsaved))
        else:
            state.open_sheet = NAMING
        self._stage = self._follow_saving

    def discard(self) -> None:
        """The answer *Discard*."""
        self._state.open_sheet = ""
        self.discarding = True
        try:
            self._go()
        finally:
            self.discarding = False

    def cancel(self) -> None:
        """The answer *Cancel*: all is as it was."""
        self._state.open_sheet = ""
        self._then = self._stage = None

    def _decide(self) -> None:
        """Ask, once it is known whether there are unsaved edits."""
        if self.there:
            self._state.open_sheet, self._stage = SHEET, self._follow_question
        elif not self._under_way or self._state.now >= self._until:
            self._go()

    def _follow_question(self) -> None:
        """A sheet that was closed without an answer is the answer *Cancel*."""
        if self._state.open_sheet != SHEET:
            self._then = self._stage = None

    def _follow_saving(self) -> None:
        """Go on when all is saved; stop where no file was named or it could not be written, of which a card tells."""
        if not self.there:
            self._go()
        elif self._state.open_sheet != NAMING and not self._under_way:
            self._then = self._stage = None

    def _go(self) -> None:
        go, self._then, self._stage = self._then, None, None
        with self.undisturbed():
            go()
