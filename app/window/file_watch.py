"""File watch: detects that the open scene's file was saved, by its time stamp, which is polled twice a second."""
from __future__ import annotations

import os

PERIOD = 0.5          # [s] between two polls
SETTLE = 0.15         # [s] for an editor to finish writing


class FileWatch:
    """Watches one file at a time."""

    def __init__(self):
        self._path = ""
        self._stamp: tuple[int, int] | None = None
        self._next = 0.0
        self._changed_at: float | None = None

    def changed(self, path: str, now: float) -> bool:
        """Whether `path` was written since the last call; True once for each write.  `now` in [s]."""
        if path != self._path:
            self._path, self._stamp, self._changed_at = path, _stamp(path), None
            return False
        if not path or now < self._next:
            return False
        self._next = now + PERIOD
        stamp = _stamp(path)
        if stamp is not None and stamp != self._stamp:
            self._stamp, self._changed_at = stamp, now
            self._next = now + SETTLE
            return False
        if self._changed_at is not None:
            self._changed_at = None
            return True
        return False


def _stamp(path: str) -> tuple[int, int] | None:
    """Time [ns] and size [bytes] of the file, None while it is missing: editors replace files."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size
