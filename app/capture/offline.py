"""Offline recording: one simulated picture for each written one, however long each takes.

    recorder = OfflineRecorder(path, (1280, 720), fps=60, count=300, source=frame_at)
    while recorder.tick(renderer): show(recorder.progress)
    path = recorder.finish()
"""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.capture.encoder import Encoder
from app.capture.film import open_film
from app.frame import Frame


class OfflineRecorder:
    """Films `count` frames of a source.  All calls come from the thread of the GL context."""

    def __init__(self, path: Path | str, size: tuple[int, int], fps: float, count: int, source: Callable[[float], Frame]) -> None:
        """Film `size` = (width, height) pixels at `fps`; `source(time)` gives the frame at `time` [s from the start] and is asked for
        rising times."""
        from app.render.framebuffer import PictureBuffer
        from app.render.readback import PixelReader
        if count < 1:
            raise ValueError(f"count: {count} is out of range; a film has at least 1 frame")
        film = open_film(path, size, fps)
        self.path, self.size, self.fps, self.count = Path(path).expanduser().absolute(), size, film.fps, count
        self.drawn = 0
        self._source = source
        self._encoder = Encoder(film)
        self._picture = PictureBuffer(*size, 0)
        self._reader = PixelReader(*size, buffers=2)

    def tick(self, renderer) -> bool:
        """Draw one picture with `renderer` (a `render.Renderer`) and hand it to the encoder; True while there are more to come."""
        if self.drawn < self.count:
            frame = self._source(self.drawn / self.fps)
            renderer.draw(frame, *self.size, 1.0, self._picture.id)
            self._reader.ask(self._picture.id, tag=self.drawn)
            self.drawn += 1
        while self._reader.pending > (1 if self.drawn < self.count else 0):
            self._encoder.put(*self._reader.take())
        return self.drawn < self.count

    @property
    def progress(self) -> float:
        """Share of the film that is drawn, 0 to 1."""
        return self.drawn / self.count

    def finish(self) -> Path:
        """Wait for the encoder and return the absolute path; what is not drawn yet is left out."""
        try:
            while self._reader.pending:
                self._encoder.put(*self._reader.take())
            return self._encoder.finish()
        finally:
            self._release()

    def cancel(self) -> None:
        """Stop and leave nothing behind."""
        self._encoder.cancel()
        self._release()

    def _release(self) -> None:
        self._reader.release()
        self._picture.release()
