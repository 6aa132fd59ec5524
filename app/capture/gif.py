"""GIF films: one palette for all pictures, only what changed in each, written as they come.

A GIF shows a picture for whole hundredths of a second, at least two; so 60 frames a second become 50.  One palette made
from the first pictures is six times faster than one for each, and does not flicker.
"""
from __future__ import annotations

from pathlib import Path
from typing import IO

import numpy as np

from app.draw.colors import FIVE
from scenes.atomic_write import PartFile

SAMPLES = 6                            # pictures that the palette is made from
SWATCH = 12                            # weight of each swatch of a body colour
COLORS = 255                           # one of 256 stays free for "as before"
UNCHANGED = 255
LONGEST = 65535                        # [1/100 s] longest time that a picture can stay


def gif_rate(fps: float) -> float:
    """The rate nearest to `fps` that a GIF can show."""
    return 100 / max(2, round(100 / fps))


class GifFilm:
    """An endless GIF."""

    def __init__(self, path: Path | str, size: tuple[int, int], fps: float) -> None:
        """Start a film of `size` = (width, height) pixels; `fps` is rounded to what GIF can."""
        self.fps = gif_rate(fps)
        self._ticks = round(100 / self.fps)                      # [1/100 s] per slot
        self._file = PartFile(path)
        self._stream: IO[bytes] | None = None
        self._palette = None
        self._early: list[tuple[np.ndarray, int]] = []           # pictures that wait for the palette
        self._shown: np.ndarray | None = None                    # indices on the screen
        self._pending: tuple[np.ndarray, int] | None = None      # picture whose duration the next one tells

    def put(self, picture: np.ndarray, slot: int) -> None:
        """Show `picture` from `slot` on; slots rise."""
        picture = np.ascontiguousarray(picture[..., :3])
        if self._palette is not None:
            self._show(picture, slot)
            return
        self._early.append((picture, slot))
        if len(self._early) >= SAMPLES:
            self._start()

    def close(self) -> Path:
        """Finish the file and return its absolute path."""
        if self._palette is None and self._early:
            self._start()
        if self._pending is None:
            self.discard()
            raise ValueError(f"{self._file.path}: a film without pictures cannot be written")
        self._write(self._pending[1] + 1)
        self._stream.write(b";")
        self._stream.close()
        return self._file.commit()

    def discard(self) -> None:
        """Leave nothing behind."""
        if self._stream is not None:
            self._stream.close()
        self._file.discard()

    def _start(self) -> None:
        from PIL import GifImagePlugin
        self._palette = shared_palette([picture for picture, _ in self._early])
        self._stream = open(self._file.part, "wb")
        first = _quantized(self._early[0][0], self._palette)
        first.info["loop"] = 0
        for block in GifImagePlugin.getheader(first, info={"loop": 0, "optimize": False})[0]:
            self._stream.write(block)
        for picture, slot in self._early:
            self._show(picture, slot)
        self._early.clear()

    def _show(self, picture: np.ndarray, slot: int) -> None:
        if self._pending is not None:
            self._write(slot)
        self._pending = (np.asarray(_quantized(picture, self._palette)), slot)

    def _write(self, until: int) -> None:
        """Write the pending picture, shown until slot `until`: the smallest rectangle that differs from what is on the screen."""
        from PIL import GifImagePlugin, Image
        indices, slot = self._pending
        (top, left), part = changed_part(self._shown, indices)
        image = Image.fromarray(part)
        image.putpalette(self._palette.getpalette())
        hundredths = min(max(until - slot, 1) * self._ticks, LONGEST)
        for block in GifImagePlugin.getdata(image, (left, top), duration=10 * hundredths, transparency=UNCHANGED, disposal=1):
            self._stream.write(block)
        self._shown = indices


def changed_part(before: np.ndarray | None, after: np.ndarray) -> tuple[tuple[int, int], np.ndarray]:
    """Top left corner and indices of the smallest rectangle of `after` (h, w) that holds every change; unchanged pixels in it
    read UNCHANGED, which packs well.  Without a change it is one pixel."""
    if before is None:
        return (0, 0), after
    changed = before != after
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):
        return (0, 0), np.full((1, 1), UNCHANGED, np.uint8)
    box = np.s_[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    return (int(rows[0]), int(columns[0])), np.where(changed[box], after[box], np.uint8(UNCHANGED))


def shared_palette(pictures: list[np.ndarray]):
    """A palette image of at most COLORS colours for all pictures.

    A colour counts by the root of its share, or sky and ground would take nearly all of them; the five body colours in
    light and shade always count, so that bodies which come later find theirs.
    """
    from PIL import Image
    swatches = np.concatenate([np.clip(FIVE * light, 0, 255) for light in (0.35, 0.5, 0.65, 0.8, 0.9, 1.0)])
    seen = np.concatenate([picture[::2, ::2].reshape(-1, 3) for picture in pictures])
    packed = (seen.astype(np.int32) >> 2) @ (1 << 12, 1 << 6, 1)                    # six bits a channel are enough to tell apart
    _, first, counts = np.unique(packed, return_index=True, return_counts=True)
    weights = np.maximum(np.sqrt(counts * (40000 / len(seen))), 1).astype(int)
    colors = np.concatenate((np.repeat(seen[first], weights, axis=0), np.repeat(swatches, SWATCH, axis=0).astype(np.uint8)))
    palette = Image.fromarray(colors[None]).quantize(COLORS, method=Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    chosen = (palette.getpalette() or [])[:3 * COLORS]
    palette.putpalette(chosen + [0] * (768 - len(chosen)))
    return palette


def _quantized(picture: np.ndarray, palette):
    from PIL import Image
    return Image.fromarray(picture).quantize(palette=palette, dither=Image.Dither.NONE)
