"""The body that is being made with the mouse: its shape, where it would stand, and its size.

A click on the scene makes it there, in its usual size; a drag sets the size: its longest half side is as long as the drag.  Until
then it is shown translucent under the pointer.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from app.simulation.commands import Command, CreateBody
from app.simulation.commands.editing import LARGEST, SHAPES, SMALLEST

GRID = 0.25                # [m] places along x and y are multiples of it, or nearer than that to the middle of a body the middle
CLICK = 4.0                # [px] a press with less motion is a click
STEP = 0.05                # of the usual size: sizes are multiples of it


class BodyMaking:
    """Its shape, a word of SHAPES; "" while none is being made."""

    def __init__(self, submit: Callable[[Command], None]):
        self._submit = submit
        self.open = False                                  # the card with the shapes is
        self.shape = ""
        self.size = 1.0                                    # of the usual size
        self.foot: np.ndarray | None = None                # (3,) where it would stand [m]
        self._pressed: tuple[np.ndarray, float, float] | None = None       # the place (3,) [m] and pixel of the press

    @property
    def active(self) -> bool:
        """Whether a press on the scene makes a body."""
        return bool(self.shape)

    def begin(self, shape: str) -> None:
        """Wait for a press on the scene; a floor is made at once."""
        self.cancel()
        if shape == "plane":
            self._submit(CreateBody(shape, (0.0, 0.0, 0.0)))
        else:
            self.shape = shape

    def cancel(self) -> None:
        """Make none."""
        self.shape, self.size, self.foot, self._pressed = "", 1.0, None, None

    def point(self, stage: Any, x: float, y: float) -> None:
        """The pointer is at a pixel of the scene: there it would stand."""
        if self._pressed is None:
            self.foot = _place(stage, x, y)

    def away(self) -> None:
        """The pointer is on no scene."""
        if self._pressed is None:
            self.foot = None

    def press(self, stage: Any, x: float, y: float) -> None:
        """Choose the place."""
        self.point(stage, x, y)
        self._pressed = (self.foot, x, y)

    def drag(self, stage: Any, x: float, y: float) -> None:
        """Set the size: the longest half side goes from the place to the pointer."""
        if self._pressed is None:
            return
        foot, begun_x, begun_y = self._pressed
        if np.hypot(x - begun_x, y - begun_y) <= CLICK:
            self.size = 1.0
            return
        length = float(np.linalg.norm(_in_plane(stage, x, y, foot[2]) - _in_plane(stage, begun_x, begun_y, foot[2])))
        longest = float(np.abs(np.array(self._reach(1.0))).max())
        self.size = min(max(round(length / longest / STEP) * STEP, SMALLEST), LARGEST)

    def release(self, stage: Any) -> None:
        """Make it where it stands now, show the arrows that move it, and put the tool away."""
        if self.shape and self.foot is not None:
            x, y, z = map(float, self._centre())
            self._submit(CreateBody(self.shape, (round(x, 4), round(y, 4), round(z, 4)), round(self.size, 4)))
            stage.gizmo = stage.gizmo or "move"
        self.cancel()

    @property
    def preview(self) -> Any:
        """The body as it would be, a `scenes.preview.Preview`; None without a place."""
        if not self.shape or self.foot is None:
            return None
        from scenes.editing.bounds import half_extents
        from scenes.preview import Preview
        shape = self._form(self.size)
        return Preview(np.array([self._centre()], np.float32), np.array([(0, 0, 0, 1)], np.float32),
                       np.array([half_extents(shape)], np.float32), np.array([shape.kind], np.uint8), (shape,), 1)

    def _form(self, size: float) -> Any:
        """The shape in a size."""
        from scenes.schema.body import ShapeSection, shape_of
        from scenes.schema.shapes import scaled
        return shape_of(ShapeSection.model_validate(scaled(SHAPES[self.shape], size)))

    def _reach(self, size: float) -> tuple[np.ndarray, np.ndarray]:
        """Its lowest and its highest coordinates (3,) [m] about its position."""
        from physics.bodies.shape_reach import extents
        return extents(self._form(size), np.eye(3))

    def _centre(self) -> np.ndarray:
        """Its position (3,) [m], standing on its place."""
        return self.foot - (0.0, 0.0, self._reach(self.size)[0][2])


def _place(stage: Any, x: float, y: float) -> np.ndarray:
    """The place (3,) [m] at a pixel, of the body that is seen there or of the plane z = 0: over the middle of the body where that
    is near, else on the grid."""
    hit = stage.pick(x, y)
    point = _in_plane(stage, x, y, 0.0) if hit is None else np.array(hit.point, float)
    if hit is not None and not hit.ground:
        middle = stage.view.positions[hit.row].astype(float)
        if np.hypot(*(point - middle)[:2]) < GRID:
            return np.array([*middle[:2], point[2]])
    return np.array([*(np.round(point[:2] / GRID) * GRID), point[2]])


def _in_plane(stage: Any, x: float, y: float, height: float) -> np.ndarray:
    """The point (3,) [m] of a horizontal plane that is seen at a pixel; where it is not seen, one as far as the target."""
    viewport, camera = stage.viewport(x, y), stage.motion.camera
    origin, way = viewport.ray(camera, x, y)
    far = 10.0 * camera.distance
    if way[2] and 0.0 < (along := (height - origin[2]) / way[2]) < far:
        return origin + along * way
    return np.asarray(viewport.point_at(camera, x, y), float)
