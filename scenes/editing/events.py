"""Edits of events: a force, a torque, an impulse or another action at a time."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scenes.editing.edit import Content, Edit
from scenes.editing.operations import Insert, Operation, Put, Remove, at
from scenes.running.actions import ACTIONS


def add_event(content: Content, time: float, action: Mapping[str, Any], naming_bodies: Mapping[int, str] | None = None) -> Edit:
    """A new event at a time [s]: one action under its word, `{"apply_force": {"body": "box", "force": [0, 0, 5], "for": 1}}`.
    `naming_bodies`: names that bodies under `bodies` get so that it can name them, by their numbers."""
    word, what = next(iter(action.items()))
    about = f" on {what['body']}" if isinstance(what, Mapping) and what.get("body") else ""
    named = (Put(("bodies", number, "name"), name) for number, name in (naming_bodies or {}).items())
    last = len(content.get("events") or ())
    return Edit(f"add {words_of(word)}{about}", (*named, Insert(("events", last), {"at": time, **action})))


def set_event(content: Content, event: int, values: Mapping[str, Any], merges: str = "") -> Edit:
    """Change keys of an event, `{"at": 2}` or `{"apply_force.force": [0, 0, 9]}`; None removes one.  Another word than it has,
    as in `{"apply_torque": {...}}`, takes the place of its action."""
    entry = _event(content, event)
    operations: list[Operation] = []
    for key, value in values.items():
        keys = ("events", event, *key.split("."))
        if key in ACTIONS:
            operations += [Remove(("events", event, word)) for word in entry if word in ACTIONS and word != key]
        if value is not None:
            operations.append(Put(keys, value))
        elif at(content, keys) is not None:
            operations.append(Remove(keys))
    return Edit(f"change {label_of(content, event)}", tuple(operations), merges)


def remove_event(content: Content, event: int) -> Edit:
    """Remove an event."""
    return Edit(f"remove {label_of(content, event)}", (Remove(("events", event)),))


def word_of(event: Mapping[str, Any]) -> str:
    """The word of an event's action, "" without one."""
    return next((word for word in event if word in ACTIONS), "")


def words_of(word: str) -> str:
    """An action's word for people: `apply_force` is "force", `set_velocity` "set velocity"."""
    return word.removeprefix("apply_").replace("_", " ")


def label_of(content: Content, event: int) -> str:
    """What an event does, in a few words."""
    word = word_of(_event(content, event))
    action = content["events"][event].get(word)
    what = (action.get("body") or action.get("joint")) if isinstance(action, Mapping) else None
    return f"{words_of(word) or 'event'}{f' on {what}' if what else ''}"


def _event(content: Content, event: int) -> Mapping[str, Any]:
    """The event of a number.  Raises LookupError."""
    events = content.get("events") or []
    if event not in range(len(events)):
        raise LookupError(f"there is no event {event + 1} in this scene")
    return events[event]
