"""Messages: what a session tells its user, as notices that pass, as a fault card, and as lines of a log that stay.

Lines know the step to which they belong, so that the window can go there.  A step that histories gave up for another future
leaves its lines behind, marked.
"""
from __future__ import annotations

import collections
from collections.abc import Callable

from app.published.log import DONE, SAID, LogLine
from app.published.status import Fault, Notice
from app.simulation.commands.codec import encode
from app.simulation.commands.command import Command

NOTICES = 8               # published at a time
LINES = 2000              # in the log
DIGITS = 4                # of numbers in a line

Moment = tuple[int, int]  # run of the session, and its step count


class Messages:
    """Belongs to the simulation thread; what it publishes is immutable."""

    def __init__(self, now: Callable[[], Moment]):
        """`now()` gives the present moment."""
        self._now = now
        self.fault: Fault | None = None
        self._numbers = 0
        self._notices: collections.deque[Notice] = collections.deque(maxlen=NOTICES)
        self._lines: collections.deque[LogLine] = collections.deque(maxlen=LINES)
        self._published: tuple[LogLine, ...] | None = ()      # None: the log has changed since
        self._last: type[Command] | None = None               # command of the last line, if it was one

    @property
    def notices(self) -> tuple[Notice, ...]:
        """The newest few, oldest first."""
        return tuple(self._notices)

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The log; the same object until it changes."""
        if self._published is None:
            self._published = tuple(self._lines)
        return self._published

    def notify(self, text: str, kind: str, control: str = "", step: int | None = None) -> None:
        """One line for a toast and the log; `step` is the step to which it belongs."""
        self._numbers += 1
        self._notices.append(Notice(self._numbers, text, kind, control, step, self._now()[0]))
        self._add(text, SAID, step)

    def fail(self, title: str, text: str, path: str = "", step: int | None = None, file: str = "") -> int:
        """A fault card; `path` is a crash report's file, `file` one that could not be opened.  Returns its number."""
        self._numbers += 1
        self.fault = fault = Fault(self._numbers, title, text, path, file)
        self._add(f"{title}: {text.partition(chr(10))[0]}", SAID, step)
        return fault.number

    def forget(self) -> None:
        """Another scene was opened: the log is that of the scene."""
        self._lines.clear()
        self._published, self._last = None, None

    def done(self, command: Command) -> None:
        """The user did something to the world before the step that follows; one after another of a kind is one line."""
        if type(command) is self._last and self._lines[-1].run == self._now()[0]:
            self._lines.pop()
        self._add(words_of(command), DONE, self._now()[1])
        self._last = type(command)

    def leave(self) -> None:
        """The steps after the present one are of a future that was left."""
        run, step = self._now()
        self._lines = collections.deque((line._replace(left=True) if line.run == run and (line.step or 0) > step else line
                                         for line in self._lines), maxlen=LINES)
        self._published = None

    def _add(self, text: str, kind: str, step: int | None) -> None:
        self._numbers += 1
        run, said = self._now()
        self._lines.append(LogLine(self._numbers, text, kind, run, said, step))
        self._published, self._last = None, None


def words_of(command: Command) -> str:
    """A command as a line of text: its words, then the values of its fields."""
    fields = encode(command)
    name = fields.pop("command").replace("_", " ")
    values = ", ".join(_text(value) for value in fields.values() if value not in ("", None))
    return f"You: {name} {values}".rstrip()


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    return f"({', '.join(map(_text, value))})" if isinstance(value, list | tuple) else str(value)
