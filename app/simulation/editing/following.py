"""Following: what an edit of a scene changes, as commands that a running world can take; none where it must begin anew.

A running world takes names, surfaces, tunables of joints, settings of solver and world, and events that are still ahead.  Shapes,
places, masses, and bodies and joints that come or go are the beginning's.
"""
from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.published.tuning import WORLD_SETTINGS
from app.simulation.commands.command import Command
from app.simulation.commands.in_scene.following import LONGEST_EVENT, MOST_EVENTS, FollowEdit, FollowEvents
from app.simulation.editing.begun import Begun
from app.simulation.inspection import SURFACES, changeable, settings_of

OF_NO_WORLD = ("title", "about", "shelf", "camera", "film")
APART = (*OF_NO_WORLD, "expect", "run", "format",                                      # change no world that runs
         "materials", "categories", "bodies", "generate", "joints",                    # what follows of them is compared
         "events", "world", "solver")


class Version(NamedTuple):
    """A scene at some time of its editing: its document and its plain content."""

    document: Any
    content: Mapping[str, Any]


class Now(NamedTuple):
    """A running world: which of its bodies and joints are those of the scene, steps taken, and the length of a step [s]."""

    begun: Begun
    step: int
    dt: float


class CannotFollow(Exception):
    """The edit is one of the beginning."""


def commands(before: Version, after: Version, now: Now) -> list[Command] | None:
    """The commands that lead a running world from one version to the other; None where it must begin anew."""
    try:
        _settled(before.document.scene, after.document.scene)
        renaming = _renaming(*([(old.name, new.name) for old, new in zip(*plans) if old.name != new.name] for plans in (
            (before.document.bodies, after.document.bodies), (before.document.joints, after.document.joints))))
        return [*_bodies(before, after, now), *_joints(before, after, now), *_settings(before, after),
                *_events(before, after, now, renaming)]
    except CannotFollow:
        return None


def of_one_world(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether two contents differ at most in what no world has: words about the scene, its camera and its film."""
    return all(before.get(name) == after.get(name) for name in {*before, *after} - {*OF_NO_WORLD})


def _settled(before: Any, after: Any) -> None:
    """All sections that are looked at nowhere else are the same."""
    for name in type(before).model_fields:
        if name not in APART and getattr(before, name) != getattr(after, name):
            raise CannotFollow


def _bodies(before: Version, after: Version, now: Now) -> Iterator[FollowEdit]:
    from physics.body import Body
    live = {*changeable(Body), *SURFACES, "name"}
    old_plans, new_plans = before.document.bodies, after.document.bodies
    if not len(old_plans) == len(new_plans) == len(now.begun.bodies):
        raise CannotFollow
    for number, (old, new) in enumerate(zip(old_plans, new_plans)):
        for field in dataclasses.fields(old) if old != new else ():
            value = getattr(new, field.name)
            if getattr(old, field.name) == value:
                continue
            if field.name not in live:
                raise CannotFollow
            yield FollowEdit("bodies", int(now.begun.bodies[number]), field.name, value)


def _joints(before: Version, after: Version, now: Now) -> Iterator[FollowEdit]:
    old_plans, new_plans = before.document.joints, after.document.joints
    if not len(old_plans) == len(new_plans) == len(now.begun.joints):
        raise CannotFollow
    stand_ins = [object() for _ in after.document.bodies]
    for number, (old, new) in enumerate(zip(old_plans, new_plans)):
        if (old.type, old.a, old.b) != (new.type, new.a, new.b):
            raise CannotFollow
        uid = int(now.begun.joints[number])
        if old.name != new.name:
            yield FollowEdit("joints", uid, "name", new.name)
        if old.keys != new.keys:
            for name, value in _turned(old.definition(stand_ins), new.definition(stand_ins)):
                yield FollowEdit("joints", uid, name, value)


def _turned(old: Any, new: Any) -> Iterator[tuple[str, Any]]:
    """Name and value of what can be changed of a joint that lives, and differs."""
    values = {name: value for name, _, value, _ in settings_of(new)}
    values |= {name: getattr(new, name) for name in new.live}
    earlier = {name: value for name, _, value, _ in settings_of(old)} | {name: getattr(old, name) for name in old.live}
    for field in dataclasses.fields(new):
        if field.name in (*values, "a", "b", "name") or getattr(old, field.name) == getattr(new, field.name):
            continue
        if not any(name.startswith(f"{field.name}.") for name in values.keys() & earlier.keys()):       # no separate axis
            raise CannotFollow
    if values.keys() != earlier.keys():
        raise CannotFollow
    yield from ((name, value) for name, value in values.items() if earlier[name] != value)


def _settings(before: Version, after: Version) -> Iterator[FollowEdit]:
    """Settings of solver and world."""
    from scenes.running.overrides import solver_settings, world_settings
    from scenes.schema.values import given
    old, new = (solver_settings(given(one.document.scene.solver), {}) for one in (before, after))
    for name, value in vars(new).items():
        if getattr(old, name) != value:
            yield FollowEdit("solver", 0, name, value, getattr(old, name))
    old, new = (world_settings(given(one.document.scene.world), {}) for one in (before, after))
    for name, value in vars(new).items():
        if getattr(old, name) != value:
            if name not in WORLD_SETTINGS:
                raise CannotFollow
            yield FollowEdit("world", 0, name, value, getattr(old, name))


def _renaming(bodies: Sequence[tuple[str, str]], joints: Sequence[tuple[str, str]]) -> Callable[[Any], Any]:
    """What gives the present names to an event from before a renaming."""
    from scenes.editing.mentions import body_renamed, joint_renamed

    def renamed(event: Any) -> Any:
        for old, new in bodies:
            event = body_renamed(event, old, new)
        for old, new in joints:
            event = joint_renamed(event, old, new)
        return event

    return renamed


def _events(before: Version, after: Version, now: Now, renamed: Callable[[Any], Any]) -> Iterator[FollowEvents]:
    """The events that differ, if all that they change is still ahead."""
    old, new = (one.content.get("events") or [] for one in (before, after))
    if old == new:
        return
    called = [renamed(event) for event in old]
    first = _common(old, new)
    last = _common(old[first:][::-1], new[first:][::-1])
    left, put = old[first:len(old) - last], new[first:len(new) - last]
    same = _common(called, new)
    ending = _common(called[same:][::-1], new[same:][::-1])
    if not all(map(_ahead(after, now), new[same:len(new) - ending])) or \
            not all(map(_ahead(before, now), old[same:len(old) - ending])):
        raise CannotFollow
    texts = tuple(json.dumps(event) for event in put)
    if len(texts) > MOST_EVENTS or any(len(text) > LONGEST_EVENT for text in texts):
        raise CannotFollow
    yield FollowEvents(first, len(left), texts)


def _ahead(version: Version, now: Now) -> Callable[[Any], bool]:
    """Whether an event of a version has not begun."""
    from scenes.running.runner import due_of
    sections = dict(zip(map(id, version.content.get("events") or ()), version.document.scene.events))
    return lambda event: due_of(sections[id(event)], now.dt).first >= now.step


def _common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many entries two lists begin with alike."""
    return next((number for number, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
