"""The stamp of a file, which tells whether it was written since."""
from __future__ import annotations

import os

Stamp = tuple[int, int, int]


def stamp_of(path: str) -> Stamp | None:
    """Time [ns], size [bytes] and number of a file, a folder or a pipe; None while it is missing: editors replace files."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
