"""Films on disk, picture by picture: MP4, WebM, GIF, and numbered PNG files.

A film has `fps` slots a second; a picture is put into a slot and shown until the next one, so slots may stay empty.
"""
from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np

from app.capture.formats.coded_film import MP4, WEBM, CodedFilm
from app.capture.formats.gif import GifFilm, gif_rate
from app.capture.formats.png_frames import PngFrames, is_sequence

CODED = {".mp4": MP4, ".webm": WEBM}
GIF = ".gif"
ENDINGS = (*CODED, GIF)
MOST = 8192                            # [pixels] largest side


class Film(Protocol):
    """A film being written."""

    fps: float                         # slots a second, which may differ from the requested rate

    def put(self, picture: np.ndarray, slot: int) -> None:
        """Show (height, width, 3 or 4) uint8, top row first, from slot number `slot` on."""

    def close(self) -> Path:
        """Finish and give the file its name; returns the absolute path."""

    def discard(self) -> None:
        """Stop and leave nothing behind."""


def open_film(path: Path | str, size: tuple[int, int], fps: float) -> Film:
    """A film of `size` = (width, height) pixels; the ending of `path` chooses its format, and none, or a number as in
    `frame_%04d.png`, is a sequence of PNG files."""
    kind = Path(path).suffix.lower()
    if kind not in ENDINGS and not is_sequence(path):
        raise ValueError(f"{path}: a film ends in {', '.join(ENDINGS)}, is a folder or a name like frame_%04d.png, and does not "
                         f"end in {kind}")
    width, height = size
    if not (2 <= width <= MOST and 2 <= height <= MOST):
        raise ValueError(f"size: {width} x {height} is out of range; allowed is 2 to {MOST} pixels a side")
    if not 1 <= fps <= 240:
        raise ValueError(f"fps: {fps:g} is out of range; allowed is 1 to 240")
    if kind in CODED:
        return CodedFilm(path, size, fps, CODED[kind])
    return GifFilm(path, size, fps) if kind == GIF else PngFrames(path, fps)


def film_rate(path: Path | str, fps: float) -> float:
    """Slots a second of a film at `path` for the requested `fps`: a GIF counts in hundredths of a second."""
    return gif_rate(fps) if Path(path).suffix.lower() == GIF else float(fps)


def needs_even_sides(path: Path | str) -> bool:
    """Whether a film at `path` loses an odd last column or row."""
    return Path(path).suffix.lower() in CODED
