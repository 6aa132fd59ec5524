"""Messages: pydantic's errors as readable messages, each with its place in the text."""
from __future__ import annotations

import re
import typing
from typing import Any

from pydantic import BaseModel

from physics.definitions.tunable import nearest
from scenes.schema.joint import ByType
from scenes.schema.nodes import Node
from scenes.schema.problems import Problem, key_path, shown

Keys = tuple[str | int, ...]
WANTED = {"model_type": "a mapping", "model_attributes_type": "a mapping", "dict_type": "a mapping", "list_type": "a list"}


def problems_of(errors: list[dict[str, Any]], model: type[BaseModel], root: Node, file: str) -> list[Problem]:
    """The errors of `ValidationError.errors()` as Problems.  A key that is missing because another one in its mapping is
    misspelt is no problem of its own."""
    unknown = [error["loc"] for error in errors if error["type"] == "extra_forbidden"]

    def misspelt(keys: Keys) -> bool:
        return any(other[:-1] == keys[:-1] and nearest(other[-1], [keys[-1]]) for other in unknown)

    return [problem_of(error, model, root, file) for error in errors if error["type"] != "missing" or not misspelt(error["loc"])]


def problem_of(error: dict[str, Any], model: type[BaseModel], root: Node, file: str) -> Problem:
    """One error of `ValidationError.errors()` as a Problem."""
    keys, owner = _described(error["loc"], model)
    kind, value = error["type"], error["input"]
    if kind == "extra_forbidden":
        allowed = _keys_of(owner)
        message = f"there is no key {shown(keys[-1])} here; {nearest(keys[-1], allowed)}allowed are {', '.join(allowed)}"
        return place(root, file, keys, message, at_key=True)
    if kind == "missing":
        return place(root, file, keys[:-1], f"the key {keys[-1]!r} is missing")
    if kind in WANTED:
        message = f"needs {WANTED[kind]}, and here is {shown(value)}"
    elif kind == "union_tag_not_found":
        message = f"the key 'type' is missing; allowed are {', '.join(owner.sections)}"
    elif kind == "union_tag_invalid":
        word, allowed = value.get("type"), list(owner.sections)
        message = f"there is no joint type {shown(word)} here; {nearest(word, allowed)}allowed are {', '.join(allowed)}"
        keys = (*keys, "type")
    else:
        message = str(error.get("ctx", {}).get("error", error["msg"]))
        keys, message = _deeper(root, keys, message)
    if kind == "value_error" and keys and keys[-1] == "[key]":
        return place(root, file, keys[:-1], message, at_key=True)
    return place(root, file, keys, message)


def place(root: Node, file: str, keys: Keys, message: str, at_key: bool = False) -> Problem:
    """A Problem at the node under `keys` (or at the last key's own text), or at the nearest one above it."""
    node = root
    for index, key in enumerate(keys):
        child = node.child(key)
        if at_key and index == len(keys) - 1:
            child = node.key(key)
        if child is None:
            break
        node = child
    return Problem(file, node.line, node.column, key_path(keys), message)


def _deeper(root: Node, keys: Keys, message: str) -> tuple[Keys, str]:
    """The keys with the one named in the message: "radius: -1 is out of range" is at the radius of its mapping, "points[3]: is
    nearly equal to points[1]" at that entry of its list."""
    match = re.match(r"([a-z_]+)(?:\[(\d+)\])?: ", message)
    node: Node | None = root
    for key in keys:
        node = node.child(key) if node else None
    if match and node is not None and node.child(match[1]) is not None:
        entry = () if match[2] is None else (int(match[2]),)
        return (*keys, match[1], *entry), message[match.end():]
    return keys, message


def _described(loc: Keys, model: type[BaseModel]) -> tuple[Keys, Any]:
    """The keys of the file in pydantic's `loc` (which also has the types of joints), and the model of the last one, or the
    choice of models there."""
    keys: list[str | int] = []
    owner: Any = model
    here: Any = model
    for step in loc:
        if _is_choice(here):
            here = here.sections[step]
            continue
        owner = here
        keys.append(step)
        here = _inside(here, step)
    return tuple(keys), here if _is_choice(here) else owner


def _is_choice(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, ByType)


def _inside(annotation: Any, key: str | int) -> Any:
    """The type under `key` of a model, a list or a mapping."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for name, info in annotation.model_fields.items():
            if key in (name, info.alias):
                return info.annotation
        return None
    arguments = typing.get_args(annotation)
    return arguments[-1] if arguments else None


def _keys_of(model: Any) -> list[str]:
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        return []
    return [info.alias or name for name, info in model.model_fields.items()]
