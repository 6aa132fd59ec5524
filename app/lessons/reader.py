"""The reader: a folder with `lesson.md` and its scenes -> a Lesson; LessonError lists every mistake with its place."""
from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from app.lessons.headers import Header, StageKeys, section_of
from app.lessons.inline import Draggable, Wrong
from app.lessons.knobs import knob_of
from app.lessons.lesson import QUESTIONS, Block, Card, Lesson, Paragraph, Piece, Question, Stage, Task, words_in
from app.lessons.markdown import WrittenBlock, WrittenCard, WrittenLesson, parse
from app.published.status import VARIANT_NAMES
from app.published.tuning import Tuning
from app.simulation.lesson import live_settings
from app.simulation.lesson.checks import CHOSEN, Check, check_of
from app.simulation.variant_settings import changes_of
from impulse.files import reading
from impulse.files.reading import FileError
from physics.definitions.tunable import SettingError, nearest
from physics.expressions.error import ExpressionError
from physics.expressions.grammar import calls, name_of
from physics.measure.quantities import select
from scenes.loader import load as load_scene
from scenes.reading.document import Document
from scenes.running.overrides import pairs_of
from scenes.schema.nodes import UNPRINTABLE
from scenes.schema.problems import Problem, SceneError
from scenes.variation import varied

FILE = "lesson.md"
MOST_BYTES, MOST_CARDS, MOST_TASKS, MOST_CHOICES, MOST_SCENES = 100_000, 40, 4, 6, 12
MOST_WORDS, MOST_KNOBS, MOST_HINT, LONGEST_TITLE = 60, 2, 40, 60          # words of a card, its knobs, words of a hint, letters
AGAIN = ("scene", "values", "variants", "paused")                      # keys that a card which keeps what runs cannot have


class LessonError(SceneError):
    """A lesson that cannot be used; `str()` gives its mistakes as lines."""


class Shown(NamedTuple):
    """What a card shows, with the scene's document."""

    stage: Stage
    document: Document


def load(folder: Path, id: str = "", switches: Collection[str] = (), number: int = 0) -> Lesson:
    """The lesson in a folder.  `switches` are the view settings that cards may turn on, () for any.  Raises LessonError."""
    path = folder / FILE
    text = read_text(path)
    return _Reader(folder, str(path), switches).lesson(text, id or folder.name, number)


def read_text(path: Path) -> str:
    """The text of a lesson's file.  Raises LessonError."""
    try:
        text = reading.read_text(path, MOST_BYTES)
    except FileError as error:
        raise LessonError([Problem(str(path), error.line, error.column, "", error.strerror)]) from None
    if odd := UNPRINTABLE.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        column = odd.start() - (text.rfind("\n", 0, odd.start()) + 1) + 1
        raise LessonError([Problem(str(path), line, column, "", f"character U+{ord(odd[0]):04X} cannot stand in a lesson")])
    return text


class _Reader:
    """Reads one lesson."""

    def __init__(self, folder: Path, file: str, switches: Collection[str]):
        self.folder, self.file, self.switches = folder, file, switches
        self.problems: list[Problem] = []
        self.documents: dict[Path, Document | None] = {}

    def wrong(self, line: int, message: str, card: str = "", column: int = 1) -> None:
        """Note a problem."""
        self.problems.append(Problem(self.file, line, column, card, message))

    def lesson(self, text: str, id: str, number: int) -> Lesson:
        """The lesson in a text.  Raises LessonError."""
        written, self.problems = parse(text, self.file)
        header, problems = section_of(Header, written.header, self.file)
        self.problems += problems
        self._sizes(written)
        cards, before = [], None
        for one in written.cards[:MOST_CARDS]:
            shown = self._shown(one, before)
            before = shown or before
            if shown is not None:
                cards.append(self._card(one, shown))
        if self.problems or header is None:
            raise LessonError(self.problems)
        return Lesson(id, number, self.folder, written.title, " ".join(header.about.split()), header.rows, tuple(cards))

    def _sizes(self, written: WrittenLesson) -> None:
        if len(written.cards) > MOST_CARDS:
            self.wrong(written.cards[MOST_CARDS].line, f"more than {MOST_CARDS} cards")
        titles: dict[str, int] = {}
        for card in written.cards:
            if len(card.title) > LONGEST_TITLE:
                self.wrong(card.line, f"a card's title has at most {LONGEST_TITLE} letters, and this has {len(card.title)}")
            if titles.setdefault(card.title, card.line) != card.line:
                self.wrong(card.line, f"there is a card {card.title!r} already, on line {titles[card.title]}")

    # ---------------------------------------------------------------------------------------- what a card shows

    def _shown(self, written: WrittenCard, before: Shown | None) -> Shown | None:
        """What a card shows; None where that has mistakes."""
        keys, problems = section_of(StageKeys, written.stage, self.file, written.title)
        self.problems += problems
        if keys is None:
            return None
        line = written.stage.line if written.stage.text else written.line
        for name in keys.show:
            if self.switches and name not in self.switches:
                self.wrong(line, f"there is nothing called {name!r} to show; {nearest(name, list(self.switches))}".rstrip("; "),
                           written.title)
        if keys.keep:
            return self._kept(keys, written, before, line)
        stage = Stage(self.folder / keys.scene, keys.values, keys.variants, keys.show, paused=keys.paused)
        document = self._document(stage.scene, line, written.title)
        if document is None:
            return None
        try:
            document = varied(document, stage.values)
            for settings in stage.variants:
                changes_of(settings, Tuning())
        except (SceneError, SettingError) as error:
            for text in str(error).splitlines():
                self.wrong(line, text.removeprefix("--set: "), written.title)
            return None
        return Shown(stage, document)

    def _kept(self, keys: StageKeys, written: WrittenCard, before: Shown | None, line: int) -> Shown | None:
        """What a card shows that goes on with what runs."""
        if before is None:
            self.wrong(line, "keep: nothing runs before the first card", written.title)
            return None
        if again := [key for key in AGAIN if key in keys.model_fields_set]:
            self.wrong(line, f"keep: the card goes on with what runs, and {again[0]} would begin anew", written.title)
        show = keys.show if "show" in keys.model_fields_set else before.stage.show
        return before._replace(stage=before.stage._replace(show=show, keep=True, paused=False))

    def _document(self, scene: Path, line: int, card: str) -> Document | None:
        """The document of a scene, read once."""
        if scene not in self.documents:
            if len(self.documents) >= MOST_SCENES:
                self.wrong(line, f"more than {MOST_SCENES} scenes", card)
                return None
            self.documents[scene] = None
            try:
                self.documents[scene] = load_scene(scene)
            except SceneError as error:
                self.problems += error.problems
        return self.documents[scene]

    # ---------------------------------------------------------------------------------------- its text

    def _card(self, written: WrittenCard, shown: Shown) -> Card:
        blocks = tuple(found for block in written.blocks if (found := self._block(block, written.title, shown)) is not None)
        card = Card(written.title, blocks, shown.stage, written.line)
        if card.words > MOST_WORDS:
            self.wrong(written.line, f"{card.words} words; a card has at most {MOST_WORDS}", written.title)
        if len(card.knobs) > MOST_KNOBS:
            self.wrong(written.line, f"{len(card.knobs)} knobs; a card has at most {MOST_KNOBS}", written.title)
        if len(card.tasks) > MOST_TASKS:
            self.wrong(written.line, f"{len(card.tasks)} tasks; a card has at most {MOST_TASKS}", written.title)
        if not blocks and not written.blocks:
            self.wrong(written.line, "the card is empty", written.title)
        own = {path for settings in shown.stage.variants for path, _ in pairs_of(settings)}
        for knob in card.knobs:
            if knob.path in own:
                self.wrong(written.line, f"{knob.path} is what the variants differ in, and no knob", written.title)
        return card

    def _block(self, block: WrittenBlock, card: str, shown: Shown) -> Block | None:
        pieces = tuple(piece for written, line in block.pieces
                       if (piece := self._piece(written, line, card, shown.document)) is not None)
        if block.kind == "task":
            self._check(block, card, shown)
            return Task(pieces, block.check)
        if block.kind not in QUESTIONS:
            return Paragraph(pieces) if block.kind == "paragraph" else None
        if len(block.choices) > MOST_CHOICES:
            self.wrong(block.line, f"{len(block.choices)} choices; a question has at most {MOST_CHOICES}", card)
        for choice in block.choices:
            if (words := words_in(choice.hint)) > MOST_HINT:
                self.wrong(block.line, f"a hint of {words} words; it has at most {MOST_HINT}", card)
        return Question(block.kind, pieces, block.choices)

    def _piece(self, written: Any, line: int, card: str, document: Document) -> Piece | None:
        if not isinstance(written, Draggable):
            return written
        try:
            return knob_of(written, document)
        except Wrong as wrong:
            self.wrong(line, str(wrong), card, wrong.column)
            return None

    def _check(self, block: WrittenBlock, card: str, shown: Shown) -> None:
        """What is wrong with the check of a task."""
        try:
            check = check_of(block.check)
        except ExpressionError as error:
            begin = len(block.check) - len(error.text) if error.text else 0           # a prefix of a variant stands before it
            self.wrong(block.line, error.message, card, block.column + max(begin, 0) + error.column - 1)
            return
        names = VARIANT_NAMES[:len(shown.stage.variants) or 1]
        if check.variant and check.variant not in names:
            self.wrong(block.line, f"there is no variant {check.variant}; the card has {', '.join(names)}", card, block.column)
        for message in unknown_in(check, shown.document):
            self.wrong(block.line, message, card, block.column)


def unknown_in(check: Check, document: Document) -> Iterator[str]:
    """What a check names and the scene does not have."""
    names = {kind: {plan.name: number for number, plan in enumerate(plans) if plan.name}
             for kind, plans in (("body", document.bodies), ("joint", document.joints))}
    for kind, selector in check.expression.selectors:
        if not select(selector, names[kind]):
            yield f"no {kind} has the name {selector!r}; {nearest(selector, list(names[kind]))}".rstrip("; ")
    abouts = {}
    for path in check.paths:
        try:
            abouts[path] = live_settings.described(path, document)
        except ValueError as error:
            yield str(error)
    for node in calls(check.expression.tree):
        if node.func.id == CHOSEN and (path := name_of(node.args[0])) in abouts:
            word, choices = name_of(node.args[1]), abouts[path].choices or ()
            if word not in choices:
                yield f"{path} is never {word!r}; {nearest(word, choices)}allowed are {', '.join(choices) or 'no words'}"
