"""A batch of joint glyphs: lines, dots and triangles, each with the row of its joint and its meaning.

A glyph gives each primitive a meaning (`LIMIT`, `MOTOR`, ...); colours are assigned when the batch becomes parts of a frame, so
a disabled, broken or selected joint has the same glyph in other colours.  Picking reads the same primitives.
"""
from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from app.draw.frame import Fills, Markers, Segments

# meanings of primitives
LINK, APART, MAIN, LIMIT, RANGE, NEEDLE, MOTOR, SPRING, ROPE, GEAR, WHEEL, AXIS_FREE, AXIS_FIXED = range(13)

THIN, FINE, THICK = 1.3, 1.8, 3.0      # [pixels] widths of lines
DOT, BALL = 6.0, 10.0                  # [pixels] sizes of dots
SHINE = 0.62                           # visibility of joints inside bodies, where most of them are
CASING = 1.3                           # [pixels] dark border of lines


class Outline(NamedTuple):
    """Lines (s, 2), dots (s,) or triangles (s, 3) of one shape."""

    vertices: np.ndarray
    meaning: int


class Group(NamedTuple):
    """Primitives that are drawn in one go."""

    vertices: np.ndarray       # (s, 2), (s,) or (s, 3) numbers
    meanings: np.ndarray       # (s,)
    rows: np.ndarray           # (s,) of their joints


class Outlines:
    """Primitives between numbered vertices, grouped by width."""

    def __init__(self, shapes: tuple[dict, dict, list], places: np.ndarray, owners: np.ndarray):
        """`shapes`: lines by (width, caps, casing), dots by size, triangles; `places` (n,) of their vertices' numbers among the
        drawn vertices, and `owners` (n,) the rows of their joints."""
        lines, dots, fills = shapes
        self.lines = {style: grouped(found, places, owners) for style, found in lines.items()}
        self.dots = {size: grouped(found, places, owners) for size, found in dots.items()}
        self.fills = grouped(fills, places, owners) if fills else None

    @cached_property
    def pieces(self) -> Group:
        """All lines, and dots as lines without length."""
        nothing = Group(np.zeros((0, 2), np.intp), np.zeros(0, np.intp), np.zeros(0, np.intp))
        points = (dots._replace(vertices=np.stack((dots.vertices, dots.vertices), axis=1)) for dots in self.dots.values())
        return Group(*map(np.concatenate, zip(nothing, *self.lines.values(), *points, strict=True)))


class GlyphBatch:
    """The primitives of the joints of a picture."""

    def __init__(self, outlines: Outlines, points: np.ndarray):
        """`points`: (n, 3) their vertices [m]."""
        self.outlines, self.points = outlines, points

    def pieces(self, without: int) -> tuple[np.ndarray, np.ndarray]:
        """(s, 2, 3) ends of all lines except those of one meaning, dots as lines without length, and (s,) rows of their
        joints."""
        vertices, meanings, rows = self.outlines.pieces
        chosen = meanings != without
        return self.points[vertices[chosen]], rows[chosen]

    def segments(self, colors: np.ndarray, cased: bool) -> tuple[Segments, ...]:
        """All lines in `colors` (meanings, m, 4), with or without casings."""
        return tuple(Segments(*self._seen(group, colors), width, on_top=True, shine=SHINE, caps=caps, casing=border * cased)
                     for (width, caps, border), group in self.outlines.lines.items())

    def markers(self, colors: np.ndarray) -> tuple[Markers, ...]:
        """All dots."""
        return tuple(Markers(*self._seen(group, colors), size, shine=SHINE) for size, group in self.outlines.dots.items())

    def triangles(self, colors: np.ndarray) -> tuple[Fills, ...]:
        """All triangles."""
        fills = self.outlines.fills
        return (Fills(*self._seen(fills, colors), shine=SHINE),) if fills else ()

    @cached_property
    def _single(self) -> np.ndarray:
        return self.points.astype(np.float32)

    def _seen(self, group: Group, colors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return self._single[group.vertices], colors[group.meanings, group.rows]


def grouped(found: list[Outline], places: np.ndarray, owners: np.ndarray) -> Group:
    """Primitives of several shapes as one group, with vertices at `places` (n,) and rows from `owners` (n,)."""
    numbers = np.concatenate([shape.vertices for shape in found])
    meanings = np.repeat([shape.meaning for shape in found], [len(shape.vertices) for shape in found])
    return Group(places[numbers], meanings, owners[numbers if numbers.ndim == 1 else numbers[:, 0]])
