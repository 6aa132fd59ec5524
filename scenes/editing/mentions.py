"""What names a body or a joint in a scene, and goes or changes with it: events, expectations, and the camera that follows."""
from __future__ import annotations

import ast
import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

from physics.measure.quantities import KINDS
from scenes.editing.edit import Content
from scenes.editing.operations import Keys, Operation, Put, at, entries
from scenes.running.expectations import parse
from scenes.running.joint_settings import PREFIX, split

Entry = Mapping[str, Any]
FOLLOWED: Keys = ("camera", "follow")


def naming(content: Content, names: Collection[str]) -> list[Keys]:
    """The events and expectations that name one of these bodies or joints."""
    found: list[Keys] = [("events", at) for at, event in entries(content, "events") if acts_on(event, names)]
    return found + [("expect", at) for at, entry in entries(content, "expect") if measures(entry, names)]


def acts_on(event: Entry, names: Collection[str]) -> bool:
    """Whether an event acts on one of these bodies or joints."""
    return any(isinstance(action, dict) and (action.get("body") in names or action.get("joint") in names
                                             or any(_joint_of(path) in names for path in action))
               for action in event.values())


def measures(entry: Entry, names: Collection[str]) -> bool:
    """Whether an expectation measures one of these bodies or joints."""
    try:
        return any(selector in names for _, selector in parse(str(entry.get("what", ""))).selectors)
    except ValueError:
        return False


def _joint_of(path: Any) -> str:
    """The name of the joint in a path `joints.NAME.KEY` of a `set`, "" without one."""
    try:
        return split(path)[0] if isinstance(path, str) and path.startswith(PREFIX) else ""
    except ValueError:
        return ""


def body_renamed(event: Entry, old: str, new: str) -> dict[str, Any]:
    """An event with another name for a body."""
    return _with(event, lambda action: action | {"body": new} if action.get("body") == old else action)


def joint_renamed(event: Entry, old: str, new: str) -> dict[str, Any]:
    """An event with another name for a joint."""
    def renamed(action: dict[str, Any]) -> dict[str, Any]:
        action = action | {"joint": new} if action.get("joint") == old else action
        if not any(_joint_of(path) == old for path in action):
            return action
        return {f"{PREFIX}{new}.{path.rpartition('.')[2]}" if _joint_of(path) == old else path: value
                for path, value in action.items()}

    return _with(event, renamed)


def _with(event: Entry, change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """An event whose actions are changed."""
    return {word: change(action) if isinstance(action, dict) else action for word, action in event.items()}


def events_renamed(content: Content, renamed: Callable[[Entry], dict[str, Any]]) -> list[Operation]:
    """Operations that put renamed names into the actions of events."""
    return [Put(("events", at, word), action) for at, event in entries(content, "events")
            for word, action in renamed(event).items() if action != event[word]]


def expectations_renamed(content: Content, kind: str, old: str, new: str) -> list[Operation]:
    """Operations that put another name for a body or a joint, by `kind`, into expectations that measure it."""
    texts = [(number, str(entry.get("what", ""))) for number, entry in entries(content, "expect")]
    return [Put(("expect", number, "what"), text) for number, before in texts
            if (text := expression_renamed(before, kind, old, new)) != before]


def expression_renamed(text: str, kind: str, old: str, new: str) -> str:
    """An expression with another name for a body or a joint; as it is where it is none."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return text
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    named = [argument for call in calls if isinstance(call.func, ast.Name) and KINDS.get(call.func.id) == kind
             for argument in call.args if old == (argument.id if isinstance(argument, ast.Name)
                                                  else argument.value if isinstance(argument, ast.Constant) else None)]
    written = new if new.isidentifier() else json.dumps(new)
    data = text.encode()
    for node in sorted(named, key=lambda node: node.col_offset, reverse=True):           # places are bytes of one line
        name = written if isinstance(node, ast.Name) else json.dumps(new)
        data = data[:node.col_offset] + name.encode() + data[node.end_col_offset:]
    return data.decode()


def follows(content: Content, names: Collection[str]) -> bool:
    """Whether the camera follows one of these bodies."""
    return at(content, FOLLOWED) in names
