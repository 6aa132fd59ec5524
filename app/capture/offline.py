"""Offline recording: one simulated picture for each written one, regardless of the time that each takes.

    fps = film_rate(path, 60)                                       # rounded to the format
    recorder = OfflineRecorder(path, (1280, 720), fps, count=round(5.0 * fps), source=frame_at)
    while recorder.tick(renderer): show(recorder.progress)          # a `render.Renderer`
    path = recorder.finish()
"""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np

from app.capture.annotations import Annotations
from app.capture.encoder import Encoder
from app.capture.film import open_film
from app.draw.frame import Frame

MOST = 240 * 3600                      # pictures


class Canvas(Protocol):
    """Draws frames and gives their pictures: `render.canvas.Canvas`."""

    pending: int

    def draw(self, frame: Frame, tag: object = None) -> None:
        """Draw a frame."""

    def take(self) -> tuple[np.ndarray, object]:
        """The oldest picture not yet taken, and its tag."""

    def release(self) -> None:
        """Free it."""


class Painter(Protocol):
    """Makes canvases: `render.renderer.Renderer`."""

    def canvas(self, size: tuple[int, int]) -> Canvas:
        """A canvas of this size."""


class OfflineRecorder:
    """Films a source: `count` pictures, of which `drawn` are done.  All calls are made in the thread of the GL context."""

    def __init__(self, path: Path | str, size: tuple[int, int], fps: float, count: int,
                 source: Callable[[float], Frame]) -> None:
        """Film `count` pictures of `size` = (width, height) pixels at `fps`; `source(time)` gives the frame at `time` [s from
        the start] and is called with ascending times."""
        if not 1 <= count <= MOST:
            raise ValueError(f"count: {count} is out of range; a film has 1 to {MOST} pictures")
        film = open_film(path, size, fps)
        self.path, self.size, self.fps, self.count = Path(path).expanduser().absolute(), size, film.fps, count
        self.drawn = 0
        self.annotate: Callable[[], Annotations | None] = lambda: None        # set it to have something drawn over the pictures
        self._source = source
        self._encoder = Encoder(film)
        self._canvas: Canvas | None = None

    def tick(self, renderer: Painter) -> bool:
        """Draw one picture and pass the previous one to the encoder; True while more remain.  Raises OSError when the film
        cannot be written."""
        if self._canvas is None:
            self._canvas = renderer.canvas(self.size)
        if self.drawn < self.count:
            self._canvas.draw(self._source(self.drawn / self.fps), tag=(self.drawn, self.annotate()))
            self.drawn += 1
        self._hand_over(1 if self.drawn < self.count else 0)
        return self.drawn < self.count

    def _hand_over(self, kept: int) -> None:
        while self._canvas is not None and self._canvas.pending > kept:
            picture, (slot, annotations) = self._canvas.take()
            self._encoder.put(picture, slot, annotations=annotations)

    @property
    def progress(self) -> float:
        """Drawn share of the film, 0 to 1."""
        return self.drawn / self.count

    def finish(self) -> Path:
        """Wait for the encoder and return the absolute path; pictures not yet drawn are omitted."""
        return self.finish_drawing()()

    def finish_drawing(self) -> Callable[[], Path]:
        """Pass the last pictures to the encoder; the context is no longer needed.  Returns a function that waits for the
        encoder, on any thread, and gives the absolute path."""
        try:
            self._hand_over(0)
        finally:
            self._release()
        return self._encoder.finish

    def drop_pending(self) -> None:
        """Leave out the pictures that are not read yet, and cannot be any more."""
        self._canvas = None

    def cancel(self) -> None:
        """Stop and leave nothing behind."""
        self._encoder.cancel()
        self._release()

    def _release(self) -> None:
        if self._canvas is not None:
            self._canvas.release()
            self._canvas = None
