"""Cards of the editor: what a scene's document says of events and of a joint, as the window shows it."""
from __future__ import annotations

import collections
import dataclasses
from typing import Any

from app.published.editing import EventCard, JointPlace, SceneJoint
from app.simulation.editing.begun import Begun

VECTORS = {"apply_force": "force", "apply_torque": "torque", "apply_impulse": "impulse"}      # word of an action -> its key


def event_cards(document: Any, begun: Begun) -> tuple[EventCard, ...]:
    """Cards of all events, with uids of a world that began with this document."""
    from scenes.running.actions import action_of
    uids = {plan.name: int(uid) for plan, uid in zip(document.bodies, begun.bodies) if plan.name}
    return tuple(_event(number, event, action_of(event), uids) for number, event in enumerate(document.scene.events))


def _event(number: int, event: Any, action: Any, uids: dict[str, int]) -> EventCard:
    body = next(iter(action.bodies), "")
    pushes = action.word in VECTORS
    return EventCard(number, float(event.at), float(action.lasts), action.word, _about(action), body, uids.get(body),
                     getattr(action, VECTORS[action.word]) if pushes else None, getattr(action, "point", None),
                     getattr(action, "at", None))


def _about(action: Any) -> str:
    """What an action does, in a few words."""
    from scenes.editing.events import words_of
    things = ", ".join((*action.bodies, *action.joints))
    if action.word == "set":
        return f"set {', '.join(f'{path} = {value}' for path, value in action.settings.items())}"
    return f"{words_of(action.word)} on {things}" if action.word in VECTORS else f"{words_of(action.word)} {things}"


def scene_joint(document: Any, number: int) -> SceneJoint | None:
    """The joint of this number in the document, if it stands under `joints` in the file."""
    from physics.joints.definition import GEOMETRY
    plan = document.joints[number]
    if plan.place[:1] != ("joints",):
        return None
    definition = plan.definition(collections.defaultdict(object))
    places = tuple(JointPlace(field.name, kind, value) for field in dataclasses.fields(definition)
                   if GEOMETRY in field.metadata and (kind := field.metadata[GEOMETRY].kind) != "frame"
                   and (value := getattr(definition, field.name)) is not None)
    return SceneJoint(int(plan.place[1]), places)
