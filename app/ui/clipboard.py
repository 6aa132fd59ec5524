"""The clipboard: text that the session copied goes there, and what is pasted comes from there."""
from __future__ import annotations

from collections.abc import Callable

from app.published.group_card import Copied


class Clipboard:
    """The system's clipboard; without a window one of its own."""

    def __init__(self) -> None:
        self._own, self._number = "", 0
        self._read: Callable[[], str] | None = None
        self._write: Callable[[str], None] | None = None

    def connect(self, read: Callable[[], str], write: Callable[[str], None]) -> None:
        """Use the system's."""
        self._read, self._write = read, write

    def read(self) -> str:
        """Its text, "" for none."""
        return self._own if self._read is None else self._read() or ""

    def write(self, text: str) -> None:
        """Put a text there."""
        self._own = text
        if self._write is not None:
            self._write(text)

    def take(self, copied: Copied) -> None:
        """Put there what the session copied since the last call."""
        if copied.number > self._number:
            self._number = copied.number
            self.write(copied.text)
