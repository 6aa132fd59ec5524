"""The renderer: draws one picture of one frame.

A frame equal to the last one is not drawn again.  A picture is drawn in this order: maps of depth from the sun and from above,
solid bodies (nearest first), planes, sky, glass and ghosts, outlines, overlays; then the samples are resolved.
"""
from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from app.draw.frame import Frame, Mosaic, Tile, same
from app.render.arrangement.body_tables import BodyTables
from app.render.arrangement.edge_tiles import edge_tiles
from app.render.arrangement.extent import extent_of
from app.render.arrangement.frustum import Frustum
from app.render.arrangement.light_fit import HEIGHT_MAP, footprint, sun_view, top_view
from app.render.arrangement.plane_layout import PlaneLayouter
from app.render.arrangement.quality import Quality, preset, preset_for
from app.render.arrangement.scene_block import SUN, Lights, Picture, Surroundings, scene_block
from app.render.arrangement.theme import theme_called
from app.render.arrangement.uncovered import Backs
from app.render.canvas import Canvas
from app.render.passes.body import BodyPass
from app.render.passes.depth import POINT_RADIUS, DepthPass
from app.render.passes.outline import OutlinePass
from app.render.passes.overlay import OverlayPass
from app.render.passes.plane import Outlook, PlanePass
from app.render.passes.present import Place, PresentPass
from app.render.passes.sky import SkyPass
from app.render.passes.smooth import SmoothPass
from app.render.passes.solid import SolidPass
from app.render.resources.framebuffer import DepthMap, PictureBuffer
from app.render.resources.gl import gl, renderer_name
from app.render.resources.program import TEXTURE_UNITS
from app.render.resources.scene_buffer import SceneBuffer

PICTURES = 8                           # cached pictures: one for each variant of the window, and those of a film being recorded
UP = (0.0, 0.0, 1.0)


class Drawn(NamedTuple):
    """The content of a picture."""

    frame: Frame | None
    scale: float

    def same(self, frame: Frame, scale: float) -> bool:
        """Whether it is `frame` at `scale`."""
        return self.scale == scale and same(self.frame, frame)


class Prepared(NamedTuple):
    """What `present` copies."""

    copies: list[Place]
    size: tuple[int, int]                                         # of the target [pixels]
    between: tuple[float, float, float] | None                    # colour between tiles


NOTHING = Drawn(None, 0.0)
WHOLE = (0.0, 0.0, 1.0, 1.0)
Key = tuple[int, int, int]             # of a picture: width, height and the number of its tile


class Renderer:
    """Draws frames into the current GL context.  Make it, use it and release it in the thread of that context."""

    def __init__(self, quality: Quality | str | None = None) -> None:
        """`quality` is a preset's name or a Quality; None chooses by GL_RENDERER."""
        self._layouter = PlaneLayouter()
        self._parts: SimpleNamespace | None = None
        self._pictures: tuple[PictureBuffer, ...] = ()
        self._kept: dict[Key, tuple[PictureBuffer, ...]] = {}
        self._prepared = Prepared([], (0, 0), None)
        self._drawn: dict[Key, Drawn] = {}                        # the content of those pictures
        self._hurried = self._fresh = False                       # whether old maps may do, whether the last picture's are new
        self._shaded = False                                      # whether that had shadows
        self._quality = _chosen(quality)

    @property
    def quality(self) -> Quality:
        """The quality in use; set it to a Quality, a preset's name, or None for the machine's default."""
        return self._quality

    @quality.setter
    def quality(self, quality: Quality | str | None) -> None:
        chosen = _chosen(quality)
        if chosen != self._quality:
            self.release()
            self._quality = chosen

    def draw(self, frame: Frame | Mosaic, width: int, height: int, scale: float = 1.0, target: int = 0) -> None:
        """Draw into framebuffer object `target` (0: the window), width x height framebuffer pixels; `scale` is framebuffer
        pixels per window unit, the factor of line widths and dots.  Leaves `target` bound, viewport full, depth test and
        blending off."""
        self.prepare(frame, width, height, scale)
        self.present(target)

    def prepare(self, frame: Frame | Mosaic, width: int, height: int, scale: float = 1.0, *, detail: float = 1.0) -> None:
        """Begin to draw what `present` shows: meanwhile the caller can do other work.  `detail` is the share of the pixels of
        each side that is drawn and then stretched; every second one of such pictures keeps the shadows of the one before."""
        tiles = frame.tiles if isinstance(frame, Mosaic) else (Tile(frame, WHOLE),)
        between = theme_called(frame.theme).between if isinstance(frame, Mosaic) else None
        copies, self._hurried = [], detail < 1.0 and len(tiles) == 1
        for number, tile in enumerate(tiles if min(width, height) > 0 else ()):
            left, bottom, wide, high = tile.pixels(width, height)
            smooth = self._quality.smooth and detail >= 1.0       # the same time buys more pixels, which show more
            drawn = Picture(max(round(wide * detail), 1), max(round(high * detail), 1), scale * detail, smooth)
            self._show(tile.frame, drawn, number)
            copies.append(Place(self._result(drawn), (left, bottom), (wide, high)))
        gl.glFlush()
        self._prepared = Prepared(copies, (width, height), between)

    def present(self, target: int = 0, backs: Backs | None = None, *, keeps: bool = False) -> None:
        """Show the prepared picture in framebuffer object `target`; with `backs`, opaque ones of panels under it, of which all
        pixels stay where it `keeps` the panels."""
        copies, (width, height), between = self._prepared
        if between is not None:
            _fill(target, between)
        stretched = [copy for copy in copies if keeps or copy.size != (copy.picture.width, copy.picture.height)] if backs else []
        for copy in copies:
            if copy not in stretched:
                copy.picture.copy_to(target, copy.at, copy.size)
        if copies:
            _leave(target, width, height)
        if copies and backs is not None:
            self._parts.present.draw(stretched, backs, (width, height), keeps)
            _leave(target, width, height)

    def _show(self, frame: Frame, picture: Picture, number: int) -> None:
        """Update the picture of tile `number` to a frame."""
        key = (picture.width, picture.height, number)
        self._take(key)
        if not self._drawn.get(key, NOTHING).same(frame, picture.scale):
            self._drawn.pop(key, None)                            # an error meanwhile must not leave half a picture
            _set_state()
            self._make(frame, picture)
            self._drawn[key] = Drawn(frame, picture.scale)

    def _result(self, picture: Picture) -> PictureBuffer:
        """The buffer that holds a finished picture of the current size."""
        return self._pictures[0 if self._quality.smooth and not picture.smooth else -1]

    def forget(self) -> None:
        """Redraw the next frame, even if it equals the last one."""
        self._drawn.clear()

    def _make(self, frame: Frame, picture: Picture) -> None:
        """Draw a frame into the buffers of this size."""
        parts = self._parts = self._parts or _parts(self._quality)
        theme = theme_called(frame.theme)
        self._measure(frame, picture)
        self._shaded = frame.shadows
        if frame.shadows and self._fresh:
            parts.depth.draw(parts.shadow_map, self._lights.sun, SUN, 0.0)
        if self._quality.occlusion_taps:
            parts.depth.draw(parts.height_map, self._lights.top, UP, 0.5)
        parts.shadow_map.bind(TEXTURE_UNITS["shadow_map"])
        parts.height_map.bind(TEXTURE_UNITS["height_map"])
        self._draw_solids(parts)
        if picture.smooth:
            self._smooth_edges()
        self._draw_translucents(parts, frame, theme, picture.scale)
        if self._quality.samples:
            self._pictures[0].copy_to(self._pictures[-1].id)      # a resolve needs equal pixel formats

    def canvas(self, size: tuple[int, int]) -> Canvas:
        """An offscreen picture of `size` = (width, height) pixels, for films; release it before the renderer."""
        return Canvas(self, size)

    def _take(self, key: Key) -> None:
        """Use the buffers of this picture."""
        self._pictures = self._kept.pop(key, None) or _pictures(key[:2], self._quality)
        self._kept[key] = self._pictures                          # the newest last
        while len(self._kept) > PICTURES:
            oldest = next(iter(self._kept))
            self._drawn.pop(oldest, None)
            for picture in self._kept.pop(oldest):
                picture.release()

    def release(self) -> None:
        """Free all GL objects; the next draw makes new ones."""
        pictures = [picture for made in self._kept.values() for picture in made]
        for owned in (*pictures, *(vars(self._parts).values() if self._parts else ())):
            owned.release()
        self._kept.clear()
        self._drawn.clear()
        self._pictures, self._parts, self._prepared, self._fresh = (), None, Prepared([], (0, 0), None), False

    def _measure(self, frame: Frame, picture: Picture) -> None:
        parts, pose = self._parts, frame.camera
        extent = extent_of(frame)
        self._layout = self._layouter.layout(frame.planes, extent.low, extent.high)
        self._fresh = not (self._hurried and self._fresh and self._shaded)
        if self._fresh:
            sun = sun_view(extent, pose, picture.width / picture.height, SUN, self._quality.shadow_size)
            self._lights = Lights(sun, top_view(extent, pose, HEIGHT_MAP) if self._quality.occlusion_taps else sun)
        layout = self._layout
        block = scene_block(frame, picture, Surroundings(extent, self._lights, layout.height, layout.ground is not None))
        self._outlook = Outlook(np.array(pose.eye), 1.0 / float(block["horizon"][3]), self._footprints())
        parts.scene.upload(block)
        self._frustum = frustum = Frustum.of(pose, picture.width, picture.height)
        point = POINT_RADIUS * min(view.texel for view in self._lights)
        shown = (parts.boxes, frame.boxes), (parts.spheres, frame.spheres)
        changed = [tables.show(bodies, frustum, point) for tables, bodies in shown]
        changed.append(parts.solids.show(frame.solids, frustum))
        if any(changed):
            parts.depth.forget()

    def _footprints(self) -> tuple[np.ndarray, ...]:
        """The parts of the ground that the maps cover; empty when unknown."""
        if self._layout.ground is None:
            return ()
        views = self._lights if self._quality.occlusion_taps else (self._lights.sun,)
        found = [footprint(view, self._layout.ground) for view in views]
        return () if any(corners is None for corners in found) else tuple(found)

    def _draw_solids(self, parts: SimpleNamespace) -> None:
        picture = self._pictures[0]
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, picture.id)
        gl.glViewport(0, 0, picture.width, picture.height)
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT | gl.GL_STENCIL_BUFFER_BIT)       # one alone takes thrice as long; the sky covers all
        parts.bodies.draw()
        parts.solids.draw()
        parts.planes.draw(self._layout, self._outlook)
        gl.glDisable(gl.GL_CULL_FACE)
        gl.glDepthMask(False)
        parts.sky.draw()

    def _draw_translucents(self, parts: SimpleNamespace, frame: Frame, theme, scale: float) -> None:
        gl.glEnable(gl.GL_BLEND)
        parts.planes.draw_panes(self._layout, self._outlook)
        parts.bodies.draw_ghosts()
        parts.solids.draw_ghosts()
        gl.glDisable(gl.GL_CULL_FACE)
        parts.outlines.draw(theme.accent, scale)
        parts.overlays.draw_borders(self._layout.borders(), theme.border, scale)
        parts.overlays.draw(frame, scale)
        gl.glDisable(gl.GL_BLEND)
        gl.glDepthMask(True)

    def _smooth_edges(self) -> None:
        """Smooth into the second picture, which shares the first one's depths.  Before the overlays, which are smooth already,
        and only where bodies have edges."""
        first, second = self._pictures
        first.copy_to(second.id)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, second.id)
        first.bind(TEXTURE_UNITS["picture_map"])
        parts = self._parts
        parts.smooth.draw(edge_tiles(self._frustum, parts.boxes.rows, parts.spheres.rows, parts.solids.seen()))


def _leave(target: int, width: int, height: int) -> None:
    """Set the GL state after a picture."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, target)
    gl.glViewport(0, 0, width, height)
    gl.glDisable(gl.GL_DEPTH_TEST)
    gl.glBindVertexArray(0)
    gl.glUseProgram(0)


def _fill(target: int, color: tuple[float, float, float]) -> None:
    """Fill a framebuffer object with one colour."""
    _set_state()
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, target)
    gl.glClearColor(*color, 1.0)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)


def _pictures(size: tuple[int, int], quality: Quality) -> tuple[PictureBuffer, ...]:
    """The buffer to draw into, and where needed a second one for the resolved or smoothed picture."""
    first = PictureBuffer(*size, quality.samples)
    if not (quality.samples or quality.smooth):
        return (first,)
    return first, PictureBuffer(*size, 0, first if quality.smooth else None)


def _parts(quality: Quality) -> SimpleNamespace:
    """All objects that depend on the quality."""
    boxes, spheres = BodyTables(True, quality.thrifty), BodyTables(False, quality.thrifty)
    solids = SolidPass(quality)
    return SimpleNamespace(
        boxes=boxes, spheres=spheres, solids=solids, scene=SceneBuffer(),
        shadow_map=DepthMap(quality.shadow_size, compare=True), height_map=DepthMap(HEIGHT_MAP, compare=False),
        depth=DepthPass(boxes, spheres, solids), bodies=BodyPass(quality, boxes, spheres),
        planes=PlanePass(quality), sky=SkyPass(), smooth=SmoothPass(),
        outlines=OutlinePass(boxes, spheres, solids), overlays=OverlayPass(), present=PresentPass())


def _set_state() -> None:
    """Set the initial GL state of all passes, independent of the state that ImGui leaves."""
    for switch in (gl.GL_BLEND, gl.GL_SCISSOR_TEST, gl.GL_STENCIL_TEST, gl.GL_CULL_FACE,
                   gl.GL_POLYGON_OFFSET_FILL, gl.GL_FRAMEBUFFER_SRGB):
        gl.glDisable(switch)
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glEnable(gl.GL_MULTISAMPLE)
    gl.glEnable(gl.GL_PROGRAM_POINT_SIZE)
    gl.glDepthFunc(gl.GL_LEQUAL)
    gl.glDepthMask(True)
    gl.glColorMask(True, True, True, True)
    gl.glFrontFace(gl.GL_CCW)
    gl.glCullFace(gl.GL_BACK)
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_FILL)
    gl.glClearDepth(1.0)
    gl.glClearStencil(0)
    gl.glStencilMask(0xFF)
    gl.glBlendFuncSeparate(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA, gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
    for unit in TEXTURE_UNITS.values():
        gl.glBindSampler(unit, 0)


def _chosen(quality: Quality | str | None) -> Quality:
    if quality is None:
        return preset_for(renderer_name())
    return preset(quality) if isinstance(quality, str) else quality
