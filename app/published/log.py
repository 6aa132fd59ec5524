"""The log: what was said and done in a session, each line with the step to which it belongs.

Lines and the events of the time line are read together, in the order of their steps.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.published.timeline import CONTACT, INPUT, KINDS, TimeLine

SAID, DONE = "said", "done"        # kinds of lines: by the simulation, and by the user
ELSEWHERE, LEFT = "It belongs to a run before the last restart", "Its step is of a future that was left"
NO_STEP = "It belongs to no step"


class LogLine(NamedTuple):
    """One line."""

    number: int                    # grows from line to line
    text: str
    kind: str                      # SAID or DONE
    run: int                       # of the session
    said: int                      # the step count when it was said
    step: int | None = None        # the step to which it belongs; None: to none
    left: bool = False             # this step is of a future that was left


class Entry(NamedTuple):
    """A line or an event, as a list shows it."""

    text: str
    step: int | None
    refusal: str                   # why nothing can go to its step, "" where it can
    kind: str                      # SAID, DONE, or one of KINDS


EVENT_TEXTS = ("Contacts begin or end", "A sensor is entered or left", "A joint broke", "You did something")


class Entries:
    """The lines of a log and the events of a time line, in the order of their steps; entries are made as they are asked for."""

    def __init__(self, lines: tuple[LogLine, ...], line: TimeLine, run: int):
        """`run`: the present one, to which the events belong."""
        self._lines, self._line, self._run = lines, line, run
        self._steps, self._kinds = _events(line, {one.step for one in lines if one.run == run and one.kind == DONE})
        told = [(one.run, one.said if one.step is None else one.step) for one in lines]
        runs = np.array([one for one, _ in told] + [run] * len(self._steps), np.int64)
        steps = np.concatenate((np.array([step for _, step in told], np.int64), self._steps))
        self._order = np.lexsort((steps, runs))
        self._of_run = runs[self._order] == run
        self.steps = np.where(self._of_run, steps[self._order], -1)      # (n,) where each entry stands; -1 in an earlier run

    def __len__(self) -> int:
        return len(self._order)

    def __getitem__(self, place: int) -> Entry:
        """The entry at a place."""
        number = int(self._order[place])
        if number >= len(self._lines):
            step, kind = int(self._steps[number - len(self._lines)]), int(self._kinds[number - len(self._lines)])
            return Entry(EVENT_TEXTS[kind], step, self._line.refusal(step), KINDS[kind])
        line = self._lines[number]
        return Entry(line.text, line.step, self._refusal(line), line.kind)

    def chosen(self, text: str, kinds: frozenset[str]) -> np.ndarray:
        """Places of the entries of these kinds that have all words of `text`, whatever their capitals."""
        words = text.lower().split()
        lines = np.array([one.kind in kinds and _has(one.text, words) for one in self._lines], bool)
        events = np.array([kind in kinds and _has(said, words) for kind, said in zip(KINDS, EVENT_TEXTS)], bool)
        return np.flatnonzero(np.concatenate((lines, events[self._kinds]))[self._order])

    def _refusal(self, line: LogLine) -> str:
        if line.step is None:
            return NO_STEP
        if line.run != self._run:
            return ELSEWHERE
        return LEFT if line.left else self._line.refusal(line.step)

    def at(self, step: int) -> np.ndarray:
        """Places of the entries that belong to a step."""
        found = np.flatnonzero(self.steps == step)
        here = [self[int(place)].step == step and not self._is_left(int(place)) for place in found]
        return found[np.array(here, bool)]

    def _is_left(self, place: int) -> bool:
        number = int(self._order[place])
        return number < len(self._lines) and self._lines[number].left


def _has(text: str, words: list[str]) -> bool:
    """Whether a text has all words, which are in small letters."""
    low = text.lower()
    return all(word in low for word in words)


def _events(line: TimeLine, done: set[int | None]) -> tuple[np.ndarray, np.ndarray]:
    """Steps and kinds of the events to list: of contacts that come and go step after step only the first, of what the user did
    none that a line tells."""
    steps, kinds = line.event_steps, line.event_kinds
    contacts = kinds == CONTACT
    first = np.ones(len(steps), bool)
    first[contacts] = np.diff(steps[contacts], prepend=-2) > 1
    told = (kinds == INPUT) & np.isin(steps, np.array([step for step in done if step is not None], np.int64))
    return steps[first & ~told], kinds[first & ~told]
