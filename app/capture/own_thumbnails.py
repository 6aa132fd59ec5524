"""Thumbnails of the user's own scenes, made of the window's picture a moment after a scene was opened, and when it was saved.

The graphics card copies the picture, and another thread makes it small and writes it; the window waits for neither.
"""
from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from app.headless.thumbnails import keep_own
from app.ui.ui_state import UiState

AFTER = 1.5                    # [s] after a scene was opened or saved
LATE = 3                       # frames after which the copy of a picture is taken
INSTALLED = ("scenes", "lessons")       # folders of the program, whose scenes have pictures


class OwnThumbnails:
    """Belongs to the window's thread."""

    def __init__(self, state: UiState, folder: Path | None = None):
        """`folder` of the pictures; None: in the user's cache."""
        self._state, self._folder = state, folder
        self._seen: tuple[str, bool] = ("", False)         # file of the open scene, and whether its text was changed
        self._due: tuple[float, str] | None = None         # when [s] a picture is to be taken, and of which file
        self._reader: Any = None
        self._age = 0
        self._writing: Future[Path] | None = None
        self._writer = ThreadPoolExecutor(1, "thumbnails")

    @property
    def busy(self) -> bool:
        """Whether a picture is on its way."""
        return self._due is not None or self._writing is not None

    def work(self) -> None:
        """Once a frame: notice a scene that was opened or saved, and end what was written."""
        status, now = self._state.status, (self._state.status.scene.file, self._state.status.edits.changed)
        if now != self._seen:
            saved = self._seen == (now[0], True)
            opened = self._seen[0] != now[0]
            self._seen = now
            if (opened or saved) and is_own(status.scene.file) and self._reader is None:
                self._due = self._state.now + AFTER, status.scene.file
        if self._writing is not None and self._writing.done():
            writing, self._writing = self._writing, None
            if writing.exception() is None:                # without room on the disk there is no picture
                self._state.pictures.again(writing.result())

    def scene_drawn(self, place: tuple[int, int, int, int]) -> None:
        """A frame is in the back buffer: `place` is left, bottom, width and height of its scene [px]."""
        if self._due is None or self._writing is not None:
            return
        time, file = self._due
        if self._reader is not None:
            self._age += 1
            if self._age >= LATE:
                picture, _ = self._reader.take()
                self._release()
                self._due = None
                self._writing = self._writer.submit(keep_own, file, picture, self._folder)
        elif self._state.now >= time and min(place[2:]) > 0:
            if file != self._state.status.scene.file:
                self._due = None
                return
            from app.render.resources.readback import PixelReader
            self._age = 0
            self._reader = PixelReader(*place[2:], buffers=1, corner=place[:2])
            self._reader.ask()

    def close(self) -> None:
        """The window closes: what is being written is finished."""
        self._release()
        self._writer.shutdown()

    def _release(self) -> None:
        if self._reader is not None:
            self._reader.release()
            self._reader = None


def is_own(file: str) -> bool:
    """Whether a scene's file is none of the program's."""
    root = Path(__file__).resolve().parents[2]
    return bool(file) and not any(Path(file).absolute().is_relative_to(root / name) for name in INSTALLED)
