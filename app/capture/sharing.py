"""Sharing from the window: takes the run and a picture of it, and has another thread write the file.

The simulation thread publishes the run as it stands (`TakeRun`), the graphics card copies the picture meanwhile.  What takes
time, the text, the poses, the zip and the disk, belongs to a thread of its own; its end is told in a later frame.
"""
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from app.capture.file_names import new_file
from app.headless.options import SHARE
from app.headless.si_format import counted
from app.published.shared import Shared
from app.published.status import Publication
from app.simulation.commands import TakeRun
from app.ui.ui_state import UiState

REQUEST = "share"
LATE = 3                               # frames after which the copy of a picture is taken: nothing waits for the graphics card


class Written(NamedTuple):
    """A file that was written, and what is in it, in words."""

    path: Path
    said: str


class SharingController:
    """Serves the request for a share file."""

    def __init__(self, state: UiState, latest: Callable[[], Publication]):
        """`latest()` is the newest publication."""
        self._state, self._latest = state, latest
        self._number = 0                                   # of the last request
        self._wanted = False                               # a picture, of the next frame
        self._reader: Any = None                           # copies it
        self._age = 0                                      # frames since it was asked
        self._picture: np.ndarray | None = None
        self._waiting = False                              # for run and picture
        self._writing: Future[Written] | None = None
        self._writer = ThreadPoolExecutor(1, "share")

    def serve(self) -> None:
        """Take up the state's requests; one file at a time."""
        asked = REQUEST in self._state.requests
        while REQUEST in self._state.requests:
            self._state.requests.remove(REQUEST)
        if not asked or self.busy:
            return
        if self._state.view is None:
            self._state.say("No scene is open yet", "warning")
            return
        self._number += 1
        self._wanted = self._waiting = True
        self._picture = None
        self._state.submit(TakeRun(self._number))

    def scene_drawn(self, place: tuple[int, int, int, int]) -> None:
        """A frame is in the back buffer: `place` is left, bottom, width and height of its scene [px]."""
        if self._reader is not None:
            self._age += 1
            if self._age < LATE:
                return
            self._picture, _ = self._reader.take()
            self._reader.release()
            self._reader = None
        elif self._wanted:
            from app.render.resources.readback import PixelReader
            self._wanted, self._age = False, 0
            self._reader = PixelReader(*place[2:], buffers=1, corner=place[:2])
            self._reader.ask()

    def work(self) -> None:
        """Once a frame: hand over what is complete, and report what is written."""
        answer = self._latest().shared
        if self._waiting and self._picture is not None and answer is not None and answer.number == self._number:
            self._waiting = False
            self._begin(answer, self._picture)
        if self._writing is not None and self._writing.done():
            writing, self._writing = self._writing, None
            self._tell(writing)

    @property
    def busy(self) -> bool:
        """Whether a file is on its way."""
        return self._waiting or self._writing is not None or self._reader is not None

    def close(self) -> None:
        """The window closes: what is being written is finished."""
        if self._reader is not None:
            self._reader.release()
        self._writer.shutdown()

    def _begin(self, answer: Shared, picture: np.ndarray) -> None:
        if answer.taken is None:
            self._state.say(f"This run cannot be shared: {answer.problem}", "warning")
            return
        self._writing = self._writer.submit(write, self._state.output_folder, answer, picture)

    def _tell(self, writing: Future[Written]) -> None:
        problem = writing.exception()
        if problem is not None:
            reason = getattr(problem, "strerror", None) or problem
            self._state.say(f"The run could not be shared into {self._state.output_folder}: {reason}", "warning")
            return
        written = writing.result()
        self._state.files.append(str(written.path))
        self._state.say(written.said, "good", str(written.path))


def write(folder: Path, answer: Shared, picture: np.ndarray) -> Written:
    """Write the run of an answer with a picture to a new file in a folder.  Raises InputError or OSError."""
    from app.capture.share_pictures import small_png
    from app.share.writing import write as write_share
    from app.simulation.sharing.making import share_of
    share = share_of(answer.taken, small_png(picture))
    path = write_share(new_file(folder, share.manifest.scene, SHARE), share)
    said = f"Shared{f' variant {answer.variant}' if answer.variant else ''}: {counted(share.run.last, 'step')}, " \
           f"{counted(share.manifest.commands, 'command')}"
    return Written(path, f"{said}; {share.manifest.note}" if share.manifest.note else said)
