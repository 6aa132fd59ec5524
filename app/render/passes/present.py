"""The present pass: finished pictures into the window, and under them the opaque backs of panels.

A picture with as many pixels as its place is copied whole, which costs next to nothing.  To stretch one takes a look-up for each
pixel of the window, so where backs lie over it nothing is drawn of it; and the back itself is one colour without blending, a
seventh of the time of a panel's own translucent one.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from app.render.arrangement.uncovered import Backs, Box, uncovered
from app.render.resources import meshes
from app.render.resources.framebuffer import PictureBuffer
from app.render.resources.gl import gl
from app.render.resources.program import TEXTURE_UNITS, Program
from app.render.resources.vertex_arrays import BACK, RECTANGLE, InstanceTable, VertexArray

STRAIGHT = (0.0, 0.0, 0.0)             # arc of a rectangle without one


class Place(NamedTuple):
    """Where a picture goes."""

    picture: PictureBuffer
    at: tuple[int, int]                # lower left corner [pixels]
    size: tuple[int, int]              # there


class PresentPass:
    """Fills a window's framebuffer."""

    def __init__(self) -> None:
        """Make the programs."""
        self._stretch, self._back = Program("stretch.vert", "stretch.frag"), Program("back.vert", "back.frag")
        self._corner = Program("back.vert", "back.frag", {"ROUND": 1})
        self._parts, self._backs, self._corners = InstanceTable(RECTANGLE), InstanceTable(BACK), InstanceTable(BACK)
        square = meshes.square()
        self._parts_array, self._backs_array, self._corners_array = (
            VertexArray(square, table) for table in (self._parts, self._backs, self._corners))

    def draw(self, places: Sequence[Place], backs: Backs, size: tuple[int, int], keeps: bool = False) -> None:
        """Draw pictures and backs into the bound framebuffer of `size` pixels, without blending and depth test; where it `keeps`
        the panels nothing is drawn in the boxes of their backs."""
        window = (*map(float, size), 0.0, 0.0)
        for place in places:
            self._draw_picture(place, backs.boxes if keeps else backs.middles, window)
        if not keeps:
            self._draw_backs(backs, window)

    def _draw_backs(self, backs: Backs, window: tuple[float, ...]) -> None:
        ink = (*backs.color, 1.0)
        self._backs.upload(_back_rows([(box, STRAIGHT) for box in backs.middles]))
        self._back.use(window=window, ink=ink)
        self._backs_array.draw()
        self._corners.upload(_back_rows(backs.corners))
        gl.glEnable(gl.GL_BLEND)
        self._corner.use(window=window, ink=ink)
        self._corners_array.draw()
        gl.glDisable(gl.GL_BLEND)

    def _draw_picture(self, place: Place, covers: tuple[Box, ...], window: tuple[float, ...]) -> None:
        (left, bottom), (width, height) = place.at, place.size
        boxes = uncovered((left, bottom, left + width, bottom + height), covers)
        rows = np.zeros(len(boxes), RECTANGLE)
        if boxes:
            corners = np.array(boxes, np.float32)
            rows["low"], rows["high"] = corners[:, :2], corners[:, 2:]
        self._parts.upload(rows)
        place.picture.bind(TEXTURE_UNITS["picture_map"])
        self._stretch.use(place=(float(left), float(bottom), float(width), float(height)), window=window)
        self._parts_array.draw()

    def release(self) -> None:
        """Free everything."""
        for owned in vars(self).values():
            owned.release()


def _back_rows(parts: Sequence[tuple[Box, tuple[float, float, float]]]) -> np.ndarray:
    """BACK rows of boxes with their arcs."""
    rows = np.zeros(len(parts), BACK)
    for number, (box, arc) in enumerate(parts):
        rows[number] = (box[:2], box[2:], arc)
    return rows
