"""The canvas: an offscreen picture, read back one frame late so that drawing and reading overlap."""
from __future__ import annotations

from typing import Protocol

import numpy as np

from app.draw.frame import Frame
from app.render.resources.framebuffer import PictureBuffer
from app.render.resources.readback import PixelReader, read_rgb


class Renderer(Protocol):
    """Its renderer: `renderer.Renderer`."""

    def draw(self, frame: Frame, width: int, height: int, scale: float, target: int) -> None:
        """Draw a frame into framebuffer object `target`."""


class Canvas:
    """Draws frames into a picture of its own and returns the results in order."""

    def __init__(self, renderer: Renderer, size: tuple[int, int]) -> None:
        """A canvas of `size` = (width, height) pixels; it does not own the renderer."""
        self.size = size
        self._renderer = renderer
        self._picture = PictureBuffer(*size, 0)
        self._reader = PixelReader(*size, buffers=2)

    @property
    def pending(self) -> int:
        """Number of pictures drawn and not taken, at most two."""
        return self._reader.pending

    def draw(self, frame: Frame, tag: object = None) -> None:
        """Draw a frame; `tag` is returned with its picture."""
        self._renderer.draw(frame, *self.size, 1.0, self._picture.id)
        self._reader.ask(self._picture.id, tag)

    def take(self) -> tuple[np.ndarray, object]:
        """(height, width, 4) uint8, top row first, and its tag: the oldest picture not taken."""
        return self._reader.take()

    def still(self, frame: Frame) -> np.ndarray:
        """(height, width, 3) uint8, top row first: one frame, without delay."""
        self._renderer.draw(frame, *self.size, 1.0, self._picture.id)
        return read_rgb(*self.size, self._picture.id)

    def release(self) -> None:
        """Free its GL objects."""
        self._reader.release()
        self._picture.release()
