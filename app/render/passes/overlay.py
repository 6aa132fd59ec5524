"""The overlay pass: triangles, segments and markers.  Those visible through bodies are drawn twice, faintly where a body hides
them.

Nothing here writes depth, so later primitives are on top: fills, then the casings of all lines, lines, dots.  Of each kind all
that bodies hide is below all that they do not.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from app.draw.colors import repeated
from app.draw.frame import Fills, Frame, Markers, Segments
from app.render.arrangement.plane_layout import BORDER
from app.render.arrangement.theme import theme_called
from app.render.resources.gl import gl
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import FILL, MARKER, SEGMENT, InstanceTable, PointArray, QuadArray, TriangleArray

Shape = Callable[[InstanceTable], PointArray]


class Batch(NamedTuple):
    """Rows, and their strength where bodies hide them: 0 for those that do not shine through."""

    rows: np.ndarray
    shine: float


class Brush:
    """One kind of overlay: its program, and the table of rows it is drawn for.

    All batches of a picture are uploaded at once, since an upload may wait for what is being drawn from the table, and drawn at
    once, since each call takes as long as a hundred lines.
    """

    def __init__(self, program: Program, dtype: np.dtype, shape: Shape, corners: int = 1) -> None:
        """Draws the vertex array `shape(table)` of a table of `dtype`, with `corners` copies of each row."""
        self._program, self._table, self._corners = program, InstanceTable(dtype), corners
        self._array = shape(self._table)

    def draw(self, batches: Sequence[Batch]) -> None:
        """Draw batches, later ones over earlier ones: first, faintly, what bodies hide of those that shine through."""
        batches = [batch for batch in batches if len(batch.rows)]
        if not batches:
            return
        rows = batches[0].rows if len(batches) == 1 else np.concatenate([batch.rows for batch in batches])
        self._table.upload(rows if self._corners == 1 else np.repeat(rows, self._corners))
        gl.glDepthFunc(gl.GL_GREATER)
        for first, count, shine in runs(batches):
            self._program.use(strength=shine)
            self._array.draw(self._corners * first, self._corners * count)
        gl.glDepthFunc(gl.GL_LEQUAL)
        self._program.use(strength=1.0)
        self._array.draw()

    def release(self) -> None:
        """Free everything."""
        for owned in (self._program, self._table, self._array):
            owned.release()


def runs(batches: Sequence[Batch]) -> list[tuple[int, int, float]]:
    """First row, number of rows and strength of each run of batches that shine through bodies alike."""
    found, first = [], 0
    for batch in batches:
        count = len(batch.rows)
        if batch.shine > 0.0:
            begin, length, shine = found[-1] if found else (0, 0, 0.0)
            if begin + length == first and shine == batch.shine:
                found[-1] = begin, length + count, shine
            else:
                found.append((first, count, float(batch.shine)))
        first += count
    return found


class OverlayPass:
    """Draws overlays, with blending and without depth writes."""

    def __init__(self) -> None:
        """Make the programs."""
        self._lines = Brush(Program("segment.vert", "segment.frag"), SEGMENT, QuadArray, corners=4)
        self._dots = Brush(Program("marker.vert", "marker.frag"), MARKER, PointArray)
        self._fills = Brush(Program("fill.vert", "fill.frag"), FILL, TriangleArray)

    def draw_borders(self, points: np.ndarray, color, scale: float) -> None:
        """Draw the (m, 2, 3) borders of planes in a `color` of 4 bytes."""
        borders = Segments(points, repeated(color, len(points)), BORDER)
        self._lines.draw([Batch(segment_rows(borders, scale), 0.0)])

    def draw(self, frame: Frame, scale: float) -> None:
        """Draw the frame's fills, segments and markers; widths times `scale`."""
        self._fills.draw([Batch(fill_rows(fills), fills.shine) for fills in frame.fills])
        casing = theme_called(frame.theme).casing
        cased = [Batch(casing_rows(lines, casing, scale), _shine(lines)) for lines in frame.segments if lines.casing > 0]
        self._lines.draw(cased + [Batch(segment_rows(lines, scale), _shine(lines)) for lines in frame.segments])
        self._dots.draw([Batch(marker_rows(dots, scale), _shine(dots)) for dots in frame.markers])

    def release(self) -> None:
        """Free everything."""
        for brush in (self._lines, self._dots, self._fills):
            brush.release()


def _shine(batch: Segments | Markers) -> float:
    return batch.shine if batch.on_top else 0.0


def segment_rows(batch: Segments, scale: float) -> np.ndarray:
    """SEGMENT rows of a batch, its width times `scale`."""
    numbers = np.empty((len(batch.points), SEGMENT.itemsize // 4), np.float32)           # a third of the time of field by field
    numbers[:, :6], numbers[:, 7], numbers[:, 8] = batch.points.reshape(-1, 6), batch.width * scale, batch.caps
    rows = numbers.view(SEGMENT)[:, 0]
    rows["color"] = batch.colors
    return rows


def casing_rows(batch: Segments, color, scale: float) -> np.ndarray:
    """SEGMENT rows of a batch's casings in a `color` of 4 bytes, as faint as their lines."""
    rows = segment_rows(batch, scale)
    rows["style"][:, 0] = (batch.width + 2 * batch.casing) * scale
    rows["color"][:, :3] = color[:3]
    rows["color"][:, 3] = batch.colors[:, 3].astype(np.uint16) * color[3] // 255
    return rows


def marker_rows(batch: Markers, scale: float) -> np.ndarray:
    """MARKER rows of a batch, its size times `scale`."""
    rows = np.empty(len(batch.points), MARKER)
    rows["position"], rows["color"], rows["size"] = batch.points, batch.colors, batch.size * scale
    return rows


def fill_rows(batch: Fills) -> np.ndarray:
    """FILL rows of a batch, three a triangle."""
    rows = np.empty((len(batch.points), 3), FILL)
    rows["position"], rows["color"] = batch.points, batch.colors[:, None]
    return rows.reshape(-1)
