"""Offline recording: one simulated picture for each written one, however long each takes.

    recorder = OfflineRecorder(path, (1280, 720), fps=60, seconds=5.0, source=frame_at)
    canvas = Canvas(Renderer(), recorder.size)                      # `render.canvas`
    while recorder.tick(canvas): show(recorder.progress)
    path = recorder.finish()
"""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np

from app.capture.encoder import Encoder
from app.capture.film import open_film
from app.frame import Frame

LONGEST = 3600.0                       # [s]


class Canvas(Protocol):
    """What frames are drawn on: `render.canvas.Canvas`."""

    pending: int

    def draw(self, frame: Frame, tag: object = None) -> None:
        """Draw a frame."""

    def take(self) -> tuple[np.ndarray, object]:
        """The oldest picture that was drawn and not taken, and its tag."""


class OfflineRecorder:
    """Films a source for some seconds: `count` pictures, of which `drawn` are done."""

    def __init__(self, path: Path | str, size: tuple[int, int], fps: float, seconds: float,
                 source: Callable[[float], Frame]) -> None:
        """Film `seconds` at `fps`, `size` = (width, height) pixels; `source(time)` gives the frame at `time` [s from the
        start] and is asked for
        rising times.  `fps` and `size` of the recorder say what the kind of film made of them."""
        if not 0 < seconds <= LONGEST:
            raise ValueError(f"seconds: {seconds:g} is out of range; allowed is above 0 and at most {LONGEST:g}")
        film = open_film(path, size, fps)
        self.path, self.size, self.fps = Path(path).expanduser().absolute(), size, film.fps
        self.count = max(round(seconds * film.fps), 1)
        self.drawn = 0
        self._source = source
        self._encoder = Encoder(film)

    def tick(self, canvas: Canvas) -> bool:
        """Draw one picture on `canvas`, which has the film's size, and hand the one before to the encoder; True while there
        are more
        to come.  Raises RuntimeError when the film cannot be written."""
        if self.drawn < self.count:
            canvas.draw(self._source(self.drawn / self.fps), tag=self.drawn)
            self.drawn += 1
        while canvas.pending > (1 if self.drawn < self.count else 0):
            self._encoder.put(*canvas.take())
        return self.drawn < self.count

    @property
    def progress(self) -> float:
        """Share of the film that is drawn, 0 to 1."""
        return self.drawn / self.count

    def finish(self) -> Path:
        """Wait for the encoder and return the absolute path; what is not drawn yet is left out."""
        return self._encoder.finish()

    def cancel(self) -> None:
        """Stop and leave nothing behind."""
        self._encoder.cancel()
