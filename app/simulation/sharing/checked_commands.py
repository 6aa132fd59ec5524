"""Commands of a share file: as dictionaries for the file, and from it, checked before one of them acts on a world.

Only commands that histories record are taken, those that change a world: no file is opened and no variant added.  Their fields
have the types that they are declared with, and numbers are finite.
"""
from __future__ import annotations

import dataclasses
import math
import types
import typing
from functools import cache
from typing import Any

from app.headless.errors import InputError
from app.simulation.commands.codec import decode, encode
from app.simulation.commands.command import Command
from app.simulation.replay import OnVariant, SceneEvents
from physics.definitions.tunable import SettingError

EVENTS = "scene_events"                # the events of the scene that are due, among commands
LARGEST = 2**53                        # of a number, in size: whole ones up to here are exact
LONGEST = 2000                         # characters of a text
MOST = 100                             # entries of a list


def as_dictionary(recorded: Any) -> dict[str, Any]:
    """What a history recorded, for JSON."""
    return {"command": EVENTS} if isinstance(recorded, SceneEvents) else encode(recorded.command)


def from_dictionary(data: dict[str, Any]) -> OnVariant | SceneEvents:
    """What a history records, from the dictionary of a file.  Raises InputError."""
    if data == {"command": EVENTS}:
        return SceneEvents()
    name = str(data.get("command"))
    try:
        command = decode(data)
    except SettingError as error:
        raise InputError(str(error)[:1000]) from None
    if not command.recorded:
        raise InputError(f"{name} changes no world, so it is no part of a run")
    for field, kind in _fields(type(command)).items():
        if not _fits(value := getattr(command, field), kind):
            raise InputError(f"{name}: {field}: {str(value)[:40]!r} is not what belongs there")
    return OnVariant(command)


@cache
def _fields(kind: type[Command]) -> dict[str, Any]:
    """The types of a command's fields."""
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a type, finite and not too large."""
    if kind is Any:
        return value is None or any(_fits(value, one) for one in (bool, float, str)) or _is_list(value, Any)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return any(_fits(value, one) for one in inner)
    if origin is tuple:
        same = len(inner) == 2 and inner[1] is Ellipsis
        return _is_list(value, inner[0]) if same else (isinstance(value, tuple) and len(value) == len(inner)
                                                       and all(map(_fits, value, inner)))
    if kind is type(None):
        return value is None
    if kind is float:
        return type(value) in (int, float) and abs(value) <= LARGEST and math.isfinite(value)
    if kind is int:
        return type(value) is int and abs(value) <= LARGEST
    return type(value) is kind and (kind is not str or len(value) <= LONGEST)


def is_plain(value: Any) -> bool:
    """Whether a value is a switch, a finite number, a short text, nothing, or a short list of these."""
    return _fits(value, Any)


def _is_list(value: Any, kind: Any) -> bool:
    """Whether a value is a short list of such values, no lists in it."""
    return (isinstance(value, (tuple, list)) and len(value) <= MOST
            and all(not isinstance(one, (tuple, list)) and _fits(one, kind) for one in value))
