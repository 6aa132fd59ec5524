"""The depth pass: bodies drawn into the shadow map and the height map."""
from __future__ import annotations

from app.render import meshes
from app.render.body_tables import BodyTables
from app.render.framebuffer import DepthMap
from app.render.gl import gl
from app.render.program import Program
from app.render.vertex_arrays import VertexArray


class DepthPass:
    """Draws the solid bodies as seen along parallel rays."""

    def __init__(self, boxes: BodyTables, spheres: BodyTables) -> None:
        """Over the tables of the two shape kinds."""
        self._box, self._disc = Program("depth_box.vert", "depth.frag"), Program("depth_disc.vert", "depth.frag")
        self._boxes, self._discs = VertexArray(meshes.cube(), boxes.solid), VertexArray(meshes.disc(), spheres.solid)

    def draw(self, depths: DepthMap, matrix, toward, lift: float) -> None:
        """Fill `depths` as seen from direction `toward` (3,) through `matrix` (4, 4); spheres are discs `lift` radii above
        their centres."""
        depths.clear()
        gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
        gl.glPolygonOffset(1.5, 3.0)                              # keeps lit faces out of their own shadow
        gl.glEnable(gl.GL_CULL_FACE)
        self._box.use(matrix=matrix)
        self._boxes.draw()
        gl.glDisable(gl.GL_CULL_FACE)
        self._disc.use(matrix=matrix, toward=toward, lift=lift)
        self._discs.draw()
        gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)

    def release(self) -> None:
        """Free everything."""
        for owned in (self._box, self._disc, self._boxes, self._discs):
            owned.release()
