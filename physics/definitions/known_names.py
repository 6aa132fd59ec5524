"""Known names: a public attribute that an object does not have is an error that names the nearest one, not a new attribute.

    world.gravty = (0, 0, -1)       AttributeError: a World has no 'gravty'; did you mean 'gravity'? what can be set: dt, ...

Names that begin with an underscore are the object's own affair.  What a step writes goes past this, by `PUT`.
"""
from __future__ import annotations

import dataclasses
from typing import Any

from physics.definitions.tunable import nearest

PUT = object.__setattr__


def settable(cls: type) -> list[str]:
    """Public names of a class that can be set: properties with a setter, and plain values."""
    return sorted(name for name in dir(cls) if not name.startswith("_") and _can_be_set(getattr(cls, name)))


def _can_be_set(attribute: Any) -> bool:
    if isinstance(attribute, property):
        return attribute.fset is not None
    return not callable(attribute) and not hasattr(attribute, "__objclass__")            # a slot is written once, by __init__


class KnownNames:
    """An object whose public attributes are those of its class."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        known = getattr(type(self), name, None) if not name.startswith("_") else self
        if known is None or isinstance(known, property) and known.fset is None or hasattr(known, "__objclass__"):
            names = settable(type(self))
            wrong = _wrong(type(self), name, known is not None)
            raise AttributeError(f"{wrong}{nearest(name, names)}what can be set: {', '.join(names)}")
        PUT(self, name, value)

    def __setstate__(self, state: Any) -> None:
        """Take over what a copy or a pickle has stored."""
        for part in state if isinstance(state, tuple) else (state,):
            for name, value in (part or {}).items():
                PUT(self, name, value)


def _wrong(cls: type, name: str, known: bool) -> str:
    return f"{name!r} of a {cls.__name__} cannot be changed; " if known else f"a {cls.__name__} has no {name!r}; "


def constant(cls: type) -> type:
    """A frozen dataclass that says, when a value is assigned, how a changed copy is made."""
    def refuse(self: Any, name: str, value: Any) -> None:
        names = list(cls.__dataclass_fields__)
        near = "" if name in names else nearest(name, names)
        how = "its replace(...)" if hasattr(cls, "replace") else "dataclasses.replace(...)"
        raise dataclasses.FrozenInstanceError(f"{_wrong(cls, name, name in names)}{near}{how} makes a changed copy")

    cls.__setattr__ = refuse
    return cls
