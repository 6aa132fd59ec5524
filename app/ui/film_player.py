"""The film player: moves the window's camera along the path of the open scene while its film plays, and with the followed body.

A film plays at the pace of its plan: where a part is slower or faster, so is the simulation.  Whatever else moves the camera ends
it; a body that is followed may be looked at from any side meanwhile.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from app.draw.film.camera_path import CameraPath, moved
from app.draw.frame_builder import interpolate_positions
from app.input.camera_motion import CameraMotion
from app.published.film_plan import FilmPlan, Keyframe
from app.published.status import Publication
from app.published.view import View
from app.simulation.commands import SetTimeScale
from app.simulation.commands.playback import FASTEST, SLOWEST

LONGEST = 2.0              # [s] that the time goes on without a new view, while all bodies rest
Submit = Callable[[Any], None]


class FilmPlayer:
    """Belongs to the window's thread.

    playing   whether a film plays
    followed  uid of the body that the camera follows, or None
    time      [s] of the scene that the picture shows
    """

    def __init__(self, motion: CameraMotion, submit: Submit):
        self._motion, self._submit = motion, submit
        self.playing, self.followed, self.time = False, None, 0.0
        self._place: np.ndarray | None = None              # of the followed body in the last picture
        self._path: tuple[tuple[Keyframe, ...], CameraPath] | None = None
        self._touches = 0                                  # of the camera by the user, when the film began
        self._awaited = -1                                 # run that ends before the film begins
        self._usual, self._asked = 1.0, 1.0                # time scale without a film, and the one asked for last

    def open(self, plan: FilmPlan, view: View) -> None:
        """A scene was opened: the camera looks at the body that it follows."""
        self.stop()
        uid = uid_of(view, plan.follow)
        self.followed, self._place = None, None
        if uid is not None:
            self.follow(uid)
            place = view.positions[view.table.index(uid)].astype(np.float64)
            self._motion.carry(moved(self._motion.vantage, place.tolist()))

    def follow(self, uid: int | None) -> None:
        """Follow a body, or none."""
        self.followed, self._place = uid, None

    def play(self, publication: Publication, restarting: bool) -> None:
        """Begin; `restarting`: once the present run has ended."""
        self.playing, self._touches = True, self._motion.touches
        self._awaited = publication.status.run if restarting else -1
        self._usual = self._asked = publication.status.time_scale

    def stop(self) -> None:
        """End the film: the camera stays, and the pace is the usual one."""
        if self.playing and self._asked != self._usual:
            self._submit(SetTimeScale(self._usual))
        self.playing = False

    def move(self, plan: FilmPlan, publication: Publication, now: float, alpha: float) -> None:
        """Once a frame at `now` [s]: the camera and the pace for a picture at `alpha` of the way between the view's states."""
        view = publication.view
        if view is None:
            return
        self.time = shown_time(publication, now, alpha)
        if self.playing and publication.status.run != self._awaited:
            self._awaited = -1
            if self._motion.touches != self._touches or self.time >= plan.end:
                self.stop()
            else:
                self._keep_pace(plan.pace.factor(self.time))
        self.move_camera(plan, view, alpha, self.time)

    def move_camera(self, plan: FilmPlan, view: View, alpha: float, time: float) -> None:
        """The camera alone, for a picture of this view at a time of the scene [s]."""
        place, row = None, None if self.followed is None else view.table.index(self.followed)
        if row is not None:
            place = interpolate_positions(view.previous_positions, view.positions, alpha)[row].astype(np.float64)
        elif self.followed is not None:
            self.followed = None                                 # it is gone; the camera stays
        if self.playing and self._awaited < 0 and plan.path:
            vantage = self._along(plan.path).at(time)
            self._motion.carry(vantage if place is None else moved(vantage, place.tolist()))
        elif place is not None and self._place is None:
            self._motion.aim(place)
        elif place is not None:
            self._motion.translate(place - self._place)
        self._place = place

    def _along(self, path: tuple[Keyframe, ...]) -> CameraPath:
        """The path through these keyframes."""
        if self._path is None or self._path[0] is not path:
            self._path = path, CameraPath(path)
        return self._path[1]

    def _keep_pace(self, factor: float) -> None:
        scale = min(max(self._usual * factor, SLOWEST), FASTEST)
        if scale != self._asked:
            self._asked = scale
            self._submit(SetTimeScale(scale))


def uid_of(view: View, name: str) -> int | None:
    """Uid of the body with a name, or None."""
    return int(view.table.uids[view.table.names.index(name)]) if name and name in view.table.names else None


def shown_time(publication: Publication, now: float, alpha: float) -> float:
    """The time of the scene [s] that a picture at `alpha` shows at `now` [s].  While all bodies rest, views are rare: the time of
    the picture goes on between them."""
    view = publication.view
    ahead = publication.owed + (now - publication.moment) * publication.status.time_scale
    if publication.running and ahead > view.dt and np.array_equal(view.previous_positions, view.positions):
        return view.time + min(ahead, LONGEST) - view.dt
    return max(view.time - (1.0 - alpha) * view.dt, 0.0)
