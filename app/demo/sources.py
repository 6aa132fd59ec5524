"""The sources of recordings: a scene that is stepped, the steps of a `History`, and a `World` as it is or as it goes on."""
from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.capture.film_camera import followed, posed, resolved
from app.capture.scene_film import scene_pose
from app.demo.curves import Curves
from app.demo.recording import Recorder, Recording, Shown
from app.headless.errors import InputError
from app.published.film_plan import FilmPlan
from app.published.film_plan import plan_of as film_of
from physics.history import History
from physics.history.excerpt import Again, excerpt_of

EARLY = 1e-6                           # steps by which a time may exceed a step's end through rounding
Advance = Callable[[int], object]      # of the number of frames taken; an exception in it ends the recording


@dataclass(frozen=True)
class Wish:
    """What is to be recorded.

    seconds  simulated time
    fps      frames a second at most; where steps are shorter, only some of them are frames
    plots    see `Curves`, and `said`, what messages call them
    camera   words of `--camera`, see `app.capture.film_camera`
    follow   name of a body that the camera moves with, "": none
    """

    seconds: float
    fps: float = 60.0
    plots: tuple[str, ...] | None = None
    camera: Mapping[str, Any] = field(default_factory=dict)
    follow: str = ""
    said: str = "--plot"


class Plan(NamedTuple):
    """Which steps are frames: every `stride`th, `frames` in all, that of the beginning included."""

    stride: int
    frames: int


def plan_of(dt: float, wish: Wish) -> Plan:
    """The plan for steps of `dt` seconds."""
    stride = max(math.floor(1 / (wish.fps * dt) + EARLY), 1) if dt > 0 else 1
    steps = math.ceil(wish.seconds / dt - EARLY) if dt > 0 else 0
    return Plan(stride, 1 + math.ceil(steps / stride))


def plan_for(source: Any, wish: Wish) -> Plan:
    """The plan for a world, or for the steps of a history up to the present one."""
    if not isinstance(source, History):
        return plan_of(source.dt, wish)
    stride = plan_of(source.world.dt, wish).stride
    return Plan(stride, 1 + (source.present - source.first) // stride)


def of_scene(opened: Any, wish: Wish, advance: Advance = int) -> Recording:
    """The run of an opened scene: `world`, `runner` with `step()`, `document`.  Raises InputError."""
    world, document = opened.world, opened.document
    uid = followed(wish.follow, {body.name: body.uid for body in world.bodies if body.name}) if wish.follow else None
    words, plan = resolved(wish.camera, film_of(document)), plan_of(world.dt, wish)
    recorder = Recorder(world, Curves(world, wish.plots, wish.said), plan.frames, document)
    _run(recorder, opened.runner.step, plan, advance)
    camera = posed(scene_pose(document, recorder.first), words)
    return recorder.finish(Shown(document.title, document.about, camera, uid))


class Unplaced(NamedTuple):
    """A document of what is no scene: without a camera."""

    camera: None = None


def of_world(world: Any, wish: Wish, shown: tuple[str, str] = ("", ""), advance: Advance = int) -> Recording:
    """A world as it is, and `wish.seconds` of its future in a copy; `shown` are title and text."""
    world = copy.deepcopy(world) if wish.seconds > 0 else world
    words, plan = resolved(wish.camera, FilmPlan()), plan_of(world.dt, wish)
    recorder = Recorder(world, Curves(world, wish.plots, wish.said), plan.frames)
    _run(recorder, world.step, plan, advance)
    return recorder.finish(Shown(*shown, posed(scene_pose(Unplaced(), recorder.first), words)))


def of_history(history: History, wish: Wish, shown: tuple[str, str] = ("", ""), advance: Advance = int) -> Recording:
    """The steps of a history up to the present one, taken again by a copy of its world, which itself is left alone."""
    if history.target is not history.world:
        raise InputError("this history records commands to something other than its world, which cannot be copied")
    words = resolved(wish.camera, FilmPlan())
    excerpt = excerpt_of(history, history.first)
    world = copy.deepcopy(history.world)
    again = Again(excerpt, world)
    again.follow()
    plan = plan_for(history, wish)
    recorder = Recorder(world, Curves(world, wish.plots, wish.said), plan.frames)
    _run(recorder, again.step, plan, advance)
    return recorder.finish(Shown(*shown, posed(scene_pose(Unplaced(), recorder.first), words)))


def _run(recorder: Recorder, step: Callable[[], object], plan: Plan, advance: Advance) -> None:
    """Take all frames of a plan."""
    recorder.take()
    for number in range(1, plan.frames):
        for _ in range(plan.stride):
            step()
        recorder.take()
        advance(number)
