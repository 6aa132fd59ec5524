"""The scene's camera: keeps the scene in the clear part of the window, which no panel covers.

A scene opens at its own camera, moved back and aside where its bodies would lie under panels or outside the window; a scene
without a camera is seen as a whole.  When the clear part changes, a camera that is still there follows.
"""
from __future__ import annotations

import copy
from typing import NamedTuple

import numpy as np

from app.draw.camera import Camera
from app.draw.framing import DIRECTION, Aperture, Outline, aperture_of, framed, outline_of, widened
from app.input.camera_motion import CameraMotion
from app.input.viewports import Viewport
from app.published.status import SceneCard
from app.published.view import View

SEEN = 1e-6                # of the distance: a camera that would move aside by less sees what is asked for
FRESH = 0.5                # [s] after its opening in which a scene's camera does not ease: the panels find their sizes


class Clear(NamedTuple):
    """The clear part of a picture: what the camera sees in it, and the place of its middle, as in `CameraPose.shift`."""

    aperture: Aperture
    shift: tuple[float, float]


def clear_part(viewport: Viewport, camera: Camera, area: tuple[float, float, float, float]) -> Clear:
    """An area (left, top, width, height) of the window as a part of a viewport."""
    left, top, width, height = area
    aperture = aperture_of(viewport.camera(camera).fov, (width, height), viewport.height)
    x, y = viewport.local(left + width / 2, top + height / 2)
    return Clear(aperture, (2 * x / max(viewport.width, 1.0) - 1, 1 - 2 * y / max(viewport.height, 1.0)))


class SceneCamera:
    """Places one camera."""

    def __init__(self, motion: CameraMotion):
        self._motion = motion
        self._wanted: Camera | None = None          # the scene's own, or its direction; None while it stays as it is
        self._own = False                           # whether the scene has a camera
        self._outline: Outline | None = None        # of the scene at its opening
        self._clear: Clear | None = None
        self._opened = 0.0                          # [s]

    def open(self, card: SceneCard, view: View, now: float) -> None:
        """A new scene, at `now` [s]."""
        camera = self._motion.camera
        camera.fov = card.fov
        self._own = card.eye is not None and card.target is not None
        self._motion.jump(*((card.eye, card.target) if self._own else (DIRECTION, (0.0, 0.0, 0.0))))
        self._wanted, self._outline, self._opened = copy.copy(camera), outline_of(view), now
        self._fit(now)

    def appear(self, card: SceneCard, view: View, now: float) -> None:
        """The open scene was edited: its camera stays, unless there was nothing to see before."""
        if self._outline is None and not self._own and outline_of(view) is not None:
            self.open(card, view, now)

    def place(self, eye: tuple[float, ...], target: tuple[float, ...]) -> None:
        """A place that stays, as a script asks for."""
        self._wanted = None
        self._motion.jump(eye, target)

    def follow(self, clear: Clear, now: float) -> None:
        """Once a frame: the clear part at `now` [s]."""
        if clear != self._clear:
            self._clear = clear
            self._motion.shift(clear.shift)
            self._fit(now)

    def show(self, outline: Outline | None) -> None:
        """Show this from the present direction."""
        if outline is not None and self._clear is not None:
            self._motion.frame(outline, self._clear.aperture)

    def reveal(self, outline: Outline | None) -> None:
        """Show this if not all of it is seen in the clear part."""
        if outline is not None and self._clear is not None:
            camera = self._motion.camera
            seat = widened(camera, outline, self._clear.aperture)
            moved = max(seat.distance - camera.distance, float(np.abs(seat.target - camera.target).max()))
            if moved > SEEN * camera.distance:
                self.show(outline)

    def _fit(self, now: float) -> None:
        """Move home to where the scene is seen in the clear part."""
        if self._clear is None or self._wanted is None or self._outline is None:
            return
        self._motion.move_home((widened if self._own else framed)(self._wanted, self._outline, self._clear.aperture))
        if now - self._opened < FRESH:
            self._motion.arrive()
