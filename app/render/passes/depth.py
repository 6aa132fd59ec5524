"""The depth pass: bodies in the shadow map and the height map, redrawn after a change."""
from __future__ import annotations

from app.render.arrangement.body_tables import BodyTables
from app.render.arrangement.light_fit import OFFSET, SLOPED_OFFSET, LightView
from app.render.passes.solid import SolidPass
from app.render.resources import meshes
from app.render.resources.framebuffer import DepthMap
from app.render.resources.gl import gl
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import PointArray, VertexArray

POINT_RADIUS = 8.0                     # [texels] boxes in a sphere up to this are points
LEAST_STEP = 2.0 ** -24                # of a map's depths
SIDES = {8: 8.0, 12: 20.0, 24: float("inf")}           # sides of the polygon of a disc up to this radius [texels]


def sides_for(radius: float) -> int:
    """Number of sides for which a polygon of this radius [texels] deviates by less than half a texel from a disc."""
    return next(sides for sides, largest in SIDES.items() if radius <= largest)


class DepthPass:
    """Draws the solid bodies in parallel projection."""

    def __init__(self, boxes: BodyTables, spheres: BodyTables, solids: SolidPass) -> None:
        """For the tables of the two shape kinds, and all others."""
        self._solids = solids
        self._drawn: dict[int, bytes] = {}                        # map -> the matrix with which it was drawn
        self._box, self._disc = Program("depth_box.vert", "depth.frag"), Program("depth_disc.vert", "depth.frag")
        self._spheres, self._boxes = spheres, VertexArray(meshes.corner_cube(), boxes.solid)
        self._point, self._points = Program("depth_point.vert", "depth_point.frag"), PointArray(boxes.points)
        self._discs = {sides: VertexArray(meshes.disc(sides), spheres.solid) for sides in SIDES}

    def forget(self) -> None:
        """Redraw every map: the bodies have changed."""
        self._drawn.clear()

    def draw(self, depths: DepthMap, view: LightView, toward, lift: float) -> None:
        """Fill `depths` as seen from direction `toward` (3,) through `view`, unless it is up to date; spheres are discs `lift`
        radii above their centres."""
        matrix = view.matrix
        if self._drawn.get(depths.id) == matrix.tobytes():
            return
        depths.clear()
        gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
        gl.glPolygonOffset(SLOPED_OFFSET, OFFSET)
        gl.glDisable(gl.GL_CULL_FACE)
        self._box.use(matrix=matrix, toward=toward)
        self._boxes.draw()
        self._point.use(matrix=matrix, toward=toward, texels=float(depths.size), sloped_offset=SLOPED_OFFSET,
                        offset=OFFSET * LEAST_STEP)
        self._points.draw()
        self._disc.use(matrix=matrix, toward=toward, lift=lift)
        self._discs[sides_for(self._spheres.largest / view.texel)].draw()
        self._solids.draw_depths(matrix, back=lift == 0.0)
        gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)
        self._drawn[depths.id] = matrix.tobytes()

    def release(self) -> None:
        """Free everything."""
        self.forget()
        for owned in (self._box, self._disc, self._point, self._boxes, self._points, *self._discs.values()):
            owned.release()
