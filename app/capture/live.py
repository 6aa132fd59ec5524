"""Live recording: the window's pictures, encoded in a thread while they are shown.

    recorder = LiveRecorder(path, (width, height), fps=60)
    if recorder.due(now): reader.ask(tag=now)                      # `render.resources.readback.PixelReader`
    while reader.pending > 1: recorder.offer(*reader.take())
    path = recorder.stop()
"""
from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from app.capture.annotations import Annotations
from app.capture.encoder import Encoder
from app.capture.film import open_film


class LiveRecorder:
    """Records pictures as they arrive; MP4 or GIF by the path's ending.  A picture is shown until the next one, so a slow window
    gives a film at true speed."""

    def __init__(self, path: Path | str, size: tuple[int, int], fps: float = 60) -> None:
        """Start recording pictures of `size` = (width, height) pixels, at most `fps` of them a second."""
        film = open_film(path, size, fps)
        self.path, self.size, self.fps = Path(path).expanduser().absolute(), size, film.fps
        self.frames, self.dropped = 0, 0                         # pictures taken, and dropped because the encoder was behind
        self._encoder = Encoder(film)
        self._start: float | None = None
        self._slot = -1

    def due(self, time: float) -> bool:
        """Whether a picture shown at `time` [s of real time] would be taken; others need not be read back."""
        return self._slot_of(time) > self._slot

    def offer(self, picture: np.ndarray, time: float, annotations: Annotations | None = None) -> bool:
        """Record a (height, width, 3 or 4) uint8 picture shown at `time` [s of real time], which must not be modified
        afterwards, with its annotations; False when it is dropped (too soon, or encoder behind).  Raises OSError when the film
        cannot be written."""
        if picture.shape[1::-1] != self.size:
            given, wanted = (f"{width} x {height} pixels" for width, height in (picture.shape[1::-1], self.size))
            raise ValueError(f"a picture of {given} does not fit a film of {wanted}")
        slot = self._slot_of(time)
        if slot <= self._slot:
            return False
        if not self._encoder.put(picture, slot, False, annotations):
            self.dropped += 1
            return False
        self._start = time if self._start is None else self._start
        self._slot, self.frames = slot, self.frames + 1
        return True

    @property
    def seconds(self) -> float:
        """Length of the film so far."""
        return (self._slot + 1) / self.fps

    @property
    def missing(self) -> float:
        """Share of the film's pictures that repeat the one before, because the window or the encoder was behind."""
        return 1 - self.frames / max(self._slot + 1, 1)

    @property
    def error(self) -> BaseException | None:
        """The error that stopped the film, None without one."""
        return self._encoder.error

    def stop(self) -> Path:
        """Finish the file and return its absolute path; with no picture at all there is no file, and a ValueError."""
        if not self.frames:
            self.cancel()
            raise ValueError("nothing was recorded: no picture was shown between start and stop")
        return self._encoder.finish()

    def cancel(self) -> None:
        """Stop and leave nothing behind."""
        self._encoder.cancel()

    def _slot_of(self, time: float) -> int:
        return 0 if self._start is None else math.floor((time - self._start) * self.fps + 0.5)
