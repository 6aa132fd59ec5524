"""The overlay pass: segments and markers.  Those `on_top` are drawn twice, faintly where something hides them."""
from __future__ import annotations

import numpy as np

from app.frame import Frame, Markers, Segments
from app.render import meshes
from app.render.gl import gl
from app.render.program import Program
from app.render.vertex_arrays import MARKER, SEGMENT, InstanceTable, VertexArray

BORDER = 1.5                           # [pixels] before display scaling
HIDDEN = 0.20                          # strength of what shines through bodies


class OverlayPass:
    """Draws overlays, with blending on and no depth written."""

    def __init__(self) -> None:
        """Compile."""
        self._tables = InstanceTable(SEGMENT), InstanceTable(MARKER)
        self._programs = Program("segment.vert", "segment.frag"), Program("marker.vert", "marker.frag")
        self._arrays = tuple(VertexArray(meshes.square(), table) for table in self._tables)

    def draw_borders(self, points: np.ndarray, color, scale: float) -> None:
        """Draw the (m, 2, 3) borders of planes in a `color` of 4 bytes."""
        self._draw(0, segment_rows(Segments(points, np.tile(np.array(color, np.uint8), (len(points), 1)))), BORDER * scale, False)

    def draw(self, frame: Frame, scale: float) -> None:
        """Draw the frame's segments, then its markers; widths times `scale`."""
        for batch in frame.segments:
            self._draw(0, segment_rows(batch), float(batch.width * scale), batch.on_top)
        for batch in frame.markers:
            self._draw(1, marker_rows(batch), float(batch.size * scale), batch.on_top)

    def _draw(self, kind: int, rows: np.ndarray, width: float, on_top: bool) -> None:
        if not len(rows):
            return
        self._tables[kind].upload(rows)
        if on_top:
            gl.glDepthFunc(gl.GL_GREATER)
            self._programs[kind].use(width=width, strength=HIDDEN)
            self._arrays[kind].draw()
        gl.glDepthFunc(gl.GL_LEQUAL)
        self._programs[kind].use(width=width, strength=1.0)
        self._arrays[kind].draw()

    def release(self) -> None:
        """Free everything."""
        for owned in (*self._tables, *self._programs, *self._arrays):
            owned.release()


def segment_rows(batch: Segments) -> np.ndarray:
    """SEGMENT rows of a batch."""
    rows = np.empty(len(batch.points), SEGMENT)
    rows["from"], rows["to"], rows["color"] = batch.points[:, 0], batch.points[:, 1], batch.colors
    return rows


def marker_rows(batch: Markers) -> np.ndarray:
    """MARKER rows of a batch."""
    rows = np.empty(len(batch.points), MARKER)
    rows["position"], rows["color"] = batch.points, batch.colors
    return rows
