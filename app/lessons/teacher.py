"""The teacher: plays a lesson with a session by commands alone, and follows what it publishes.

A card begins with its scene at time 0, its knobs as written and, where it asks for a prediction, paused until that is made; one
for single steps stays paused.  A card
that keeps what runs changes knobs alone.  Ticks come from publications whose tasks have the card's number.
"""
from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from app.lessons import progress as steps
from app.lessons.lesson import Card, Lesson
from app.lessons.progress import Progress
from app.published.status import Publication
from app.published.tasks import TaskReading
from app.simulation.commands import CloseCard, Command, OpenCard, Pause, TurnKnob

NUMBERS = itertools.count(1)
Submit = Callable[[Command], None]
Show = Callable[[tuple[str, ...]], None]
Leave = Callable[[Callable[[], None]], None]


class Teacher:
    """One lesson that is played.

    progress  how far the learner is
    knobs     path -> present value of the present card's knobs
    readings  of the present card's tasks, as last published
    left      another scene was opened: the lesson is over
    """

    def __init__(self, lesson: Lesson, submit: Submit, show: Show = lambda names: None, card: int = 0,
                 leave: Leave = lambda go: go()):
        """`submit` queues a command in the session, `show` turns these switches of the view on and the lesson's others off,
        `leave` does what ends the open scene, once nothing of it is unsaved; it begins at a card, by its number from 0."""
        self.lesson, self.progress = lesson, steps.at(steps.begun(lesson), card)
        self.knobs: dict[str, Any] = {}
        self.readings: tuple[TaskReading, ...] = ()
        self.left = False
        self._submit, self._show, self._leave = submit, show, leave
        self._number, self._seen = 0, False
        self._begin()

    @property
    def card(self) -> Card:
        """The present card."""
        return self.lesson.cards[self.progress.card]

    @property
    def waits(self) -> bool:
        """Whether a prediction is to be made before the scene runs."""
        return steps.waits(self.progress, self.lesson)

    @property
    def done(self) -> bool:
        """Whether the present card is done."""
        return steps.is_done(self.progress, self.lesson)

    @property
    def finished(self) -> bool:
        """Whether the lesson is done."""
        return steps.is_finished(self.progress, self.lesson)

    @property
    def switches(self) -> frozenset[str]:
        """All switches of the view that a card of the lesson turns on."""
        return frozenset(name for card in self.lesson.cards for name in card.stage.show)

    def go(self, number: int) -> None:
        """Go to a card, by its number from 0."""
        after = steps.at(self.progress, number)
        keep = after.card == self.progress.card + 1

        def begin() -> None:
            self.progress = after
            self._begin(keep)

        if after.card != self.progress.card:
            begin() if keep and self.lesson.cards[after.card].stage.keep else self._leave(begin)

    def next(self) -> None:
        """Go to the next card."""
        self.go(self.progress.card + 1)

    def back(self) -> None:
        """Go to the card before."""
        self.go(self.progress.card - 1)

    def anew(self) -> None:
        """Begin the present card anew: its scene, knobs, ticks and question."""
        def begin() -> None:
            self.progress = steps.anew(self.progress, self.lesson)
            self._begin()

        self._leave(begin)

    def answer(self, choice: int) -> None:
        """Choose an answer; a prediction lets the scene run."""
        waited = self.waits
        self.progress = steps.answered(self.progress, self.lesson, choice)
        if waited and not self.waits and not self.card.stage.paused:
            self._submit(Pause(False))

    def turn(self, path: str, value: Any) -> None:
        """Turn a knob of the card: at once where the setting is live, else by beginning its scene again; ticks stay."""
        knob = next(knob for knob in self.card.knobs if knob.path == path)

        def begin() -> None:
            self.knobs[path] = value
            self._open()

        if knob.live:
            self.knobs[path] = value
            self._submit(TurnKnob(path, value))
        else:
            self._leave(begin)

    def take(self, publication: Publication) -> None:
        """Follow a publication of the session."""
        board = publication.tasks
        if board.card == self._number:
            self._seen, self.readings = True, board.tasks
            self.progress = steps.ticked(self.progress, [reading.ticked for reading in board.tasks])
        elif self._seen and not board.card:
            self.left = True

    def close(self) -> None:
        """Leave the lesson; its scene goes on."""
        if not self.left:
            self._submit(CloseCard())
        self._show(())

    def _begin(self, keep: bool = False) -> None:
        """Begin the present card; `keep`: the one before it has just been played, and may go on."""
        card = self.card
        self._show(card.stage.show)
        known, self.knobs = self.knobs, {knob.path: knob.value for knob in card.knobs}
        if not (card.stage.keep and keep):
            self._open()
            return
        self.knobs |= {path: known[path] for path in self.knobs if path in known}
        self._open(anew=False)
        for knob in card.knobs:
            if knob.path not in known:
                self.turn(knob.path, knob.value)

    def _open(self, anew: bool = True) -> None:
        """Have the session begin the card's scene, or watch the card's tasks in what runs."""
        card, stage, live = self.card, self.card.stage, {knob.path: knob.live for knob in self.card.knobs}
        self._number, self._seen, self.readings = next(NUMBERS), False, ()
        checks = tuple(task.check for task in card.tasks)
        if not anew:
            self._submit(OpenCard(self._number, "", checks=checks, paused=self.waits))
            return
        values = tuple(f"{path}={_written(value)}" for path, value in self.knobs.items() if not live[path])
        knobs = tuple((path, value) for path, value in self.knobs.items() if live[path])
        self._submit(OpenCard(self._number, str(stage.scene), (*stage.values, *values), stage.variants, knobs, checks,
                              self.waits or stage.paused))


def _written(value: Any) -> str:
    """A value as `--set` takes it."""
    return str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, float) else str(value)
