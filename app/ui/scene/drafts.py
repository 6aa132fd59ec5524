"""Drafts: unsaved edits of windows that ended without an answer, each in a file of a folder beside the view settings.

A file is the scene itself; its first line, a comment, says of which file it is.  A draft is offered at the next start; it goes
when the edits are discarded or saved, or are kept in another draft.
"""
from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from app.simulation.editing.kept_draft import KeptDraft
from impulse.files.reading import FileError, json_value, read_text
from impulse.files.writing import write_text

FOLDER, ENDING = "drafts", ".yaml"
MARK = "# unsaved edits kept by Impulse: "         # begins the first line; the rest of it is JSON
MOST = 100                              # files that are looked at


class Drafts:
    """Belongs to the window's thread.

    offered  the draft that is offered, None without one
    """

    def __init__(self, folder: Path | None):
        """`folder` of the files; None: none are offered."""
        self._paths = _files(folder) if folder is not None else []
        self._restored: Path | None = None
        self.offered: KeptDraft | None = None
        self._offer()

    @property
    def made(self) -> float:
        """When the offered one was made [s since 1970]."""
        try:
            return self._paths[0].stat().st_mtime
        except OSError:
            return time.time()

    def restore(self) -> KeptDraft | None:
        """The offered draft; its file stays until its edits are saved or the window ends."""
        self.forget_restored()
        draft, self._restored = self.offered, self._paths.pop(0)
        self._offer()
        return draft

    def discard(self) -> None:
        """Give the offered draft up."""
        _remove(self._paths.pop(0))
        self._offer()

    def forget_restored(self) -> None:
        """The edits of the restored draft are saved, discarded, or kept in another one."""
        if self._restored is not None:
            _remove(self._restored)
            self._restored = None

    def _offer(self) -> None:
        """Offer the oldest one; files that are no drafts are passed over."""
        self.offered = None
        while self._paths and (draft := load(self._paths[0])) is None:
            self._paths.pop(0)
        if self._paths:
            self.offered = draft


def load(path: Path) -> KeptDraft | None:
    """The draft in a file; None for a file that is none."""
    from scenes.schema.nodes import MOST_BYTES
    try:
        first, _, text = read_text(path, 2 * MOST_BYTES).partition("\n")
        data: Any = json_value(first.removeprefix(MARK)) if first.startswith(MARK) else None
    except (FileError, ValueError):
        return None
    fields = {name for name in KeptDraft._fields if name != "text"}
    if not isinstance(data, dict) or set(data) != fields or not all(isinstance(value, str) for value in data.values()):
        return None
    return KeptDraft(**data, text=text)


def save(folder: Path, draft: KeptDraft) -> Path:
    """Write a draft to a new file of the folder, which is made.  Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}{ENDING}"
    head = {name: value for name, value in draft._asdict().items() if name != "text"}
    write_text(path, f"{MARK}{json.dumps(head)}\n{draft.text}")
    return path


def _files(folder: Path) -> list[Path]:
    """The files of a folder that may be drafts, the oldest first."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ENDING and not path.name.startswith("."))[:MOST]
    except OSError:
        return []


def _remove(path: Path) -> None:
    """Remove a file, where that is possible."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        pass
