"""The body pass: boxes as three faces with bevels from the shader, tiny ones and spheres as squares with a ray test for each
pixel."""
from __future__ import annotations

from app.render.arrangement.body_tables import BodyTables
from app.render.arrangement.quality import Quality
from app.render.resources import meshes
from app.render.resources.gl import gl
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import PointArray, VertexArray


class BodyPass:
    """Draws solid and translucent bodies."""

    def __init__(self, quality: Quality, boxes: BodyTables, spheres: BodyTables) -> None:
        """For the tables of the two shape kinds; multisampling smooths spheres by their covered samples."""
        self._coverage = quality.samples > 0
        constants = {"SHADOW_TAPS": quality.shadow_taps, "OCCLUSION_TAPS": quality.occlusion_taps}
        ghosts, lines = constants | {"GHOSTS": 1, "COVERAGE": 1}, {"LINES": 1}
        covered = constants | ({"COVERAGE": 1} if self._coverage else {})
        cube, square = meshes.half_cube(), meshes.square()
        floor, floor_box = cube, ("box.vert", "box.frag")
        if quality.thrifty:
            floor, floor_box = meshes.floor_cube(), ("floor_box.vert", "floor_box.frag")
        self._boxes = (
            (Program("box.vert", "box.frag", constants), VertexArray(cube, boxes.near)),
            (Program("far_box.vert", "far_box.frag"), VertexArray(cube, boxes.far)),
            (Program("tiny_box.vert", "tiny_box.frag"), PointArray(boxes.tiny)),
            (Program(*floor_box, constants | lines), VertexArray(floor, boxes.lined)))
        self._spheres = (
            (Program("sphere.vert", "sphere.frag", covered), VertexArray(square, spheres.near)),
            (Program("sphere.vert", "sphere.frag", covered | {"FLAT": 1}), VertexArray(square, spheres.far)))
        self._ghost_boxes = Program(*floor_box, ghosts | lines), VertexArray(floor, boxes.ghost)
        self._ghost_spheres = Program("sphere.vert", "sphere.frag", ghosts), VertexArray(square, spheres.ghost)

    def draw(self) -> None:
        """Draw the solid bodies."""
        gl.glEnable(gl.GL_CULL_FACE)
        for program, array in self._boxes:
            _draw(program, array)
        gl.glDisable(gl.GL_CULL_FACE)
        if self._coverage:
            gl.glEnable(gl.GL_SAMPLE_ALPHA_TO_COVERAGE)
        for program, array in self._spheres:
            _draw(program, array)
        if self._coverage:
            gl.glDisable(gl.GL_SAMPLE_ALPHA_TO_COVERAGE)

    def draw_ghosts(self) -> None:
        """Draw the translucent bodies, with blending and without depth writes."""
        gl.glEnable(gl.GL_CULL_FACE)
        _draw(*self._ghost_boxes)
        gl.glDisable(gl.GL_CULL_FACE)
        _draw(*self._ghost_spheres)

    def release(self) -> None:
        """Free everything."""
        for program, array in (*self._boxes, *self._spheres, self._ghost_boxes, self._ghost_spheres):
            program.release()
            array.release()


def _draw(program: Program, array: VertexArray | PointArray) -> None:
    """Draw; a program without bodies is not compiled."""
    if array.table.count:
        program.use(border=0.0)
        array.draw()
