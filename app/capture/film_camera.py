"""The camera of a film: the scene's own, changed by words as of `--camera`, that may go along a path and move with a body.

    position=[8, -8, 6],target=[0, 0, 2],fov=1          as under `camera:` in a scene
    azimuth=90 deg,elevation=20 deg,distance=12         or the eye as seen from the target
    bookmark=above                                      or a bookmark of the scene, which the other words change

The azimuth is the direction from the target to the eye, from the x axis towards y; the elevation is its angle above the horizon.
"""
from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.draw.camera import CLOSEST, FARTHEST, STEEPEST, Camera
from app.draw.film.camera_path import CameraPath, moved, pose_of
from app.draw.frame import CameraPose
from app.draw.frame_builder import interpolate_positions
from app.headless.errors import InputError
from app.published.film_plan import FilmPlan, Vantage
from app.published.view import View
from physics.definitions.tunable import Tunable, nearest
from scenes.running.overrides import split_at_commas
from scenes.schema.camera import VIEW_ANGLE
from scenes.schema.nodes import compose
from scenes.schema.values import Point, read

EYE, ORBIT, BOOKMARK = "position", ("azimuth", "elevation", "distance"), "bookmark"
POINT = TypeAdapter(Point)
NUMBERS = {"fov": VIEW_ANGLE, "azimuth": Tunable(default=0.0, limits=(-2 * math.pi, 2 * math.pi), unit="rad"),
           "elevation": Tunable(default=0.0, limits=(-STEEPEST, STEEPEST), unit="rad"),
           "distance": Tunable(default=1.0, limits=(CLOSEST, FARTHEST), unit="m")}
WORDS = (EYE, "target", *NUMBERS, BOOKMARK)


def camera_words(text: str) -> dict[str, Any]:
    """The checked values in the text of `--camera`.  Raises InputError."""
    found: dict[str, Any] = {}
    for part in filter(None, split_at_commas(text)):
        word, equals, value = (piece.strip() for piece in part.partition("="))
        if word not in WORDS or not equals:
            raise InputError(f"--camera: there is no {word!r}; {nearest(word, WORDS)}write it as distance=12,azimuth=90 deg; "
                             f"known are {', '.join(WORDS)}")
        try:
            found[word] = _value(word, value)
        except ValueError as error:
            raise InputError(f"--camera: {word}: {error}") from None
    if not found:
        raise InputError(f"--camera: says nothing; known are {', '.join(WORDS)}")
    if both := [word for word in ORBIT if word in found and EYE in found]:
        raise InputError(f"--camera: {EYE} and {both[0]} both say where the eye is; leave out one of the two")
    return found


def _value(word: str, text: str) -> Any:
    if word == BOOKMARK:
        return text
    if word in NUMBERS:
        return read(word, NUMBERS[word], text)
    root = compose(text, "")[0] if text else None
    try:
        return POINT.validate_python(root.plain() if root else None)
    except ValidationError as error:
        raise ValueError(str(error.errors()[0].get("ctx", {}).get("error", "needs a list of 3 numbers in m"))) from None


def resolved(words: Mapping[str, Any], plan: FilmPlan) -> dict[str, Any]:
    """The words with those of the bookmark of a scene that they name in its place.  Raises InputError for an unknown one."""
    words, known = dict(words), {one.name: one.vantage for one in plan.bookmarks}
    name = words.pop(BOOKMARK, None)
    if name is None:
        return words
    if name not in known:
        there = f"there are {', '.join(known)}" if known else "the scene has none"
        raise InputError(f"--camera: bookmark: there is no {name!r}; {nearest(name, list(known))}{there}")
    seen = known[name]
    return {EYE: seen.eye, "target": seen.target, "fov": seen.fov} | words


def posed(pose: CameraPose, words: Mapping[str, Any]) -> CameraPose:
    """The pose with these words of `--camera`, without bookmarks; what they leave out stays."""
    camera = Camera()
    camera.pose = pose
    if "target" in words or EYE in words:
        camera.place(words.get(EYE, pose.eye), words.get("target", pose.target))
    camera.yaw, camera.pitch = float(words.get("azimuth", camera.yaw)), float(words.get("elevation", camera.pitch))
    camera.distance, camera.fov = float(words.get("distance", camera.distance)), float(words.get("fov", camera.fov))
    return camera.pose


class FollowingCamera:
    """A camera that goes along a path, or stays; with a body it looks at that from the same side, and so moves with it.

    When the body is gone, the camera looks at where it was.
    """

    def __init__(self, pose: CameraPose, uid: int | None = None, path: CameraPath | None = None):
        """`pose` without a path, `uid` of the body or None."""
        self._pose, self._uid, self._path = pose, uid, path
        self._place: tuple[float, ...] | None = None             # of the body, when it was last there

    @property
    def pose(self) -> CameraPose:
        """The pose of the last picture."""
        return self._pose

    def at(self, view: View, alpha: float) -> CameraPose:
        """The pose for a picture at `alpha` of the way between the two states of a view."""
        row = None if self._uid is None else view.table.index(self._uid)
        if row is not None:
            place = interpolate_positions(view.previous_positions, view.positions, alpha)[row]
            self._place = tuple(place.tolist())
        if self._path is None and row is None:
            return self._pose
        seen = Vantage(self._pose.eye, self._pose.target, self._pose.fov) if self._path is None else \
            self._path.at(view.time - (1.0 - alpha) * view.dt)
        self._pose = pose_of(seen if self._place is None else moved(seen, self._place))
        return self._pose


def followed(name: str, names: Mapping[str, int]) -> int:
    """The uid of the body `name` of `--follow` among `names`.  Raises InputError with the nearest name."""
    if name not in names:
        several = ", ".join(list(names)[:12]) or "no body with a name"
        raise InputError(f"--follow: there is no body {name!r}; {nearest(name, list(names))}there are {several}")
    return names[name]
