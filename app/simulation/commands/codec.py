"""Commands as plain dictionaries and back, for scripts, traces and recorded input.

`{"command": "set_solver", "name": "beta", "value": 0.3}`: the class in snake case, then its fields.
"""
from __future__ import annotations

import dataclasses
import re
from typing import Any

from app.simulation.commands.command import Command
from physics.definitions.tunable import SettingError, nearest


def word(kind: type[Command]) -> str:
    """The name of a command in text: SetSolver -> set_solver."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def vocabulary() -> dict[str, type[Command]]:
    """Every command's name -> its class."""
    return {word(kind): kind for kind in Command.__subclasses__()}


def _of_today(data: dict[str, Any], known: dict[str, type[Command]]) -> tuple[str, dict[str, Any]]:
    """The present name and fields of a command, also for a former name."""
    name, fields = data.get("command"), {key: value for key, value in data.items() if key != "command"}
    for word_of_today, kind in known.items():
        if name in kind.formerly:
            return word_of_today, kind.formerly[name](fields)
    return name, fields


def encode(command: Command) -> dict[str, Any]:
    """A dictionary for JSON, the input of `decode`."""
    fields = {f.name: getattr(command, f.name) for f in dataclasses.fields(command)}
    return {"command": word(type(command))} | {k: list(v) if isinstance(v, tuple) else v for k, v in fields.items()}


def decode(data: dict[str, Any]) -> Command:
    """The command in `data`; SettingError for an unknown name, a missing or an unknown field."""
    known = vocabulary()
    name, data = _of_today(data, known)
    if name not in known:
        raise SettingError("command", f"there is no command {name!r}; {nearest(name, list(known))}"
                                      f"known are {', '.join(sorted(known))}")
    kind = known[name]
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    allowed = [f.name for f in dataclasses.fields(kind)]
    for key in given:
        if key not in allowed:
            raise SettingError(key, f"{name} has no field {key!r}; {nearest(key, allowed)}it has {', '.join(allowed) or 'none'}")
    missing = [f.name for f in dataclasses.fields(kind) if f.default is dataclasses.MISSING and f.name not in given]
    if missing:
        raise SettingError(missing[0], f"{name} needs {', '.join(missing)}")
    return kind(**given)
