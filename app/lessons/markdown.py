"""Markdown of a lesson: a text -> its header and its cards, each line where it stands.

    ---                              YAML between two lines of three dashes, see `headers`
    # Title                          once, before the first card
    ## Card                          a card
    ```card                          YAML until the next ```, directly under the heading
    Text, a blank line ends it.      a paragraph
    > Predict: what will happen?     a question, also `> Find:`; then its choices
    - ( ) an answer                  `- (x)` marks the right one
      - a hint for who chose it
    - [ ] What to do: `check`        a task; the code at its end is its check
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from app.lessons.inline import Written, Wrong, pieces_of
from app.lessons.lesson import CODE, QUESTIONS, Choice, Words
from physics.definitions.tunable import nearest
from scenes.schema.problems import Problem

FENCE, DASHES = "```", "---"
HEADING, ASKED = re.compile(r"(#{1,6})\s+(.*)"), re.compile(r">\s*(\w+):\s+(\S.*)")
CHOICE, TASK, HINT = re.compile(r"- \(([ x])\)\s+(\S.*)"), re.compile(r"- \[ \]\s+(\S.*)"), re.compile(r"\s{2,}- (\S.*)")
NO_PART = re.compile(r"\s*([*+-]\s|\d+[.)]\s|\||<|>|-{3,}$|#)|\t")
LONGEST = 2000                   # characters of a line


class Yaml(NamedTuple):
    """A piece of YAML and the number of its first line."""

    text: str = ""
    line: int = 1


class WrittenBlock(NamedTuple):
    """A block as it stands: "paragraph", "task" or one of QUESTIONS; pieces with the line of each."""

    kind: str
    line: int
    pieces: tuple[tuple[Written, int], ...]
    choices: tuple[Choice, ...] = ()
    check: str = ""
    column: int = 1              # of the check's first character


@dataclass
class WrittenCard:
    """A card as it stands."""

    title: str
    line: int
    stage: Yaml = Yaml()
    blocks: list[WrittenBlock] = field(default_factory=list)


@dataclass
class WrittenLesson:
    """A lesson as it stands."""

    header: Yaml = Yaml()
    title: str = ""
    cards: list[WrittenCard] = field(default_factory=list)


def parse(text: str, file: str) -> tuple[WrittenLesson, list[Problem]]:
    """The lesson in a text, and what is wrong with its form."""
    reading = _Reading(text.splitlines(), file)
    reading.whole()
    return reading.lesson, reading.problems


class _Reading:
    """Reads line after line."""

    def __init__(self, lines: list[str], file: str):
        self.lines, self.file, self.at = lines, file, 0
        self.lesson = WrittenLesson()
        self.problems: list[Problem] = []

    def wrong(self, message: str, column: int = 1, line: int | None = None) -> None:
        """Note a problem, by default at the present line."""
        card = self.lesson.cards[-1].title if self.lesson.cards else ""
        self.problems.append(Problem(self.file, line or self.at + 1, column, card, message))

    @property
    def line(self) -> str:
        return self.lines[self.at]

    def whole(self) -> None:
        if self.lines and self.lines[0].strip() == DASHES:
            self.at = 1
            self.lesson.header = self.yaml(DASHES)
        while self.at < len(self.lines):
            if len(self.line) > LONGEST:
                self.wrong(f"more than {LONGEST} characters in a line", LONGEST + 1)
                self.at += 1
            elif match := HEADING.fullmatch(self.line.rstrip()):
                self.heading(len(match[1]), match[2].strip())
            elif not self.line.strip():
                self.at += 1
            elif not self.lesson.cards:
                self.wrong("text stands before the first card; cards begin with `## Title`")
                self.at += 1
            else:
                self.block()
        if not self.lesson.title:
            self.wrong("the title is missing; write it as `# Title` before the first card", line=1)
        if not self.lesson.cards:
            self.wrong("there is no card; a card begins with `## Title`", line=max(len(self.lines), 1))

    def heading(self, level: int, text: str) -> None:
        if level == 1 and (self.lesson.title or self.lesson.cards):
            self.wrong("a lesson has one title, before its first card; cards begin with ##")
        elif level == 1:
            self.lesson.title = text
        elif level == 2:
            self.lesson.cards.append(WrittenCard(text, self.at + 1))
        else:
            self.wrong(f"headings of level {level} are no part of a lesson; # is its title, ## a card")
        self.at += 1

    def yaml(self, end: str) -> Yaml:
        """The lines up to `end`."""
        first = self.at
        while self.at < len(self.lines) and self.line.strip() != end:
            self.at += 1
        if self.at == len(self.lines):
            self.wrong(f"there is no {end} that ends it", line=first)
        found = Yaml("\n".join(self.lines[first:self.at]) + "\n", first + 1)
        self.at += 1
        return found

    def block(self) -> None:
        """The next block of the present card."""
        card, text = self.lesson.cards[-1], self.line
        if text.startswith(FENCE):
            self.stage(card, text)
        elif match := ASKED.fullmatch(text.rstrip()):
            self.question(card, match)
        elif match := TASK.fullmatch(text.rstrip()):
            self.task(card, match)
        elif CHOICE.fullmatch(text.rstrip()):
            self.wrong("a choice stands without a question; write `> Predict: ...` above it")
            self.at += 1
        elif NO_PART.match(text):
            self.wrong(f"{text.strip()[:20]!r} is no part of a lesson; there are paragraphs, > Predict: and > Find: questions, "
                       "- ( ) choices and - [ ] tasks")
            self.at += 1
        else:
            lines = [(self.at + 1, 1, text.strip())]
            self.at += 1
            lines += self.more()
            card.blocks.append(WrittenBlock("paragraph", lines[0][0], self.pieces(lines)))

    def more(self) -> list[tuple[int, int, str]]:
        """The lines that continue a block: number, column and text."""
        found = []
        while self.at < len(self.lines) and self.line.strip() and len(self.line) <= LONGEST and not (
                self.line.startswith((FENCE, "#", "- ")) or NO_PART.match(self.line) or HINT.fullmatch(self.line)):
            found.append((self.at + 1, len(self.line) - len(self.line.lstrip()) + 1, self.line.strip()))
            self.at += 1
        return found

    def pieces(self, lines: list[tuple[int, int, str]]) -> tuple[tuple[Written, int], ...]:
        """The pieces of lines, with a blank between two of them."""
        found: list[tuple[Written, int]] = []
        for number, column, text in lines:
            try:
                pieces = pieces_of(text, column)
            except Wrong as wrong:
                self.wrong(str(wrong), wrong.column, number)
                continue
            if found:
                found.append((Words(" "), number))
            found += [(piece, number) for piece in pieces]
        return tuple(found)

    def stage(self, card: WrittenCard, text: str) -> None:
        number = self.at + 1
        if text.strip() != f"{FENCE}card":
            self.wrong(f"{text.strip()!r} is no part of a lesson; the settings of a card stand between ```card and ```")
        elif card.blocks or card.stage.text:
            self.wrong("the settings of a card stand once, directly under its heading")
        self.at += 1
        found = self.yaml(FENCE)
        if not card.blocks and not card.stage.text and number:
            card.stage = found

    def question(self, card: WrittenCard, match: re.Match) -> None:
        number, kind = self.at + 1, match[1].lower()
        if kind not in QUESTIONS:
            known = [word.title() for word in QUESTIONS]
            self.wrong(f"there is no question {match[1]!r}; {nearest(match[1].title(), known)}write "
                       f"{' or '.join(f'> {word}:' for word in known)}", 3)
        if any(block.kind in QUESTIONS for block in card.blocks):
            self.wrong("a card has one question at most")
        lines = [(number, match.start(2) + 1, match[2])]
        self.at += 1
        while self.at < len(self.lines) and self.line.startswith(">"):
            lines.append((self.at + 1, 3, self.line[1:].strip()))
            self.at += 1
        pieces, choices = self.pieces(lines), self.choices()
        if len(choices) < 2 or sum(choice.right for choice in choices) != 1:
            self.wrong("a question needs two choices at least, `- ( ) ...` below it, of which one is right: `- (x) ...`",
                       line=number)
        card.blocks.append(WrittenBlock(kind, number, pieces, tuple(choices)))

    def choices(self) -> list[Choice]:
        """The choices of a question."""
        found: list[Choice] = []
        while self.at < len(self.lines):
            if not self.line.strip():
                ahead = next((line for line in self.lines[self.at:] if line.strip()), "")
                if found or not CHOICE.fullmatch(ahead.rstrip()):
                    break
                self.at += 1
            elif match := CHOICE.fullmatch(self.line.rstrip()):
                self.at += 1
                found.append(Choice(" ".join([match[2], *(text for _, _, text in self.more())]), match[1] == "x"))
            elif (match := HINT.fullmatch(self.line.rstrip())) and found:
                self.at += 1
                hint = " ".join([match[1], *(text for _, _, text in self.more())])
                if found[-1].hint:
                    self.wrong("a choice has one hint", line=self.at)
                found[-1] = found[-1]._replace(hint=hint)
            else:
                break
        return found

    def task(self, card: WrittenCard, match: re.Match) -> None:
        number = self.at + 1
        lines = [(number, match.start(1) + 1, match[1])]
        self.at += 1
        lines += self.more()
        pieces, last_line = list(self.pieces(lines)), lines[-1]
        last = pieces.pop() if pieces else None
        if last is None or not isinstance(last[0], Words) or last[0].style != CODE:
            self.wrong("a task ends in its check, as in - [ ] It stands: `height(box) > 0.4`", line=number)
            return
        while pieces and isinstance(pieces[-1][0], Words) and not pieces[-1][0].text.strip(" :"):
            pieces.pop()
        if pieces and isinstance(pieces[-1][0], Words):
            words, line = pieces[-1]
            pieces[-1] = words._replace(text=words.text.rstrip().removesuffix(":")), line
        column = last_line[1] + last_line[2].rindex("`", 0, last_line[2].rindex("`")) + 1
        card.blocks.append(WrittenBlock("task", last[1], tuple(pieces), check=last[0].text, column=column))
