"""Scene film: the frames of a scene at given times, stepped on demand, for offline pictures and films."""
from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.capture.annotations import Annotations
from app.capture.film_camera import EYE, FollowingCamera, followed, posed, resolved
from app.draw.camera import Camera
from app.draw.film.camera_path import CameraPath, pose_of
from app.draw.film.captions import captions_at
from app.draw.frame import CameraPose, Frame
from app.draw.frame_builder import frame_of
from app.draw.framing import DIRECTION, aperture_of, framed, outline_of
from app.draw.view_options import ViewOptions
from app.draw.view_setting import parts_of
from app.published.film_plan import FilmPlan, plan_of
from app.simulation.publisher import Publisher

EARLY = 1e-6                           # steps by which a time may exceed a step's end through rounding
SIZE = (16.0, 9.0)                     # shape of a picture, for a scene without a camera


@dataclass(frozen=True)
class CameraWish:
    """What the camera of a film does instead of what the scene says: `words` of `--camera`, and the name of a body to follow.

    With either the camera does not go along the scene's path; `still` leaves the path out without them.  Words that say where the
    camera is, or what it looks at, leave out the body that the scene follows.
    """

    words: Mapping[str, Any] = field(default_factory=dict)
    follow: str = ""
    still: bool = False


class SceneFilm:
    """One run of one scene, from the present state of its world; `camera` may be replaced before the first frame."""

    def __init__(self, opened: Any, options: ViewOptions | None = None, wish: CameraWish = CameraWish()) -> None:
        """`opened` has a `world`, its `runner` with `step()`, and the `document` with the scene's camera and film.  Raises
        InputError for a wish that the scene cannot grant."""
        self._world, self._runner = opened.world, opened.runner
        self._options = options or ViewOptions()
        self._publisher = Publisher(opened.world, opened.document)
        self._wants = parts_of(self._options)
        self._start = float(opened.world.time)
        self._view = self._published(None)
        self._shown = self._start                      # [s] time of the scene that the last frame shows
        self.plan = plan_of(opened.document)
        self.camera = camera_of(opened, self._view, wish)

    def frame_at(self, time: float) -> Frame:
        """The frame `time` seconds after the start, interpolated between two steps; times must not decrease."""
        world, view = self._world, self._view
        self._shown = self._start + time
        steps = math.ceil((self._start + time - world.time) / world.dt - EARLY)
        for left in range(steps, 0, -1):
            before = self._publisher.snapshot() if left == 1 or self._wants.trails else None
            self._runner.step()
            if left == 1:
                view = self._view = self._published(before)
        alpha = 1.0 - (world.time - (self._start + time)) / world.dt
        alpha = min(max(alpha, 0.0), 1.0)
        return frame_of(view, alpha, self.camera.at(view, alpha), self._options)

    def after(self, film_time: float) -> float:
        """Seconds of the scene that have passed after so many of the film, in which parts are slower or faster."""
        pace = self.plan.pace
        return pace.scene_time(pace.film_time(self._start) + film_time) - self._start

    def length(self, seconds: float) -> float:
        """How long a film of so many seconds of the scene is [s]."""
        pace = self.plan.pace
        return pace.film_time(self._start + seconds) - pace.film_time(self._start)

    def annotations(self) -> Annotations | None:
        """What is drawn over the picture of the last frame: the captions of its time; None without any."""
        captions = captions_at(self.plan, self._shown) if self._options.captions else ()
        return Annotations((), False, None, self._options.theme, captions) if captions else None

    def _published(self, before):
        return self._publisher.view(before, (), self._wants)


def camera_of(opened: Any, view: Any, wish: CameraWish) -> FollowingCamera:
    """The camera of a film of a scene, whose bodies are as in this view.  Raises InputError for a name that is not there."""
    plan: FilmPlan = plan_of(opened.document)
    words = resolved(wish.words, plan)
    pose = posed(scene_pose(opened.document, view), words)
    along = bool(plan.path) and not (words or wish.follow or wish.still)
    names = {body.name: body.uid for body in opened.world.bodies if body.name}
    fixed = EYE in words or "target" in words
    uid = followed(wish.follow, names) if wish.follow else None if fixed else names.get(plan.follow)
    return FollowingCamera(pose, uid, CameraPath(plan.path) if along else None)


def scene_pose(document: Any, view) -> CameraPose:
    """The scene's own camera, or where its path begins, or one that shows all bodies."""
    placed = document.camera
    camera = Camera(DIRECTION, (0.0, 0.0, 0.0))
    if placed is not None:
        camera.fov = float(getattr(placed, "fov", None) or camera.fov)
        if placed.position is not None:
            camera.place(placed.position, placed.target)
            return camera.pose
        if path := plan_of(document).path:
            return pose_of(path[0].vantage)
    outline = outline_of(view)
    if outline is not None:
        camera.target, camera.distance = framed(camera, outline, aperture_of(camera.fov, SIZE, SIZE[1]))
    return camera.pose
