"""A batch of joint glyphs: lines, dots and triangles, each with the row of its joint and its meaning.

A glyph gives each primitive a meaning (`LIMIT`, `MOTOR`, ...); colours are assigned when the batch becomes parts of a frame, so
a disabled, broken or selected joint has the same glyph in other colours.  Picking reads the same primitives.
"""
from __future__ import annotations

from collections import defaultdict

import numpy as np

from app.draw.frame import Fills, Markers, Segments

# meanings of primitives
LINK, APART, MAIN, LIMIT, RANGE, NEEDLE, MOTOR, SPRING, ROPE, GEAR, WHEEL, AXIS_FREE, AXIS_FIXED = range(13)

THIN, FINE, THICK = 1.3, 1.8, 3.0      # [pixels] widths of lines
DOT, BALL = 6.0, 10.0                  # [pixels] sizes of dots
SHINE = 0.62                           # visibility of joints inside bodies, where most of them are
CASING = 1.3                           # [pixels] dark border of lines


class GlyphBatch:
    """Primitives of joints, grouped by width; `rows` give the joint of the view for each."""

    def __init__(self) -> None:
        """An empty batch; `line_scale` multiplies the widths of primitives added afterwards."""
        self.line_scale = 1.0
        self._lines: dict[tuple[float, bool, float], list] = defaultdict(list)           # width, caps, casing
        self._dots: dict[float, list] = defaultdict(list)
        self._fills: list = []

    def lines(self, rows: np.ndarray, points: np.ndarray, meaning: int, width: float, caps: bool = True) -> None:
        """Straight pieces (k, 2, 3) or (k, s, 2, 3) of joints `rows` (k,), `width` pixels wide."""
        pieces = _of_each(points, len(rows), 2)
        if pieces.size:
            style = width * self.line_scale, caps, CASING * self.line_scale
            self._lines[style].append((pieces.reshape(-1, 2, 3), np.repeat(rows, pieces.shape[1]), meaning))

    def curve(self, rows: np.ndarray, points: np.ndarray, meaning: int, width: float) -> None:
        """Smooth curves through (k, n, 3)."""
        self.lines(rows, np.stack((points[:, :-1], points[:, 1:]), axis=2), meaning, width, caps=False)

    def dots(self, rows: np.ndarray, points: np.ndarray, meaning: int, size: float) -> None:
        """Dots at (k, 3) or (k, s, 3), `size` pixels wide."""
        places = _of_each(points, len(rows), 1)[:, :, 0]
        if places.size:
            self._dots[size * self.line_scale].append((places.reshape(-1, 3), np.repeat(rows, places.shape[1]), meaning))

    def fills(self, rows: np.ndarray, points: np.ndarray, meaning: int) -> None:
        """Triangles (k, 3, 3) or (k, s, 3, 3)."""
        pieces = _of_each(points, len(rows), 3)
        if pieces.size:
            self._fills.append((pieces.reshape(-1, 3, 3), np.repeat(rows, pieces.shape[1]), meaning))

    def fan(self, rows: np.ndarray, apex: np.ndarray, rim: np.ndarray, meaning: int) -> None:
        """Triangles from apexes (k, 3) to curves (k, n, 3)."""
        tips = np.broadcast_to(apex[:, None], rim[:, 1:].shape)
        self.fills(rows, np.stack((tips, rim[:, :-1], rim[:, 1:]), axis=2), meaning)

    def pieces(self, without: int) -> tuple[np.ndarray, np.ndarray]:
        """(s, 2, 3) ends of all lines except those of one meaning, dots as lines without length, and (s,) rows of their
        joints."""
        found = [(points, rows) for group in self._lines.values() for points, rows, meaning in group if meaning != without]
        found += [(np.stack((points, points), axis=1), rows) for group in self._dots.values() for points, rows, _ in group]
        if not found:
            return np.zeros((0, 2, 3)), np.zeros(0, np.intp)
        points, rows = zip(*found, strict=True)
        return np.concatenate(points), np.concatenate(rows)

    def segments(self, colors: np.ndarray, cased: bool) -> tuple[Segments, ...]:
        """All lines in `colors` (meanings, m, 4), with or without casings."""
        made = []
        for (width, caps, border), group in self._lines.items():
            points, chosen = _joined(group, colors)
            casing = border if cased else 0.0
            made.append(Segments(points, chosen, width, on_top=True, shine=SHINE, caps=caps, casing=casing))
        return tuple(made)

    def markers(self, colors: np.ndarray) -> tuple[Markers, ...]:
        """All dots."""
        return tuple(Markers(*_joined(group, colors), size, shine=SHINE) for size, group in self._dots.items())

    def triangles(self, colors: np.ndarray) -> tuple[Fills, ...]:
        """All triangles."""
        return (Fills(*_joined(self._fills, colors), shine=SHINE),) if self._fills else ()


def _of_each(points: np.ndarray, count: int, corners: int) -> np.ndarray:
    """(count, s, corners, 3) points of `count` joints; `count` may be 0."""
    return points.reshape(count, points.size // max(3 * corners * count, 1), corners, 3)


def _joined(group: list, colors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    points = np.concatenate([part for part, _, _ in group]).astype(np.float32)
    return points, np.concatenate([colors[meaning, rows] for _, rows, meaning in group])
