"""Progress: how far a learner is in a lesson; plain data that each choice, tick and step turns into new data."""
from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.lessons.lesson import FIND, PREDICT, Card, Lesson


@dataclass(frozen=True)
class CardProgress:
    """How far one card is.

    answer  number of the chosen answer, None before
    ticks   for each task, whether it is done
    """

    answer: int | None = None
    ticks: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Progress:
    """How far a lesson is: the number of its present card, from 0, and all cards."""

    lesson: str
    card: int
    cards: tuple[CardProgress, ...]

    @property
    def here(self) -> CardProgress:
        """The present card."""
        return self.cards[self.card]

    def _with(self, here: CardProgress) -> "Progress":
        return dataclasses.replace(self, cards=(*self.cards[:self.card], here, *self.cards[self.card + 1:]))


def begun(lesson: Lesson) -> Progress:
    """Nothing is done yet."""
    return Progress(lesson.id, 0, tuple(fresh(card) for card in lesson.cards))


def fresh(card: Card) -> CardProgress:
    """A card of which nothing is done."""
    return CardProgress(None, (False,) * len(card.tasks))


def at(progress: Progress, number: int) -> Progress:
    """At another card, within the lesson."""
    return dataclasses.replace(progress, card=min(max(number, 0), len(progress.cards) - 1))


def anew(progress: Progress, lesson: Lesson) -> Progress:
    """The present card, with nothing done."""
    return progress._with(fresh(lesson.cards[progress.card]))


def answered(progress: Progress, lesson: Lesson, choice: int) -> Progress:
    """With an answer: a prediction is made once, what is to be found may be tried again."""
    question = lesson.cards[progress.card].question
    if question is None or not 0 <= choice < len(question.choices):
        return progress
    if question.kind == PREDICT and progress.here.answer is not None:
        return progress
    return progress._with(dataclasses.replace(progress.here, answer=choice))


def ticked(progress: Progress, ticks: Sequence[bool]) -> Progress:
    """With tasks that are done now; what was done stays so.  Ticks of another card's number of tasks change nothing."""
    if len(ticks) != len(progress.here.ticks):
        return progress
    both = tuple(old or bool(new) for old, new in zip(progress.here.ticks, ticks))
    return progress if both == progress.here.ticks else progress._with(dataclasses.replace(progress.here, ticks=both))


def waits(progress: Progress, lesson: Lesson) -> bool:
    """Whether the present card's prediction is to be made before its scene runs."""
    question = lesson.cards[progress.card].question
    return question is not None and question.kind == PREDICT and progress.here.answer is None


def is_done(progress: Progress, lesson: Lesson, number: int | None = None) -> bool:
    """Whether a card, by default the present one, is done: its tasks are ticked and its question is answered."""
    number = progress.card if number is None else number
    card, here = lesson.cards[number], progress.cards[number]
    question = card.question
    if question is not None and (here.answer is None or question.kind == FIND and not question.choices[here.answer].right):
        return False
    return all(here.ticks)


def is_finished(progress: Progress, lesson: Lesson) -> bool:
    """Whether all cards are done, and the last one is reached."""
    return progress.card == len(lesson.cards) - 1 and all(is_done(progress, lesson, k) for k in range(len(lesson.cards)))


def is_revealed(progress: Progress, lesson: Lesson) -> bool:
    """Whether it is shown which answer of the present card was right: of a prediction when its tasks are done, of what is to be
    found at once."""
    question, here = lesson.cards[progress.card].question, progress.here
    return question is not None and here.answer is not None and (question.kind == FIND or all(here.ticks))


def as_data(progress: Progress) -> dict[str, Any]:
    """The progress for JSON."""
    return {"lesson": progress.lesson, "card": progress.card,
            "cards": [{"answer": card.answer, "ticks": list(card.ticks)} for card in progress.cards]}
