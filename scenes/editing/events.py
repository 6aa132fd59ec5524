"""Edits of events: a force, a torque or an impulse at a time."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scenes.editing.edit import Content, Edit
from scenes.editing.operations import Insert, Put, Remove


def add_event(content: Content, at: float, action: Mapping[str, Any]) -> Edit:
    """A new event at a time [s]: one action under its word, `{"apply_force": {"body": "box", "force": [0, 0, 5], "for": 1}}`."""
    word, what = next(iter(action.items()))
    about = f" on {what['body']}" if isinstance(what, Mapping) and what.get("body") else ""
    last = len(content.get("events") or ())
    return Edit(f"add {word.replace('_', ' ')}{about}", (Insert(("events", last), {"at": at, **action}),))


def set_event(event: int, values: Mapping[str, Any], merges: str = "") -> Edit:
    """Change keys of an event, `{"at": 2}` or `{"apply_force.force": [0, 0, 9]}`."""
    changed = {("events", event, *key.split(".")): value for key, value in values.items()}
    return Edit(f"change event {event + 1}", tuple(Put(keys, value) for keys, value in changed.items()), merges)


def remove_event(event: int) -> Edit:
    """Remove an event."""
    return Edit(f"remove event {event + 1}", (Remove(("events", event)),))
