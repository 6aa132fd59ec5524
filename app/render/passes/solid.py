"""The solid pass: capsules, cylinders, cones, hulls and height fields, in every pass of bodies: lit, translucent, into maps of
depth, and as silhouettes of outlines."""
from __future__ import annotations

from collections.abc import Callable, Sequence

from app.draw.frame import Solids
from app.draw.solids.field_form import seen_from_above
from app.draw.solids.parts import SOLIDS
from app.render.arrangement.frustum import Frustum
from app.render.arrangement.hull_tables import NO_HULLS, HullTables
from app.render.arrangement.quality import Quality
from app.render.arrangement.seen_bodies import SeenBodies, together
from app.render.arrangement.solid_tables import SolidTables
from app.render.resources.gl import gl
from app.render.resources.hull_arrays import HullArray
from app.render.resources.program import Program
from app.render.resources.solid_meshes import DETAIL, shell, solid_mesh
from app.render.resources.vertex_arrays import VertexArray

OPEN = "height_field"                  # is seen from both sides
BEHIND = 1.0, 4.0                      # how far its back is behind its front, as in glPolygonOffset
FORMED = {"convex": {"HULL": 1}, OPEN: {"HULL": 1, "FIELD": 1}}        # words of the shaders for what has triangles of its own


class SolidPass:
    """Everything that draws one frame's solids."""

    def __init__(self, quality: Quality) -> None:
        """Programs and meshes of a kind are made when there is one of it."""
        self._constants = {"SHADOW_TAPS": quality.shadow_taps, "OCCLUSION_TAPS": quality.occlusion_taps}
        self._kinds: dict[str, _Kind] = {}
        self._formed: dict[str, _Hulls] = {}
        self._backs = False                                       # whether the back of an open kind may be seen

    def show(self, solids: Sequence[Solids], frustum: Frustum) -> bool:
        """Upload the rows for the solids of a frame; whether any of them changed since the last call."""
        found, changed = {SOLIDS[group.kind]: group for group in solids}, False
        for name, group in found.items():
            if name in FORMED and name not in self._formed:
                self._formed[name] = _Hulls(name, self._constants)
            elif name not in FORMED and name not in self._kinds:
                self._kinds[name] = _Kind(name, group.kind, self._constants)
        for name, kind in self._kinds.items():
            changed |= kind.tables.show(found[name].instances if name in found else NO_HULLS.instances, frustum)
        self._backs = OPEN in found and not seen_from_above(found[OPEN], frustum.eye)
        for name, formed in self._formed.items():
            changed |= formed.tables.show(found.get(name, NO_HULLS), frustum)
        return changed

    def _all(self) -> list[_Kind | _Hulls]:
        return [*self._kinds.values(), *self._formed.values()]

    def _each(self, act: Callable[[_Kind | _Hulls], None], culls: bool = True) -> None:
        """Do with each closed kind, one of its sides left out if it `culls`."""
        if culls:
            gl.glEnable(gl.GL_CULL_FACE)
        for kind in self._all():
            if kind is not self._formed.get(OPEN):
                act(kind)
        gl.glDisable(gl.GL_CULL_FACE)

    def _both_sides(self, act: Callable[[_Hulls], None]) -> None:
        """Do with the open kind, first for its front, then, where that may be seen, for its back, a little behind: at a crest
        both have the same depth."""
        if OPEN not in self._formed:
            return
        gl.glEnable(gl.GL_CULL_FACE)
        act(self._formed[OPEN])
        if self._backs:
            gl.glCullFace(gl.GL_FRONT)
            gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
            gl.glPolygonOffset(*BEHIND)
            act(self._formed[OPEN])
            gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)
            gl.glCullFace(gl.GL_BACK)
        gl.glDisable(gl.GL_CULL_FACE)

    def draw(self) -> None:
        """Draw the solid ones."""
        self._each(lambda kind: kind.draw())
        self._both_sides(lambda kind: kind.draw())

    def draw_ghosts(self) -> None:
        """Draw the translucent ones, with blending and without depth writes."""
        self._each(lambda kind: kind.draw_ghosts())
        self._both_sides(lambda kind: kind.draw_ghosts())

    def draw_depths(self, matrix, back: bool) -> None:
        """Draw the solid ones into a map of depths, (4, 4) world -> clip: all sides, or the `back` ones alone."""
        if back:                                                  # which shade no lit side
            gl.glCullFace(gl.GL_FRONT)
        self._each(lambda kind: kind.draw_depths(matrix), back)
        gl.glCullFace(gl.GL_BACK)
        if OPEN in self._formed:
            self._formed[OPEN].draw_depths(matrix)

    def silhouettes(self, marked: str, ink, border: float) -> None:
        """Draw the "selected" or "hovered" ones, grown by `border` [pixels], in one colour (4,)."""
        for kind in self._all():
            kind.silhouettes(marked, ink, border)

    def marked(self, marked: str) -> bool:
        """Whether any is "selected" or "hovered"."""
        return any(getattr(kind.tables, marked).count for kind in self._all())

    def seen(self) -> SeenBodies:
        """Places and radii of the solid ones in the picture."""
        return together([kind.seen() for kind in self._all()])

    def release(self) -> None:
        """Free everything."""
        for kind in self._all():
            kind.release()
        self._kinds, self._formed = {}, {}


class _Programs:
    """The programs of one kind of shape."""

    def __init__(self, own: dict[str, int], constants: dict[str, int]) -> None:
        colors = "field.frag" if "FIELD" in own else "solid.frag"
        self.lit = Program("solid.vert", colors, constants | own)
        self.ghosts = Program("solid.vert", colors, constants | own | {"GHOSTS": 1})
        self.depths = Program("depth_solid.vert", "depth.frag", own)
        self.outline = Program("outline_solid.vert", "outline.frag", own)

    def release(self) -> None:
        for program in vars(self).values():
            program.release()


class _Kind:
    """Capsules, cylinders or cones."""

    def __init__(self, name: str, kind: int, constants: dict[str, int]) -> None:
        self.tables, self._programs = SolidTables(kind), _Programs({name.upper(): 1}, constants)
        tables = self.tables
        self._solid = [VertexArray(solid_mesh(name, detail), getattr(tables, detail)) for detail in DETAIL]
        self._ghosts = VertexArray(solid_mesh(name, "middle"), tables.ghost)
        self._depths = VertexArray(shell(name, "middle"), tables.solid)
        self._marked = {marked: VertexArray(shell(name, "fine"), getattr(tables, marked)) for marked in ("selected", "hovered")}

    def draw(self) -> None:
        if any(array.table.count for array in self._solid):
            self._programs.lit.use()
            for array in self._solid:
                array.draw()

    def draw_ghosts(self) -> None:
        if self._ghosts.table.count:
            self._programs.ghosts.use()
            self._ghosts.draw()

    def draw_depths(self, matrix) -> None:
        if self._depths.table.count:
            self._programs.depths.use(matrix=matrix)
            self._depths.draw()

    def silhouettes(self, marked: str, ink, border: float) -> None:
        if self._marked[marked].table.count:
            self._programs.outline.use(ink=ink, border=border)
            self._marked[marked].draw()

    def seen(self) -> SeenBodies:
        return SeenBodies(self.tables.rows["position"][self.tables.seen], self.tables.radii[self.tables.seen])

    def release(self) -> None:
        for owned in (self.tables, self._programs, *self._solid, self._ghosts, self._depths, *self._marked.values()):
            owned.release()


class _Hulls:
    """Convex hulls, or height fields."""

    def __init__(self, name: str, constants: dict[str, int]) -> None:
        self.tables, self._programs = HullTables(), _Programs(FORMED[name], constants)

    def draw(self) -> None:
        self._draw(self._programs.lit, self.tables.solid)

    def draw_ghosts(self) -> None:
        self._draw(self._programs.ghosts, self.tables.ghost)

    def draw_depths(self, matrix) -> None:
        self._draw(self._programs.depths, self.tables.shadow, matrix=matrix)

    def silhouettes(self, marked: str, ink, border: float) -> None:
        self._draw(self._programs.outline, getattr(self.tables, marked), ink=ink, border=border)

    @staticmethod
    def _draw(program: Program, array: HullArray, **uniforms) -> None:
        if array.count:
            program.use(**uniforms)
            array.draw()

    def seen(self) -> SeenBodies:
        return SeenBodies(self.tables.positions[self.tables.seen], self.tables.radii[self.tables.seen])

    def release(self) -> None:
        self.tables.release()
        self._programs.release()
