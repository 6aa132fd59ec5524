"""The outline pass: a line of uniform width around selected and hovered bodies, visible through other bodies.

The body's own pixels are marked in the stencil; then the body grown by the line's width is painted where there is no mark.
"""
from __future__ import annotations

from app.render.arrangement.body_tables import BodyTables
from app.render.resources import meshes
from app.render.resources.gl import gl
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import VertexArray

SELECTED_WIDTH, HOVERED_WIDTH = 2.6, 1.6               # [pixels] before display scaling


class OutlinePass:
    """Draws outlines."""

    def __init__(self, boxes: BodyTables, spheres: BodyTables) -> None:
        """For the tables of the two shape kinds."""
        cube, square = meshes.cube(), meshes.square()
        self._box, self._sphere = Program("outline_box.vert", "outline.frag"), Program("sphere.vert", "outline_sphere.frag")
        self._selected = (VertexArray(cube, boxes.selected), VertexArray(square, spheres.selected))
        self._hovered = (VertexArray(cube, boxes.hovered), VertexArray(square, spheres.hovered))

    def draw(self, accent, scale: float) -> None:
        """Draw with the colour `accent` (3,), widths times `scale`."""
        if any(array.table.count for array in self._hovered):
            self._outline(self._hovered, (*accent, 0.65), HOVERED_WIDTH * scale)
        if any(array.table.count for array in self._selected):
            self._outline(self._selected, (*accent, 1.0), SELECTED_WIDTH * scale)

    def _outline(self, arrays, ink, width: float) -> None:
        gl.glClear(gl.GL_STENCIL_BUFFER_BIT)
        gl.glEnable(gl.GL_STENCIL_TEST)
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glColorMask(False, False, False, False)
        gl.glStencilFunc(gl.GL_ALWAYS, 1, 0xFF)
        gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_REPLACE)
        self._silhouettes(arrays, ink, 0.0)
        gl.glColorMask(True, True, True, True)
        gl.glStencilFunc(gl.GL_EQUAL, 0, 0xFF)                    # each pixel once, so that translucent lines do not add up
        self._silhouettes(arrays, ink, width)
        gl.glDisable(gl.GL_STENCIL_TEST)
        gl.glEnable(gl.GL_DEPTH_TEST)

    def _silhouettes(self, arrays, ink, border: float) -> None:
        boxes, spheres = arrays
        self._box.use(border=border, ink=ink)
        boxes.draw()
        self._sphere.use(border=border, ink=ink)
        spheres.draw()

    def release(self) -> None:
        """Free everything."""
        for owned in (self._box, self._sphere, *self._selected, *self._hovered):
            owned.release()
