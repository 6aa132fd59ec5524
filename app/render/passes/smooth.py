"""The smoothing pass: smooths edges of a finished picture, only in the squares that contain edges."""
from __future__ import annotations

import numpy as np

from app.render.resources import meshes
from app.render.resources.gl import gl
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import RECTANGLE, InstanceTable, VertexArray


class SmoothPass:
    """Smooths edges."""

    def __init__(self) -> None:
        """Make the table of rectangles."""
        self._program, self._table = Program("rectangle.vert", "smooth.frag"), InstanceTable(RECTANGLE)
        self._array = VertexArray(meshes.square(), self._table)

    def draw(self, rectangles: np.ndarray) -> None:
        """Draw the picture in the unit `picture_map`, smoothed, in (m, 4) float32 `rectangles` [pixels]."""
        rows = np.empty(len(rectangles), RECTANGLE)
        rows["low"], rows["high"] = rectangles[:, :2], rectangles[:, 2:]
        self._table.upload(rows)
        gl.glDisable(gl.GL_DEPTH_TEST)
        self._program.use()
        self._array.draw()
        gl.glEnable(gl.GL_DEPTH_TEST)

    def release(self) -> None:
        """Free everything."""
        for owned in (self._program, self._array, self._table):
            owned.release()
