"""The body pass: boxes as cubes with bevels made in the shader, spheres as squares on which each pixel meets its sphere."""
from __future__ import annotations

from app.render import meshes
from app.render.body_tables import BodyTables
from app.render.gl import gl
from app.render.program import Program
from app.render.vertex_arrays import VertexArray


class BodyPass:
    """Draws solid and translucent bodies."""

    def __init__(self, constants: dict[str, int], boxes: BodyTables, spheres: BodyTables, coverage: bool) -> None:
        """Compile with the quality's constants; `coverage` smooths spheres by the samples they cover."""
        self._coverage = coverage
        cube, square = meshes.cube(), meshes.square()
        covered = constants | ({"COVERAGE": 1} if coverage else {})
        ghosts = constants | {"GHOSTS": 1, "COVERAGE": 1}
        self._box, self._sphere = Program("box.vert", "box.frag", constants), Program("sphere.vert", "sphere.frag", covered)
        self._ghost_box = Program("box.vert", "box.frag", ghosts)
        self._ghost_sphere = Program("sphere.vert", "sphere.frag", ghosts)
        self._boxes, self._spheres = VertexArray(cube, boxes.solid), VertexArray(square, spheres.solid)
        self._ghost_boxes, self._ghost_spheres = VertexArray(cube, boxes.ghost), VertexArray(square, spheres.ghost)

    def draw(self) -> None:
        """Draw the solid ones."""
        gl.glEnable(gl.GL_CULL_FACE)
        self._box.use()
        self._boxes.draw()
        gl.glDisable(gl.GL_CULL_FACE)
        if self._coverage:
            gl.glEnable(gl.GL_SAMPLE_ALPHA_TO_COVERAGE)
        self._sphere.use(border=0.0)
        self._spheres.draw()
        if self._coverage:
            gl.glDisable(gl.GL_SAMPLE_ALPHA_TO_COVERAGE)

    def draw_ghosts(self) -> None:
        """Draw the translucent ones, with blending on and no depth written."""
        gl.glEnable(gl.GL_CULL_FACE)
        self._ghost_box.use()
        self._ghost_boxes.draw()
        gl.glDisable(gl.GL_CULL_FACE)
        self._ghost_sphere.use(border=0.0)
        self._ghost_spheres.draw()

    def release(self) -> None:
        """Free everything."""
        for owned in vars(self).values():
            if isinstance(owned, Program | VertexArray):
                owned.release()
