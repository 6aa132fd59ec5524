"""The outline pass: a line of uniform width around selected and hovered bodies, visible through other bodies.

The body's own pixels are marked in the stencil; then the body grown by the line's width is painted where there is no mark.
"""
from __future__ import annotations

from app.render.arrangement.body_tables import BodyTables
from app.render.passes.solid import SolidPass
from app.render.resources import meshes
from app.render.resources.gl import gl
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import VertexArray

HOVERED, SELECTED = 2, 4                               # bits of the stencil, which are clear when a picture begins
SELECTED_WIDTH, HOVERED_WIDTH = 2.6, 1.6               # [pixels] before display scaling


class OutlinePass:
    """Draws outlines."""

    def __init__(self, boxes: BodyTables, spheres: BodyTables, solids: SolidPass) -> None:
        """For the tables of the two shape kinds, and all others."""
        self._solids = solids
        cube, square = meshes.cube(), meshes.square()
        self._box, self._sphere = Program("outline_box.vert", "outline.frag"), Program("sphere.vert", "outline_sphere.frag")
        self._selected = (VertexArray(cube, boxes.selected), VertexArray(square, spheres.selected))
        self._hovered = (VertexArray(cube, boxes.hovered), VertexArray(square, spheres.hovered))

    def draw(self, accent, scale: float) -> None:
        """Draw with the colour `accent` (3,), widths times `scale`."""
        if any(array.table.count for array in self._hovered) or self._solids.marked("hovered"):
            self._outline("hovered", (*accent, 0.65), HOVERED_WIDTH * scale, HOVERED)
        if any(array.table.count for array in self._selected) or self._solids.marked("selected"):
            self._outline("selected", (*accent, 1.0), SELECTED_WIDTH * scale, SELECTED)

    def _outline(self, marked: str, ink, width: float, bit: int) -> None:
        gl.glEnable(gl.GL_STENCIL_TEST)
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glColorMask(False, False, False, False)
        gl.glStencilMask(bit)
        gl.glStencilFunc(gl.GL_ALWAYS, bit, bit)
        gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_REPLACE)
        self._silhouettes(marked, ink, 0.0)
        gl.glColorMask(True, True, True, True)
        gl.glStencilFunc(gl.GL_NOTEQUAL, bit, bit)
        gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_KEEP)
        self._silhouettes(marked, ink, width)
        gl.glStencilMask(0xFF)
        gl.glDisable(gl.GL_STENCIL_TEST)
        gl.glEnable(gl.GL_DEPTH_TEST)

    def _silhouettes(self, marked: str, ink, border: float) -> None:
        boxes, spheres = self._selected if marked == "selected" else self._hovered
        self._box.use(border=border, ink=ink)
        boxes.draw()
        self._sphere.use(border=border, ink=ink)
        spheres.draw()
        self._solids.silhouettes(marked, ink, border)

    def release(self) -> None:
        """Free everything."""
        for owned in (self._box, self._sphere, *self._selected, *self._hovered):
            owned.release()
