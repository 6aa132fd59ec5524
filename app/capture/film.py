"""Films on disk: MP4 (H.264) and GIF, picture by picture.

A film has `fps` slots a second; a picture is put into a slot and shown until the next one, so slots may stay empty.
"""
from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Protocol

import numpy as np

from app.capture.gif import GifFilm, gif_rate
from scenes.atomic_write import PartFile

ENDINGS = (".mp4", ".gif")
QUALITY, SPEED = "18", "veryfast"                     # x264: constant quality that shows no loss, and its effort
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
    """A film of `size` = (width, height) pixels; the ending of `path` chooses its format."""
    kind = Path(path).suffix.lower()
    if kind not in ENDINGS:
        raise ValueError(f"{path}: a film ends in {' or '.join(ENDINGS)}, not {kind or 'nothing'}")
    width, height = size
    if not (2 <= width <= MOST and 2 <= height <= MOST):
        raise ValueError(f"size: {width} x {height} is out of range; allowed is 2 to {MOST} pixels a side")
    if not 1 <= fps <= 240:
        raise ValueError(f"fps: {fps:g} is out of range; allowed is 1 to 240")
    return GifFilm(path, size, fps) if kind == ".gif" else Mp4Film(path, size, fps)


def film_rate(path: Path | str, fps: float) -> float:
    """Slots a second of a film at `path` for the requested `fps`: a GIF counts in hundredths of a second."""
    return gif_rate(fps) if Path(path).suffix.lower() == ".gif" else float(fps)


class Mp4Film:
    """H.264 in MP4, playable while it loads; an odd last column or row is cut off, because colour is stored by 2 x 2 pixels."""

    def __init__(self, path: Path | str, size: tuple[int, int], fps: float) -> None:
        """Start a film of `size` = (width, height) pixels at `fps`."""
        import av
        self.fps = float(fps)
        self._width, self._height = size[0] // 2 * 2, size[1] // 2 * 2
        self._file = PartFile(path)
        rate = Fraction(fps).limit_denominator(1001)
        try:
            self._container = av.open(str(self._file.part), "w", format="mp4", options={"movflags": "+faststart"})
            stream = self._stream = self._container.add_stream("libx264", rate=rate)
        except BaseException:
            self._file.discard()
            raise
        stream.width, stream.height, stream.pix_fmt = self._width, self._height, "yuv420p"
        stream.time_base = stream.codec_context.time_base = 1 / rate
        stream.options = {"crf": QUALITY, "preset": SPEED, "colorprim": "bt709", "transfer": "bt709", "colormatrix": "bt709"}
        stream.thread_type = "AUTO"

    def put(self, picture: np.ndarray, slot: int) -> None:
        """Show `picture` from `slot` on; slots ascend."""
        import av
        picture = np.ascontiguousarray(picture[:self._height, :self._width])
        frame = av.VideoFrame.from_ndarray(picture, format="rgba" if picture.shape[2] == 4 else "rgb24")
        frame = frame.reformat(format="yuv420p", dst_colorspace=av.video.reformatter.Colorspace.ITU709)
        frame.pts, frame.time_base = slot, self._stream.codec_context.time_base
        self._container.mux(self._stream.encode(frame))

    def close(self) -> Path:
        """Finish the file and return its absolute path."""
        self._container.mux(self._stream.encode())
        self._container.close()
        return self._file.commit()

    def discard(self) -> None:
        """Leave nothing behind."""
        try:
            self._container.close()
        finally:
            self._file.discard()
