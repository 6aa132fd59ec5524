"""The plane pass: the endless ground as rings about the eye, other planes as polygons, and both as glass from behind."""
from __future__ import annotations

import numpy as np

from app.render import meshes
from app.render.gl import START, gl, offset
from app.render.plane_layout import PlaneLayout
from app.render.program import Program
from app.render.vertex_arrays import VertexArray

OUTERMOST = 4096.0                     # radius of the ring mesh in its own units


class PlanePass:
    """Draws a plane layout."""

    def __init__(self, constants: dict[str, int]) -> None:
        """Compile with the quality's constants."""
        self._ground = Program("ground.vert", "plane.frag", constants)
        self._polygon = Program("plane.vert", "plane.frag", constants)
        self._rings = VertexArray(meshes.rings())
        self._array = int(gl.glGenVertexArrays(1))
        self._buffer = int(gl.glGenBuffers(1))
        self._count, self._uploaded = 0, None
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        for location in (0, 1):
            gl.glVertexAttribPointer(location, 3, gl.GL_FLOAT, gl.GL_FALSE, 24, offset(12 * location))
            gl.glEnableVertexAttribArray(location)
        gl.glBindVertexArray(0)

    def draw(self, layout: PlaneLayout, eye: np.ndarray, fog_distance: float) -> None:
        """Draw the faces that look at the eye (3,) [m]; the ground ends where the fog is complete, about four `fog_distance`
        away."""
        self._upload(layout)
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glCullFace(gl.GL_BACK)
        self._draw(layout, eye, fog_distance)

    def draw_panes(self, layout: PlaneLayout, eye: np.ndarray, fog_distance: float) -> None:
        """Draw the faces that look away as panes of glass, with blending on and no depth written."""
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glCullFace(gl.GL_FRONT)
        self._draw(layout, eye, fog_distance)
        gl.glCullFace(gl.GL_BACK)

    def _draw(self, layout: PlaneLayout, eye: np.ndarray, fog_distance: float) -> None:
        if layout.ground is not None:
            height = abs(float(layout.ground[:3] @ eye - layout.ground[3]))
            self._ground.use(plane=layout.ground, stretch=(max(0.25 * height, 4 * fog_distance / OUTERMOST, 0.05), 0, 0))
            self._rings.draw()
        if self._count:
            self._polygon.use()
            gl.glBindVertexArray(self._array)
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, self._count)

    def _upload(self, layout: PlaneLayout) -> None:
        if layout is self._uploaded:
            return
        rows = [np.concatenate((polygon[[0, i, i + 1]], np.tile(normal, (3, 1))), axis=1)
                for polygon, normal in zip(layout.polygons, layout.normals, strict=True) for i in range(1, len(polygon) - 1)]
        vertices = np.concatenate(rows).astype(np.float32) if rows else np.zeros((0, 6), np.float32)
        self._count, self._uploaded = len(vertices), layout
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, max(vertices.nbytes, 24), vertices if len(vertices) else START, gl.GL_STATIC_DRAW)

    def release(self) -> None:
        """Free everything."""
        self._ground.release()
        self._polygon.release()
        self._rings.release()
        gl.glDeleteVertexArrays(1, np.array([self._array], np.uint32))
        gl.glDeleteBuffers(1, np.array([self._buffer], np.uint32))
