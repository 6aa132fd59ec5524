"""Answers: what a learner does on each card of a lesson, from `answers.yaml` beside it, so that a program can play it through.

    format: 1
    cards:
      - card: What falls                     # its title
        answer: 2                            # the choice to make, counted from 1
        run: 3                               # seconds to play
        do:
          - {at: 0.5, turn: {world.gravity: 18}}
          - {at: 1, push: {body: box, impulse: [0, 0, 5]}}
          - {at: 1, grab: {body: box, anchor: [0, 0, 0], to: [0, 0, 3], hertz: 5}}
          - {at: 2, drag: [1, 0, 3]}         # the end of the hand's spring goes there
          - {at: 3, release: true}
          - {at: 3, restart: true}

Times count the seconds that were played since the card began, through restarts.
"""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, PlainValidator, model_validator

from app.lessons.headers import Format, section_of
from app.lessons.inline import Wrong
from app.lessons.lesson import Card, Lesson
from app.lessons.markdown import Yaml
from app.lessons.reader import LessonError, read_text
from physics.definitions.tunable import SettingError, Tunable, nearest
from scenes.schema.problems import Problem
from scenes.schema.values import Name, Point, Seconds, Section, Text, quantity, read

FILE = "answers.yaml"
LONGEST = Tunable(default=5.0, limits=(0, 120), unit="s", help="How long the card is played")
CHOICE = Tunable(default=0, limits=(0, 20), help="Number of the choice")
HERTZ = Tunable(default=5.0, limits=(0.1, 240), unit="Hz")
MOST_ACTIONS = 200


def _turned(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or len(value) != 1:
        raise ValueError("needs one knob and its value, as {solver.beta: 0.8}")
    return value


Turned = Annotated[Any, PlainValidator(_turned)]


class Push(Section):
    """A sudden push [N s], at a point of the world or at the centre of mass."""

    body: Name
    impulse: Point
    point: Point = Field(default=None)


class Hold(Section):
    """The mouse takes a body at a point in its own axes, and pulls it to a point of the world."""

    body: Name
    anchor: Point = Field(default=(0.0, 0.0, 0.0))
    to: Point
    hertz: quantity("hertz", HERTZ) = HERTZ.default


class Doing(Section):
    """One action at a time."""

    at: Seconds
    turn: Turned = Field(default=None)
    push: Push = Field(default=None)
    grab: Hold = Field(default=None)
    drag: Point = Field(default=None)
    release: quantity("release", Tunable(default=False)) = False
    restart: quantity("restart", Tunable(default=False)) = False

    @model_validator(mode="after")
    def _one(self) -> "Doing":
        if len(self.model_fields_set - {"at"}) != 1:
            raise ValueError("needs `at` and exactly one of turn, push, grab, drag, release, restart")
        return self

    @property
    def word(self) -> str:
        """What is done."""
        return next(iter(self.model_fields_set - {"at"}))


class Played(Section):
    """What is done on one card."""

    card: Text
    answer: quantity("answer", CHOICE) = CHOICE.default
    run: quantity("run", LONGEST) = LONGEST.default
    do: Annotated[list[Doing], Field(max_length=MOST_ACTIONS)] = Field(default=[])


class Answers(Section):
    """The file."""

    format: Format
    cards: list[Played] = Field(default=[])


def load(lesson: Lesson) -> dict[str, Played]:
    """Title of a card -> what is done on it; a card without tasks and questions needs nothing.  Raises LessonError."""
    path = lesson.folder / FILE
    answers, problems = section_of(Answers, Yaml(read_text(path)), str(path))
    if answers is not None:
        problems = [Problem(str(path), 0, 0, "", message) for message in _unfit(lesson, answers.cards)]
    if problems:
        raise LessonError(problems)
    return {played.card: played for played in answers.cards}


def _unfit(lesson: Lesson, played: Sequence[Played]) -> list[str]:
    """What does not belong to the lesson."""
    cards, found = {card.title: card for card in lesson.cards}, []
    for one in played:
        card = cards.get(one.card)
        if card is None:
            found.append(f"there is no card {one.card!r}; {nearest(one.card, list(cards))}".rstrip("; "))
            continue
        choices = card.question.choices if card.question else ()
        if not (1 <= one.answer <= len(choices) or one.answer == 0 and not choices):
            found.append(f"{one.card}: answer: {one.answer} is no choice; there are {len(choices) or 'none'}")
        for doing in one.do:
            if doing.turn is not None:
                try:
                    value_of(card, *next(iter(doing.turn.items())))
                except Wrong as wrong:
                    found.append(f"{one.card}: {wrong}")
    titles = [one.card for one in played]
    found += [f"{card.title}: the card has tasks or a question, and no answers" for card in lesson.cards
              if (card.tasks or card.question) and card.title not in titles]
    return found


def value_of(card: Card, path: str, text: Any) -> Any:
    """The value to which a knob of a card is turned.  Raises Wrong."""
    knobs = {knob.path: knob for knob in card.knobs}
    if path not in knobs:
        raise Wrong(0, f"turn: {path!r} is no knob of this card; it has {', '.join(knobs) or 'none'}")
    about = knobs[path].about
    try:
        value = about.check(path, read(path, about, text))
    except (SettingError, ValueError) as error:
        raise Wrong(0, f"turn: {path}: {error}") from None
    if about.slider and about.kind in ("number", "integer") and not about.slider[0] <= value <= about.slider[1]:
        raise Wrong(0, f"turn: {path}: {text} is beyond the range of the knob")
    return value


def exists(folder: Path) -> bool:
    """Whether a lesson's folder has answers."""
    return (folder / FILE).is_file()
