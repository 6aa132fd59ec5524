"""The depth pass: bodies drawn into the shadow map and the height map, where anything changed since the last frame."""
from __future__ import annotations

from app.render.arrangement.body_tables import BodyTables
from app.render.arrangement.light_fit import LightView
from app.render.resources import meshes
from app.render.resources.framebuffer import DepthMap
from app.render.resources.gl import gl
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import VertexArray

SIDES = {8: 8.0, 12: 20.0, 24: float("inf")}           # of the polygon of a disc up to this radius [texels]


def sides_for(radius: float) -> int:
    """Sides with which a disc of this radius [texels] is less than half a texel from round."""
    return next(sides for sides, largest in SIDES.items() if radius <= largest)


class DepthPass:
    """Draws the solid bodies as seen along parallel rays."""

    def __init__(self, boxes: BodyTables, spheres: BodyTables) -> None:
        """Over the tables of the two shape kinds."""
        self._drawn: dict[int, bytes] = {}                        # by map: the matrix it was drawn with
        self._box, self._disc = Program("depth_box.vert", "depth.frag"), Program("depth_disc.vert", "depth.frag")
        self._spheres, self._boxes = spheres, VertexArray(meshes.corner_cube(), boxes.solid)
        self._discs = {sides: VertexArray(meshes.disc(sides), spheres.solid) for sides in SIDES}

    def forget(self) -> None:
        """The bodies are other ones now, or elsewhere: every map has to be drawn anew."""
        self._drawn.clear()

    def draw(self, depths: DepthMap, view: LightView, toward, lift: float) -> None:
        """Fill `depths` as seen from direction `toward` (3,) through `view`, unless that is what it holds; spheres are discs
        `lift` radii above their centres."""
        matrix = view.matrix
        if self._drawn.get(depths.id) == matrix.tobytes():
            return
        depths.clear()
        gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
        gl.glPolygonOffset(1.5, 3.0)                              # keeps lit faces out of their own shadow
        gl.glDisable(gl.GL_CULL_FACE)
        self._box.use(matrix=matrix, toward=toward)
        self._boxes.draw()
        self._disc.use(matrix=matrix, toward=toward, lift=lift)
        self._discs[sides_for(self._spheres.largest / view.texel)].draw()
        gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)
        self._drawn[depths.id] = matrix.tobytes()

    def release(self) -> None:
        """Free everything."""
        self.forget()
        for owned in (self._box, self._disc, self._boxes, *self._discs.values()):
            owned.release()
