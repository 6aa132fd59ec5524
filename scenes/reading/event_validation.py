"""Event validation: settings of joints in events must be consistent with each other and with the joints' settings at that time.

The events are applied in order of time, to definitions alone; no world is built.
"""
from __future__ import annotations

from typing import Any

from physics.definitions.tunable import SettingError
from physics.joints.definition import JointDefinition
from scenes.reading.document import Document
from scenes.running import joint_settings
from scenes.running.actions import Set, action_of
from scenes.schema.messages import place
from scenes.schema.nodes import Node
from scenes.schema.problems import Problem


def invalid_joint_settings(document: Document, root: Node, file: str) -> list[Problem]:
    """The settings in `events` that their joints would reject at that time."""
    actions = [(event.at, index, action_of(event)) for index, event in enumerate(document.scene.events)]
    sets = [entry for entry in actions if isinstance(entry[2], Set) and entry[2].of_joints]
    definitions = _definitions(document) if sets else {}
    problems = []
    for at, index, action in sorted(sets, key=lambda entry: entry[:2]):
        for name, changes in action.changes.items():
            try:
                definitions[name] = _turned(definitions[name], changes)
            except SettingError as error:
                keys = ("events", index, Set.word, f"{joint_settings.PREFIX}{name}.{error.name}")
                if keys[-1] not in action.settings:
                    keys = (*keys[:-1], f"{joint_settings.PREFIX}{name}.{next(iter(changes))}")
                problems.append(place(root, file, keys, f"at {at:g} s {error}"))
    return problems


def _definitions(document: Document) -> dict[str, JointDefinition]:
    """Name -> definition of every named joint, between placeholder bodies."""
    stand_ins = [object() for _ in document.bodies]
    return {plan.name: plan.definition(stand_ins) for plan in document.joints if plan.name}


def _turned(definition: JointDefinition, changes: dict[str, Any]) -> JointDefinition:
    """The definition after these changes, given as written.  Raises SettingError for invalid ones."""
    word = definition.type_name
    return definition.changed({key: joint_settings.checked(word, key, value) for key, value in changes.items()})
