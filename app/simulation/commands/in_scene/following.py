"""Commands by which running worlds follow edits of their scene; the session makes them, and histories record them."""
from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.published.tuning import world_setting_called
from app.simulation.commands.command import Command
from app.simulation.commands.target import Target
from physics.definitions.tunable import SettingError

MOST_EVENTS = 100              # events that one command puts in, and characters of each: what share files take
LONGEST_EVENT = 2000
SECTIONS = ("bodies", "joints", "solver", "world")


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
        from scenes.schema.values import checked_name
        if self.section not in SECTIONS:
            raise SettingError("section", f"{self.section[:40]!r} is no section that can be followed; "
                                          f"there are {', '.join(SECTIONS)}")
        if self.name == "name" and self.value != "":
            try:
                checked_name(self.value)
            except ValueError as error:
                raise SettingError("name", f"name: {error}") from None
        if self.section == "world":
            world_setting_called(self.name).check(self.name, self.value)
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
            for variant in session.variants:
                _check_joints(sections, variant.world)
        except (ValidationError, ValueError, RecursionError) as error:
            raise SettingError("events", f"events: {error}") from None
        for variant in session.variants:
            planned = variant.run.events
            if not 0 <= self.first <= self.first + self.removed <= len(planned):
                raise SettingError("events", f"events: there are {len(planned)}, and not those from {self.first} on")
            dues = tuple(due_of(section, float(variant.world.dt)) for section in sections)
            variant.run.events = planned[:self.first] + dues + planned[self.first + self.removed:]


def _check_joints(sections: Sequence[Any], world: Any) -> None:
    """Raise ValueError for settings that joints of the world do not have: a file may say anything."""
    from scenes.running import joint_settings
    from scenes.running.actions import Set, action_of
    types = {joint.name: joint.type_name for joint in world.joints if joint.name}
    for action in map(action_of, sections):
        for name, key, value in action.of_joints.values() if isinstance(action, Set) else ():
            if name in types:
                joint_settings.checked(types[name], key, value)
