"""GIF films: one palette for all pictures, only the changed part of each, written as the pictures arrive.

A GIF shows a picture for whole hundredths of a second, at least two; so 60 frames a second become 50. One palette made from the
first pictures is six times faster than one for each, and does not flicker. FFmpeg does the rest: its filter `paletteuse` gives
each pixel the nearest colour, its encoder omits unchanged pixels.
"""
from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from app.draw.colors import FIVE
from impulse.files.writing import PartFile

SAMPLES = 6                            # pictures that the palette is made from
SWATCH = 12                            # weight of each swatch of a body colour
COLORS = 191                           # of 256: more are hardly visible and cost a tenth in size; one is reserved for "unchanged"
TICK = Fraction(1, 100)                # [s]
SIDE = 16                              # [pixels] side of the picture in which the filter takes a palette


def gif_rate(fps: float) -> float:
    """The rate nearest to `fps` that a GIF can show."""
    return 100 / max(2, round(100 / fps))


class GifFilm:
    """An endless GIF."""

    def __init__(self, path: Path | str, size: tuple[int, int], fps: float) -> None:
        """Start a film of `size` = (width, height) pixels; `fps` is rounded to a rate of the format."""
        self.fps = gif_rate(fps)
        self._size = size
        self._ticks = round(100 / self.fps)                      # [1/100 s] per slot
        self._file = PartFile(path)
        self._painter: Painter | None = None
        self._early: list[tuple[np.ndarray, int]] = []           # pictures until the palette is made

    def put(self, picture: np.ndarray, slot: int) -> None:
        """Show `picture` from `slot` on; slots ascend."""
        picture = np.ascontiguousarray(picture[..., :3])
        if self._painter is not None:
            self._painter.put(picture, slot * self._ticks)
            return
        self._early.append((picture, slot))
        if len(self._early) >= SAMPLES:
            self._start()

    def close(self) -> Path:
        """Finish the file and return its absolute path."""
        if self._painter is None:
            if not self._early:
                self.discard()
                raise ValueError(f"{self._file.path}: a film without pictures cannot be written")
            self._start()
        self._painter.finish()
        return self._file.commit()

    def discard(self) -> None:
        """Leave nothing behind."""
        try:
            if self._painter is not None:
                self._painter.close()
        finally:
            self._file.discard()

    def _start(self) -> None:
        palette = shared_palette([picture for picture, _ in self._early])
        self._painter = Painter(self._file.part, self._size, palette, self._ticks)
        for picture, slot in self._early:
            self._painter.put(picture, slot * self._ticks)
        self._early.clear()


class Painter:
    """Reduces pictures to a palette and writes them."""

    def __init__(self, path: Path, size: tuple[int, int], palette: np.ndarray, last: int) -> None:
        """`palette`: (k, 3) uint8; `last`: duration of the last picture [1/100 s]."""
        import av
        width, height = size
        self._container = av.open(str(path), "w", format="gif", options={"loop": "0", "final_delay": str(last)})
        stream = self._stream = self._container.add_stream("gif", rate=int(1 / TICK))
        stream.width, stream.height, stream.pix_fmt = width, height, "pal8"
        stream.time_base = stream.codec_context.time_base = TICK
        graph = self._graph = av.filter.Graph()
        self._pictures = graph.add_buffer(width=width, height=height, format="rgb24", time_base=TICK)
        colors = graph.add_buffer(width=SIDE, height=SIDE, format="rgba", time_base=TICK)
        reduce = graph.add("paletteuse", "dither=none")
        self._pictures.link_to(reduce, 0, 0)
        colors.link_to(reduce, 0, 1)
        reduce.link_to(graph.add("buffersink"))
        graph.configure()
        colors.push(_frame(_as_picture(palette), "rgba", 0))
        colors.push(None)

    def put(self, picture: np.ndarray, tick: int) -> None:
        """Show (height, width, 3) uint8 from `tick` [1/100 s] on."""
        self._pictures.push(_frame(picture, "rgb24", tick))
        self._write()

    def finish(self) -> None:
        """Write the remaining pictures."""
        self._pictures.push(None)
        self._write()
        self._container.mux(self._stream.encode())
        self._container.close()

    def close(self) -> None:
        """Stop."""
        self._container.close()

    def _write(self) -> None:
        """Write the pictures that the filter has finished."""
        from av import error
        while True:
            try:
                reduced = self._graph.pull()
            except (error.BlockingIOError, error.EOFError):
                return
            reduced.time_base = TICK
            self._container.mux(self._stream.encode(reduced))


def _frame(picture: np.ndarray, layout: str, tick: int) -> Any:
    import av
    frame = av.VideoFrame.from_ndarray(picture, format=layout)
    frame.pts, frame.time_base = tick, TICK
    return frame


def _as_picture(palette: np.ndarray) -> np.ndarray:
    """(SIDE, SIDE, 4) uint8: the colours of a palette, the rest transparent."""
    picture = np.zeros((SIDE * SIDE, 4), np.uint8)
    picture[:len(palette), :3], picture[:len(palette), 3] = palette, 255
    return picture.reshape(SIDE, SIDE, 4)


def shared_palette(pictures: list[np.ndarray]) -> np.ndarray:
    """(k, 3) uint8: at most COLORS colours for all pictures.

    The weight of a colour is the root of its share, otherwise sky and ground would take nearly all entries; the five body
    colours in light and shade always have weight, so bodies that appear later have their colours.
    """
    from PIL import Image
    swatches = np.concatenate([np.clip(FIVE * light, 0, 255) for light in (0.35, 0.5, 0.65, 0.8, 0.9, 1.0)])
    seen = np.concatenate([picture[::2, ::2].reshape(-1, 3) for picture in pictures])
    packed = (seen.astype(np.int32) >> 2) @ (1 << 12, 1 << 6, 1)                    # six bits a channel are enough
    _, first, counts = np.unique(packed, return_index=True, return_counts=True)
    weights = np.maximum(np.sqrt(counts * (40000 / len(seen))), 1).astype(int)
    colors = np.concatenate((np.repeat(seen[first], weights, axis=0), np.repeat(swatches, SWATCH, axis=0).astype(np.uint8)))
    palette = Image.fromarray(colors[None]).quantize(COLORS, method=Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    return np.array(palette.getpalette() or [0, 0, 0], np.uint8)[:3 * COLORS].reshape(-1, 3)
