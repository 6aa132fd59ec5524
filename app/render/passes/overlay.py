"""The overlay pass: triangles, segments and markers.  Those visible through bodies are drawn twice, faintly where a body hides
them.

Nothing here writes depth, so later primitives are on top: fills, then the casings of all lines, lines, dots.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from app.draw.frame import Fills, Frame, Markers, Segments
from app.render.arrangement.theme import theme_called
from app.render.resources.gl import gl
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import FILL, MARKER, SEGMENT, InstanceTable, PointArray, QuadArray, TriangleArray

Shape = Callable[[InstanceTable], PointArray]
Part = tuple[int, int]                 # first row of a table, and number of rows
BORDER = 1.5                           # [pixels] before display scaling


class Brush:
    """One kind of overlay: its program, and the table of rows it is drawn for.

    All batches of a picture are uploaded at once: an upload may wait for what is being drawn from the table.
    """

    def __init__(self, program: Program, dtype: np.dtype, shape: Shape, corners: int = 1) -> None:
        """Draws the vertex array `shape(table)` of a table of `dtype`, with `corners` copies of each row."""
        self._program, self._table, self._corners = program, InstanceTable(dtype), corners
        self._array = shape(self._table)

    def load(self, batches: Sequence[np.ndarray]) -> list[Part]:
        """Upload the rows of all batches; the part of each."""
        counts = self._corners * np.array([len(rows) for rows in batches], int)
        if counts.sum():
            rows = batches[0] if len(batches) == 1 else np.concatenate(batches)
            self._table.upload(rows if self._corners == 1 else np.repeat(rows, self._corners))
        return list(zip((counts.cumsum() - counts).tolist(), counts.tolist()))

    def draw(self, part: Part, shine: float, **uniforms) -> None:
        """Draw rows that are loaded; with `shine` > 0 also where a body hides them, with this strength."""
        if not part[1]:
            return
        if shine > 0.0:
            gl.glDepthFunc(gl.GL_GREATER)
            self._program.use(strength=float(shine), **uniforms)
            self._array.draw(*part)
        gl.glDepthFunc(gl.GL_LEQUAL)
        self._program.use(strength=1.0, **uniforms)
        self._array.draw(*part)

    def release(self) -> None:
        """Free everything."""
        for owned in (self._program, self._table, self._array):
            owned.release()


class OverlayPass:
    """Draws overlays, with blending and without depth writes."""

    def __init__(self) -> None:
        """Make the programs."""
        self._lines = Brush(Program("segment.vert", "segment.frag"), SEGMENT, QuadArray, corners=4)
        self._dots = Brush(Program("marker.vert", "marker.frag"), MARKER, PointArray)
        self._fills = Brush(Program("fill.vert", "fill.frag"), FILL, TriangleArray)

    def draw_borders(self, points: np.ndarray, color, scale: float) -> None:
        """Draw the (m, 2, 3) borders of planes in a `color` of 4 bytes."""
        batch = Segments(points, np.tile(np.array(color, np.uint8), (len(points), 1)))
        (part,) = self._lines.load([segment_rows(batch)])
        self._lines.draw(part, 0.0, width=BORDER * scale, cap=1.0)

    def draw(self, frame: Frame, scale: float) -> None:
        """Draw the frame's fills, segments and markers; widths times `scale`."""
        for batch, part in zip(frame.fills, self._fills.load([fill_rows(batch) for batch in frame.fills])):
            self._fills.draw(part, batch.shine)
        self._draw_lines(frame, scale)
        for batch, part in zip(frame.markers, self._dots.load([marker_rows(batch) for batch in frame.markers])):
            self._dots.draw(part, batch.shine if batch.on_top else 0.0, width=float(batch.size * scale))

    def _draw_lines(self, frame: Frame, scale: float) -> None:
        """Casings of all lines, then the lines."""
        casing = theme_called(frame.theme).casing
        cased = [batch for batch in frame.segments if batch.casing > 0]
        rows = [casing_rows(batch, casing) for batch in cased] + [segment_rows(batch) for batch in frame.segments]
        widths = [batch.width + 2 * batch.casing for batch in cased] + [batch.width for batch in frame.segments]
        for batch, part, width in zip((*cased, *frame.segments), self._lines.load(rows), widths):
            self._lines.draw(part, batch.shine if batch.on_top else 0.0, width=float(width * scale),
                             cap=1.0 if batch.caps else 0.0)

    def release(self) -> None:
        """Free everything."""
        for brush in (self._lines, self._dots, self._fills):
            brush.release()


def segment_rows(batch: Segments) -> np.ndarray:
    """SEGMENT rows of a batch."""
    rows = np.empty(len(batch.points), SEGMENT)
    rows["from"], rows["to"], rows["color"] = batch.points[:, 0], batch.points[:, 1], batch.colors
    return rows


def casing_rows(batch: Segments, color) -> np.ndarray:
    """SEGMENT rows of a batch's casings in a `color` of 4 bytes, as faint as their lines."""
    rows = segment_rows(batch)
    rows["color"][:, :3] = color[:3]
    rows["color"][:, 3] = batch.colors[:, 3].astype(np.uint16) * color[3] // 255
    return rows


def marker_rows(batch: Markers) -> np.ndarray:
    """MARKER rows of a batch."""
    rows = np.empty(len(batch.points), MARKER)
    rows["position"], rows["color"] = batch.points, batch.colors
    return rows


def fill_rows(batch: Fills) -> np.ndarray:
    """FILL rows of a batch, three a triangle."""
    rows = np.empty((len(batch.points), 3), FILL)
    rows["position"], rows["color"] = batch.points, batch.colors[:, None]
    return rows.reshape(-1)
