"""The overlay pass: triangles, segments and markers.  Those visible through bodies are drawn twice, faintly where a body hides
them.

Nothing here writes depth, so later primitives are on top: fills, then the casings of all lines, lines, dots.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from app.draw.frame import Fills, Frame, Markers, Segments
from app.render.arrangement.theme import theme_called
from app.render.resources import meshes
from app.render.resources.gl import gl
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import FILL, MARKER, SEGMENT, InstanceTable, PointArray, QuadArray, VertexArray

Shape = Callable[[InstanceTable], PointArray | VertexArray]
BORDER = 1.5                           # [pixels] before display scaling


class Brush:
    """One kind of overlay: its program, and the table of rows it is drawn for."""

    def __init__(self, program: Program, dtype: np.dtype, shape: Shape, corners: int = 1) -> None:
        """Draws the vertex array `shape(table)` of a table of `dtype`, with `corners` copies of each row."""
        self._program, self._table, self._corners = program, InstanceTable(dtype), corners
        self._array = shape(self._table)

    def draw(self, rows: np.ndarray, shine: float, **uniforms) -> None:
        """Draw rows; with `shine` > 0 also where a body hides them, with this strength."""
        if not len(rows):
            return
        self._table.upload(rows if self._corners == 1 else np.repeat(rows, self._corners))
        if shine > 0.0:
            gl.glDepthFunc(gl.GL_GREATER)
            self._program.use(strength=float(shine), **uniforms)
            self._array.draw()
        gl.glDepthFunc(gl.GL_LEQUAL)
        self._program.use(strength=1.0, **uniforms)
        self._array.draw()

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
        self._fills = Brush(Program("fill.vert", "fill.frag"), FILL, partial(VertexArray, meshes.corners()))

    def draw_borders(self, points: np.ndarray, color, scale: float) -> None:
        """Draw the (m, 2, 3) borders of planes in a `color` of 4 bytes."""
        batch = Segments(points, np.tile(np.array(color, np.uint8), (len(points), 1)))
        self._lines.draw(segment_rows(batch), 0.0, width=BORDER * scale, cap=1.0)

    def draw(self, frame: Frame, scale: float) -> None:
        """Draw the frame's fills, segments and markers; widths times `scale`."""
        for batch in frame.fills:
            self._fills.draw(fill_rows(batch), batch.shine)
        casing = theme_called(frame.theme).casing
        for batch in frame.segments:
            if batch.casing > 0:
                self._line(batch, casing_rows(batch, casing), (batch.width + 2 * batch.casing) * scale)
        for batch in frame.segments:
            self._line(batch, segment_rows(batch), batch.width * scale)
        for batch in frame.markers:
            self._dots.draw(marker_rows(batch), batch.shine if batch.on_top else 0.0, width=float(batch.size * scale))

    def _line(self, batch: Segments, rows: np.ndarray, width: float) -> None:
        self._lines.draw(rows, batch.shine if batch.on_top else 0.0, width=float(width), cap=1.0 if batch.caps else 0.0)

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
    """FILL rows of a batch."""
    rows = np.empty(len(batch.points), FILL)
    for corner, name in enumerate(("first", "second", "third")):
        rows[name] = batch.points[:, corner]
    rows["color"] = batch.colors
    return rows
