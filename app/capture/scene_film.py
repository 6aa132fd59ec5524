"""Scene film: the frames of a scene at given times, stepped on demand, for offline pictures and films."""
from __future__ import annotations

import math
from typing import Any

from app.capture.film_camera import FollowingCamera
from app.draw.camera import Camera
from app.draw.frame import CameraPose, Frame
from app.draw.frame_builder import frame_of
from app.draw.framing import DIRECTION, aperture_of, framed, outline_of
from app.draw.view_options import ViewOptions
from app.draw.view_setting import parts_of
from app.simulation.publisher import Publisher

EARLY = 1e-6                           # steps by which a time may exceed a step's end through rounding
SIZE = (16.0, 9.0)                     # shape of a picture, for a scene without a camera


class SceneFilm:
    """One run of one scene, from the present state of its world; `camera` may be replaced before the first frame."""

    def __init__(self, opened: Any, options: ViewOptions | None = None, pose: CameraPose | None = None) -> None:
        """`opened` has a `world`, its `runner` with `step()`, and the `document` with the scene's camera, which `pose`
        overrides."""
        self._world, self._runner = opened.world, opened.runner
        self._options = options or ViewOptions()
        self._publisher = Publisher(opened.world)
        self._wants = parts_of(self._options)
        self._start = float(opened.world.time)
        self._view = self._published(None)
        self.camera = FollowingCamera(pose or scene_pose(opened.document, self._view))

    def frame_at(self, time: float) -> Frame:
        """The frame `time` seconds after the start, interpolated between two steps; times must not decrease."""
        world, view = self._world, self._view
        steps = math.ceil((self._start + time - world.time) / world.dt - EARLY)
        for left in range(steps, 0, -1):
            before = self._publisher.snapshot() if left == 1 or self._wants.trails else None
            self._runner.step()
            if left == 1:
                view = self._view = self._published(before)
        alpha = 1.0 - (world.time - (self._start + time)) / world.dt
        alpha = min(max(alpha, 0.0), 1.0)
        return frame_of(view, alpha, self.camera.at(view, alpha), self._options)

    def _published(self, before):
        return self._publisher.view(before, (), self._wants)


def scene_pose(document: Any, view) -> CameraPose:
    """The scene's own camera, or one that shows all bodies."""
    placed = document.camera
    if placed is not None:
        camera = Camera(placed.position, placed.target)
        camera.fov = float(getattr(placed, "fov", None) or camera.fov)
        return camera.pose
    camera, outline = Camera(DIRECTION, (0.0, 0.0, 0.0)), outline_of(view)
    if outline is not None:
        camera.target, camera.distance = framed(camera, outline, aperture_of(camera.fov, SIZE, SIZE[1]))
    return camera.pose
