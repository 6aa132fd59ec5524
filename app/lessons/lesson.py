"""The records of a lesson: cards of blocks of pieces."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from physics.definitions.tunable import Tunable

PLAIN, BOLD, CODE = STYLES = ("plain", "bold", "code")
PREDICT, FIND = QUESTIONS = ("predict", "find")


class Words(NamedTuple):
    """A run of text in one style."""

    text: str
    style: str = PLAIN


class Knob(NamedTuple):
    """A value in the text that can be turned.

    path   of the setting: live ones as in `live_settings`, values of the scene as for `--set`
    value  with which a card begins
    about  the setting's description; its slider is the range of the knob
    live   whether it turns while the scene runs; else the scene begins again with the new value
    """

    path: str
    value: Any
    about: Tunable
    live: bool


Piece = Words | Knob


class Paragraph(NamedTuple):
    """Text."""

    pieces: tuple[Piece, ...]


class Choice(NamedTuple):
    """An answer to choose; `hint` is shown to who has chosen it."""

    text: str
    right: bool
    hint: str = ""


class Question(NamedTuple):
    """A question with choices.

    kind  PREDICT: asked before the scene runs, any choice will do, and tasks tell which is right; FIND: asked while it runs, and
          only the right one will do
    """

    kind: str
    pieces: tuple[Piece, ...]
    choices: tuple[Choice, ...]


class Task(NamedTuple):
    """What is to be done, and the check that ticks it, see `app.simulation.lesson.checks`."""

    pieces: tuple[Piece, ...]
    check: str


Block = Paragraph | Question | Task


class Stage(NamedTuple):
    """What a card shows beside it.

    scene     the file of its scene
    values    of the scene and its settings, as for `--set`
    variants  settings of each variant; () for a single one
    show      switches of the view that are turned on, all other overlays off
    keep      the card goes on with what runs, instead of beginning anew
    paused    it waits before its first step, for single ones
    """

    scene: Path
    values: tuple[str, ...] = ()
    variants: tuple[tuple[str, ...], ...] = ()
    show: tuple[str, ...] = ()
    keep: bool = False
    paused: bool = False


@dataclass(frozen=True)
class Card:
    """One card; `line` is that of its heading."""

    title: str
    blocks: tuple[Block, ...]
    stage: Stage
    line: int = 0

    @property
    def question(self) -> Question | None:
        """Its question, or None."""
        return next((block for block in self.blocks if isinstance(block, Question)), None)

    @property
    def tasks(self) -> tuple[Task, ...]:
        """Its tasks."""
        return tuple(block for block in self.blocks if isinstance(block, Task))

    @property
    def knobs(self) -> tuple[Knob, ...]:
        """Its knobs, each path once."""
        found = {piece.path: piece for block in self.blocks for piece in block.pieces if isinstance(piece, Knob)}
        return tuple(found.values())

    @property
    def words(self) -> int:
        """Words on the card: text, question, choices and tasks; a knob counts as one, hints do not count."""
        pieces = [piece for block in self.blocks for piece in block.pieces]
        choices = self.question.choices if self.question else ()
        return (sum(1 if isinstance(piece, Knob) else words_in(piece.text) for piece in pieces)
                + sum(words_in(choice.text) for choice in choices))


def words_in(text: str) -> int:
    """Words of a text: what stands between blanks and has a letter or a digit."""
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    id      `category/name`, else the folder's name
    number  its place in the category, 0 for none
    rows    of the theory that belong to it
    """

    id: str
    number: int
    folder: Path
    title: str
    about: str
    rows: tuple[str, ...]
    cards: tuple[Card, ...]
