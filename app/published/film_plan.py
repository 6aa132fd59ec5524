"""The film plan of a scene: bookmarks and path of its camera, the body that it follows, captions, and parts in slow motion.

The pace of a film: dt / du = f(t), with the time t of the scene, the time u of the film and the factor f of the part that t is
in, 1 outside all parts.  So u(t) is the integral of 1 / f, which is linear in each part.
"""
from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

Point = tuple[float, float, float]


class Vantage(NamedTuple):
    """A place of the eye [m], what it looks at [m], and the vertical field of view [rad]."""

    eye: Point
    target: Point
    fov: float


class Bookmark(NamedTuple):
    """A view with a name."""

    name: str
    vantage: Vantage


class Keyframe(NamedTuple):
    """The camera at a time of the scene [s]."""

    at: float
    vantage: Vantage


class Caption(NamedTuple):
    """A text over the picture from one time of the scene to another [s], at one of the places of `scenes.schema.film`."""

    start: float
    end: float
    text: str
    place: str


class SlowPart(NamedTuple):
    """A part of the scene [s] that a film shows at another speed: `factor` seconds of the scene a second."""

    start: float
    end: float
    factor: float


@dataclass(frozen=True)
class FilmPlan:
    """All of it; keyframes and parts in slow motion are in order of time."""

    follow: str = ""                               # name of a body, "" for none
    bookmarks: tuple[Bookmark, ...] = ()
    path: tuple[Keyframe, ...] = ()
    captions: tuple[Caption, ...] = ()
    slow: tuple[SlowPart, ...] = ()

    def changed(self, **changes: Any) -> "FilmPlan":
        """A copy with other parts."""
        return replace(self, **changes)

    @property
    def end(self) -> float:
        """The time of the scene [s] after which nothing more is planned; 0 without a plan."""
        return max((*(key.at for key in self.path), *(one.end for one in (*self.captions, *self.slow))), default=0.0)

    @property
    def pace(self) -> "Pace":
        """The pace of its film."""
        return Pace(self.slow)


class Pace:
    """Converts between times of a scene and times of its film, both from 0 [s]."""

    def __init__(self, parts: tuple[SlowPart, ...] = ()):
        """`parts` in order of time, without overlaps."""
        self._parts = parts

    @cached_property
    def _knots(self) -> tuple[list[float], list[float], list[float]]:
        """Times of the scene at which the factor changes, times of the film then, and the factors from there on."""
        times, factors = [0.0], [1.0]
        for part in self._parts:
            if part.start > times[-1]:
                times.append(part.start)
                factors.append(part.factor)
            else:
                factors[-1] = part.factor
            times.append(part.end)
            factors.append(1.0)
        shown = [0.0]
        for begin, end, factor in zip(times, times[1:], factors):
            shown.append(shown[-1] + (end - begin) / factor)
        return times, shown, factors

    def factor(self, time: float) -> float:
        """Seconds of the scene a second of the film, from this time of the scene on."""
        times, _, factors = self._knots
        return factors[max(bisect_right(times, time) - 1, 0)]

    def film_time(self, time: float) -> float:
        """The time of the film at which this time of the scene is shown."""
        times, shown, factors = self._knots
        knot = max(bisect_right(times, time) - 1, 0)
        return shown[knot] + (time - times[knot]) / factors[knot]

    def scene_time(self, film_time: float) -> float:
        """The time of the scene that the film shows at this time."""
        times, shown, factors = self._knots
        knot = max(bisect_right(shown, film_time) - 1, 0)
        return times[knot] + (film_time - shown[knot]) * factors[knot]


def entries_of(plan: FilmPlan) -> dict[str, Any]:
    """A plan as plain values: `follow`, and its lists by the paths and keys of a scene's file."""
    def placed(vantage: Vantage) -> dict[str, Any]:
        return {"position": list(vantage.eye), "target": list(vantage.target), "fov": vantage.fov}

    return {"follow": plan.follow,
            "camera.bookmarks": [{"name": one.name, **placed(one.vantage)} for one in plan.bookmarks],
            "camera.path": [{"at": key.at, **placed(key.vantage)} for key in plan.path],
            "film.captions": [{"from": one.start, "until": one.end, "text": one.text, "place": one.place}
                              for one in plan.captions],
            "film.slow_motion": [{"from": part.start, "until": part.end, "factor": part.factor} for part in plan.slow]}


def plan_of(document: Any) -> FilmPlan:
    """The plan of a scene's document."""
    camera, film = document.camera, document.film
    captions = tuple(Caption(float(one.start), float(one.end), one.text, one.place) for one in film.captions)
    slow = tuple(SlowPart(float(part.start), float(part.end), float(part.factor)) for part in film.slow_motion)
    if camera is None:
        return FilmPlan(captions=captions, slow=slow)

    def vantage(placed: Any) -> Vantage:
        return Vantage(tuple(placed.position), tuple(placed.target), float(camera.fov if placed.fov is None else placed.fov))

    return FilmPlan(camera.follow, tuple(Bookmark(one.name, vantage(one)) for one in camera.bookmarks),
                    tuple(Keyframe(float(key.at), vantage(key)) for key in camera.path), captions, slow)
