"""File watch: detects that a file was written, by its stamp, which is polled twice a second.

The window watches the file of the open scene, and one that could not be opened as long as its card is shown.
"""
from __future__ import annotations

from collections.abc import Iterable

from app.headless.file_stamp import Stamp, stamp_of

PERIOD = 0.5          # [s] between two polls
SETTLE = 0.15         # [s] for an editor to finish writing


class FileWatch:
    """Watches one file at a time."""

    def __init__(self):
        self._path = ""
        self._stamp: Stamp | None = None
        self._next = 0.0
        self._changed_at: float | None = None

    def changed(self, path: str, now: float) -> bool:
        """Whether `path` was written since the last call; True once for each write.  `now` in [s]."""
        if path != self._path:
            self._path, self._stamp, self._changed_at = path, stamp_of(path), None
            return False
        if not path or now < self._next:
            return False
        self._next = now + PERIOD
        stamp = stamp_of(path)
        if stamp is not None and stamp != self._stamp:
            self._stamp, self._changed_at = stamp, now
            self._next = now + SETTLE
            return False
        if self._changed_at is not None:
            self._changed_at = None
            return True
        return False


class FilesWatch:
    """Watches several files."""

    def __init__(self):
        self._watches: dict[str, FileWatch] = {}

    def changed(self, paths: Iterable[str], now: float) -> bool:
        """Whether one of these files was written since the last call, see `FileWatch`; others are watched no more."""
        self._watches = {path: self._watches.get(path) or FileWatch() for path in paths if path}
        return any([watch.changed(path, now) for path, watch in self._watches.items()])
