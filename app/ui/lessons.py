"""The window's lessons: the shelf, the lesson that is open, and its card's place beside the scene.

Lessons are read on a thread of their own, because their scenes are files.
"""
from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Protocol

from app.lessons.teacher import Teacher
from app.published.status import Publication
from app.simulation.commands import Command, GoOn, Pause, Step
from app.ui.catalog import Catalog

QUIET = ("metrics", "plots", "metric_plots", "time_line", "advice", "inside_step", "log")     # hidden, unless a card shows them
PREDICT_FIRST = "Predict first: choose an answer on the card, and the scene runs"


class Host(Protocol):
    """The window's state, as its lessons see it."""

    settings: Any
    unsaved: Any

    def submit(self, command: Command) -> None:
        """Queue a command."""

    def change(self, **changes: Any) -> None:
        """Change view settings."""

    def say(self, text: str, kind: str = "info") -> None:
        """Show a toast."""


def read_shelf() -> Iterable[Any]:
    """Every lesson that comes with the program."""
    from app.lessons import shelf
    return shelf.entries()


def read_lesson(word: str, switches: Iterable[str]) -> Any:
    """The lesson of a word, see `app.lessons.shelf`.  Raises LessonError."""
    from app.lessons import shelf
    return shelf.lesson_of(word, tuple(switches))


class Lessons:
    """Belongs to the window's thread.

    teacher   plays the open lesson; None while there is none
    finished  ids of the lessons that were finished in this run of the program
    """

    def __init__(self, host: Host, switches: Callable[[], Iterable[str]]):
        """`switches` gives the names of all view settings that are on or off."""
        self._host, self._switches = host, switches
        self._shelf = Catalog(read_shelf)
        self._before: dict[str, Any] = {}             # view settings that the lesson changes, as they were
        self._read: tuple[str, list[Any]] | None = None      # the word that is being read, and what came of it
        self.teacher: Teacher | None = None
        self.finished: set[str] = set()

    @property
    def entries(self) -> tuple[Any, ...]:
        """The lessons of the shelf, none while they are being read."""
        return self._shelf.entries

    @property
    def reading(self) -> bool:
        """Whether the shelf, or a lesson, is being read."""
        return self._shelf.reading or self._read is not None

    def open(self, word: str) -> None:
        """Open a lesson by its id, name or folder; it begins when it was read."""
        result: list[Any] = []
        self._read = word, result
        threading.Thread(target=self._load, args=(word, result), name="lesson", daemon=True).start()

    def _load(self, word: str, result: list[Any]) -> None:
        try:
            result.append(read_lesson(word, self._switches()))
        except Exception as error:      # a lesson with mistakes, or a fault of ours: both are said in the window
            result.append(error)

    def begin(self, lesson: Any, card: int = 0) -> None:
        """Begin a lesson that was read, at a card."""
        self.close()
        names = {*QUIET, *(name for card in lesson.cards for name in card.stage.show)} & set(self._switches())
        self._before = {name: getattr(self._host.settings, name) for name in sorted(names)}
        self._host.change(panels=True, lesson=True)
        self.teacher = Teacher(lesson, self._host.submit, self._show, card, self._host.unsaved.leave)

    def close(self) -> None:
        """Leave the open lesson."""
        if self.teacher is not None:
            teacher, self.teacher = self.teacher, None
            teacher.close()
            self._host.change(**self._before)
            self._before = {}

    def take(self, publication: Publication) -> None:
        """Follow a publication, and begin the lesson that was read meanwhile."""
        if self._read is not None and self._read[1]:
            (word, (found,)), self._read = self._read, None
            if isinstance(found, Exception):
                lines = str(found).splitlines() or [type(found).__name__]
                more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
                self._host.say(f"The lesson {word} cannot be opened: {lines[0]}{more}", "warning")
            else:
                self._host.unsaved.leave(partial(self.begin, found))
        if self.teacher is not None:
            self.teacher.take(publication)
            if self.teacher.finished:
                self.finished.add(self.teacher.lesson.id)
            if self.teacher.left:
                self.close()

    def refusal(self, command: Any) -> str:
        """Why a command is not possible while a prediction is waited for; "" where it is."""
        runs = isinstance(command, (Step, GoOn)) or isinstance(command, Pause) and not command.on
        return PREDICT_FIRST if runs and self.teacher is not None and self.teacher.waits else ""

    def _show(self, names: tuple[str, ...]) -> None:
        """Turn these switches on, and the lesson's others off."""
        if self._before:
            self._host.change(**{name: name in names for name in self._before})
