"""Inside a line: plain text, **bold**, `code`, and values that can be turned, {solver.beta: 0.2, 0..1}.

    {solver.beta: 0.2, 0..1}                    a number between two ends
    {world.gravity: 9.81, 0.1..100 log}         the same, by ratios
    {solver.friction_model: cone | pyramid}     one of several words, the first to begin with
    {solver.block_solve: on}                    a switch
"""
from __future__ import annotations

import re
from typing import NamedTuple

from app.lessons.lesson import BOLD, CODE, Words

MARKS = re.compile(r"\*\*|`|\{|!?\[[^\]]*\]\(|\*(?=\w)")
WHOLE = {"**": re.compile(r"\*\*([^*]+)\*\*"), "`": re.compile(r"`([^`]+)`"), "{": re.compile(r"\{([^{}]+)\}")}
ENDS = {"**": "**bold text**", "`": "`code`", "{": "{solver.beta: 0.2, 0..1}"}
RANGE = re.compile(r"([^,]+),\s*(\S.*?)\s*\.\.\s*(\S.*?)(\s+log)?\s*")


class Draggable(NamedTuple):
    """A knob as it is written; `column` counts from 1."""

    path: str
    value: str
    column: int
    low: str = ""
    high: str = ""
    log: bool = False
    choices: tuple[str, ...] = ()


Written = Words | Draggable


class Wrong(ValueError):
    """What is wrong with a line; `column` counts from 1."""

    def __init__(self, column: int, message: str):
        super().__init__(message)
        self.column = column


def pieces_of(text: str, column: int = 1) -> tuple[Written, ...]:
    """The pieces of a text that begins in this column.  Raises Wrong."""
    found: list[Written] = []
    at = 0
    while at < len(text):
        mark = MARKS.search(text, at)
        if mark is None:
            found.append(Words(text[at:]))
            break
        if mark.start() > at:
            found.append(Words(text[at:mark.start()]))
        whole = WHOLE.get(mark[0])
        if mark[0] == "*":
            raise Wrong(column + mark.start(), "there is one kind of stress in a lesson; write **bold text**")
        if whole is None:
            raise Wrong(column + mark.start(), "links and pictures are no part of a lesson; write the words alone")
        match = whole.match(text, mark.start())
        if match is None:
            raise Wrong(column + mark.start(), f"{mark[0]} is not closed; write {ENDS[mark[0]]}")
        if mark[0] == "{":
            found.append(draggable_of(match[1], column + mark.start()))
        else:
            found.append(Words(match[1], BOLD if mark[0] == "**" else CODE))
        at = match.end()
    return tuple(found)


def draggable_of(text: str, column: int) -> Draggable:
    """The knob in what stands between braces.  Raises Wrong."""
    path, colon, rest = (part.strip() for part in text.partition(":"))
    if not (path and colon and rest):
        raise Wrong(column, f"{{{text}}} is no knob; write {ENDS['{']}, {{solver.friction_model: cone | pyramid}} or "
                            "{solver.block_solve: on}")
    if "|" in rest:
        words = tuple(word.strip() for word in rest.split("|"))
        if not all(words) or len(set(words)) < len(words):
            raise Wrong(column, f"{rest!r} needs different words between the bars")
        return Draggable(path, words[0], column, choices=words)
    if match := RANGE.fullmatch(rest):
        return Draggable(path, match[1].strip(), column, match[2], match[3], bool(match[4]))
    if rest in ("on", "off"):
        return Draggable(path, rest, column)
    raise Wrong(column, f"{rest!r} needs a value and a range, as 0.2, 0..1, words between bars, or on or off")
