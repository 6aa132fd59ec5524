"""The plane pass: the endless ground as rings about the eye, other planes as polygons; both are translucent from behind.

Outside the shadow and height maps the ground needs no look-ups; that is most of a picture and the larger part of its cost
without a graphics card.  So the maps' footprints are marked in the stencil, and each part has its program.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.render.arrangement.plane_layout import PlaneLayout
from app.render.arrangement.quality import Quality
from app.render.resources import meshes
from app.render.resources.gl import START, gl, offset
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import VertexArray

OUTERMOST = 4096.0                     # radius of the ring mesh in its own units
COVERED = 1                            # bit of the stencil, which is clear when a picture begins
BARE = {"SHADOW_TAPS": 0, "OCCLUSION_TAPS": 0}


class Outlook(NamedTuple):
    """The view of a plane layout."""

    eye: np.ndarray                            # (3,) [m]
    fog_distance: float                        # [m] the fog is complete, and the ground ends, at about four times this distance
    footprints: tuple[np.ndarray, ...]         # (4, 3) corners of the ground's parts that the maps cover; none: all is covered


class Polygons:
    """Convex polygons in space, as triangles with normals."""

    def __init__(self) -> None:
        """None yet."""
        self.count = 0
        self._array, self._buffer = int(gl.glGenVertexArrays(1)), int(gl.glGenBuffers(1))
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        for location in (0, 1):
            gl.glVertexAttribPointer(location, 3, gl.GL_FLOAT, gl.GL_FALSE, 24, offset(12 * location))
            gl.glEnableVertexAttribArray(location)
        gl.glBindVertexArray(0)

    def upload(self, polygons, normals) -> None:
        """Replace them: (v, 3) corners each, counter-clockwise, and (3,) normals."""
        rows = [np.concatenate((polygon[[0, i, i + 1]], np.tile(normal, (3, 1))), axis=1)
                for polygon, normal in zip(polygons, normals, strict=True) for i in range(1, len(polygon) - 1)]
        vertices = np.concatenate(rows).astype(np.float32) if rows else np.zeros((0, 6), np.float32)
        self.count = len(vertices)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, max(vertices.nbytes, 24), vertices if len(vertices) else START, gl.GL_STREAM_DRAW)

    def draw(self) -> None:
        """Draw them."""
        if self.count:
            gl.glBindVertexArray(self._array)
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, self.count)

    def release(self) -> None:
        """Free the buffer."""
        gl.glDeleteVertexArrays(1, np.array([self._array], np.uint32))
        gl.glDeleteBuffers(1, np.array([self._buffer], np.uint32))


class PlanePass:
    """Draws a plane layout."""

    def __init__(self, quality: Quality) -> None:
        """Compile with the quality's constants."""
        constants = {"SHADOW_TAPS": quality.shadow_taps, "OCCLUSION_TAPS": quality.occlusion_taps}
        ground = ("far_ground.vert", "far_ground.frag") if quality.thrifty else ("ground.vert", "plane.frag")
        self._ground, self._bare_ground = (Program(*ground, taps | {"RINGS": 1}) for taps in (constants, BARE))
        self._polygon = Program("plane.vert", "plane.frag", constants)
        self._marker = Program("plane.vert", "depth.frag")
        self._ground_pane, self._pane = Program("ground.vert", "pane.frag"), Program("plane.vert", "pane.frag")
        self._rings = VertexArray(meshes.rings())
        self._walls, self._covered = Polygons(), Polygons()
        self._uploaded: PlaneLayout | None = None

    def draw(self, layout: PlaneLayout, outlook: Outlook) -> None:
        """Draw the faces towards the eye."""
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glCullFace(gl.GL_BACK)
        if layout.ground is not None:
            self._draw_ground(layout.ground, outlook)
        self._draw_walls(self._polygon, layout)

    def draw_panes(self, layout: PlaneLayout, outlook: Outlook) -> None:
        """Draw the back faces translucent, with blending and without depth writes."""
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glCullFace(gl.GL_FRONT)
        if layout.ground is not None:
            self._draw_rings(self._ground_pane, layout.ground, outlook)
        self._draw_walls(self._pane, layout)
        gl.glCullFace(gl.GL_BACK)

    def _draw_ground(self, ground: np.ndarray, outlook: Outlook) -> None:
        if not outlook.footprints:
            self._draw_rings(self._ground, ground, outlook)
            return
        self._covered.upload(outlook.footprints, [ground[:3]] * len(outlook.footprints))
        gl.glEnable(gl.GL_STENCIL_TEST)
        gl.glStencilFunc(gl.GL_ALWAYS, COVERED, COVERED)
        gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_REPLACE)
        self._mark_covered()
        gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_KEEP)
        for program, covered in ((self._ground, COVERED), (self._bare_ground, 0)):
            gl.glStencilFunc(gl.GL_EQUAL, covered, COVERED)
            self._draw_rings(program, ground, outlook)
        gl.glDisable(gl.GL_STENCIL_TEST)

    def _mark_covered(self) -> None:
        gl.glColorMask(False, False, False, False)
        gl.glDepthMask(False)
        self._marker.use()
        self._covered.draw()
        gl.glDepthMask(True)
        gl.glColorMask(True, True, True, True)

    def _draw_rings(self, program: Program, ground: np.ndarray, outlook: Outlook) -> None:
        height = abs(float(ground[:3] @ outlook.eye - ground[3]))
        program.use(plane=ground, stretch=(max(0.25 * height, 4 * outlook.fog_distance / OUTERMOST, 0.05), 0, 0))
        self._rings.draw()

    def _draw_walls(self, program: Program, layout: PlaneLayout) -> None:
        if layout is not self._uploaded:
            self._walls.upload(layout.polygons, layout.normals)
            self._uploaded = layout
        if self._walls.count:
            program.use()
            self._walls.draw()

    def release(self) -> None:
        """Free everything."""
        for owned in vars(self).values():
            if isinstance(owned, Program | VertexArray | Polygons):
                owned.release()
