"""Commands by which running worlds follow edits of their scene; the session makes them, and histories record them."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target
from physics.definitions.tunable import SettingError

MOST_EVENTS = 100              # events that one command puts in, and characters of each: what share files take
LONGEST_EVENT = 2000


@dataclass(frozen=True)
class FollowEdit(Command):
    """The scene was edited: what it says of a body, a joint or the world holds from now on.

    section  "bodies", "joints", "solver" or "world"
    uid      of the body or the joint, 0 for a setting
    name     of the property: a tunable, `name`, or of a separate axis `rx.motor_speed`
    value    the new value
    old      of a setting, its value before: one that is otherwise was turned by the user and stays
    """

    section: str
    uid: int
    name: str
    value: Any
    old: Any = None

    def apply(self, session: Target) -> None:
        for variant in session.variants:
            variant.follow(self)


@dataclass(frozen=True)
class FollowEvents(Command):
    """The scene's events were edited: from number `first` on, so many as `removed` are replaced by `events`, each in JSON."""

    first: int
    removed: int
    events: tuple[str, ...]

    def apply(self, session: Target) -> None:
        from pydantic import ValidationError

        from scenes.running.actions import EventSection
        from scenes.running.runner import due_of
        try:
            sections = [EventSection.model_validate(json.loads(text)) for text in self.events]
        except (ValidationError, ValueError) as error:
            raise SettingError("events", f"events: {error}") from None
        for variant in session.variants:
            planned = variant.run.events
            if not 0 <= self.first <= self.first + self.removed <= len(planned):
                raise SettingError("events", f"events: there are {len(planned)}, and not those from {self.first} on")
            dues = tuple(due_of(section, float(variant.world.dt)) for section in sections)
            variant.run.events = planned[:self.first] + dues + planned[self.first + self.removed:]
