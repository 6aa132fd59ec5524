"""The system's file dialog, without blocking the window: it is opened, polled, and closed by the user."""
from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PROGRAMS = ("zenity", "kdialog", "matedialog", "qarma")      # one of them shows the dialog on Linux
ENDINGS = (".yaml", ".yml", ".impulse")                      # of the files that the window opens
SCENES = ("Scenes and share files", " ".join(f"*{end}" for end in ENDINGS), "All files", "*")        # names and patterns in turn


class FileDialog:
    """At most one dialog at a time."""

    def __init__(self, ask: Callable[[str, str, Sequence[str]], Any] | None = None):
        """`ask(title, folder, patterns)` opens a dialog with `ready()` and `result()`; None: the system's."""
        self._ask = ask or _system
        self._open: Any = None

    @property
    def waiting(self) -> bool:
        """Whether a dialog is open."""
        return self._open is not None

    def begin(self, title: str, folder: Path | str = "", patterns: Sequence[str] = SCENES) -> bool:
        """Open a dialog, unless one is open; False where the system has none."""
        if self._open is None:
            self._open = self._ask(title, str(folder), list(patterns))
        return self.waiting

    def chosen(self) -> str | None:
        """The file chosen since the last call; None while the dialog is open, and when the user cancels."""
        if self._open is None or not self._open.ready(0):
            return None
        found, self._open = self._open.result(), None
        return found[0] if found else None


def _system(title: str, folder: str, patterns: Sequence[str]) -> Any:
    from imgui_bundle import portable_file_dialogs
    if sys.platform.startswith("linux") and not any(map(shutil.which, PROGRAMS)):
        return None
    return portable_file_dialogs.open_file(title, folder, list(patterns))
