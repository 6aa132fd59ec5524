"""Tunables: settings, numbers or choices, described once.

The scene schema, the panel, the command line and the manual all derive from this description, so a default,
a range or a unit is written in one place only.  A dataclass field made by `tunable(...)` carries a `Tunable`;
`tunables(cls)` lists them in order; `check(obj)` raises `SettingError` for the first value out of bounds.
"""
from __future__ import annotations

import dataclasses
import difflib
import functools
import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

KEY = "tunable"


class SettingError(ValueError):
    """A setting has a wrong value; the text says which, and what is allowed.

    name    the setting
    """

    def __init__(self, name: str, message: str):
        super().__init__(message)
        self.name = name


@dataclasses.dataclass(frozen=True)
class Tunable:
    """Description of one tunable.

    default  value if none is given; None: a number that may be absent
    limits   hard bounds [unit]; a value outside is an error (None: not a number)
    slider   narrower bounds for a slider [unit], inside `limits`
    unit     SI unit as printed, "" for a pure number
    help     one line: what gets better and what gets worse when it grows
    choices  allowed words of a choice, in the order to show them
    unlisted allowed words of a choice that are shown nowhere
    aliases  (word, choice) of other words that are taken for one of them; True and False are the words true and false
    label    displayed name; if empty, the name with spaces
    unused   settings -> reason why this tunable has no effect there, or None
    log      the slider is logarithmic
    group    settings that are shown together, "" for the rest
    """

    default: Any
    limits: tuple[float, float] | None = None
    slider: tuple[float, float] | None = None
    unit: str = ""
    help: str = ""
    choices: tuple[str, ...] | None = None
    unlisted: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    label: str = ""
    unused: Callable[[Any], str | None] | None = None
    log: bool = False
    group: str = ""

    @property
    def kind(self) -> str:
        """One of "choice", "switch", "integer", "number"."""
        if self.choices is not None:
            return "choice"
        if isinstance(self.default, bool):
            return "switch"
        return "integer" if isinstance(self.default, int) else "number"

    @property
    def optional(self) -> bool:
        """Whether the value may be None."""
        return self.default is None

    def check(self, name: str, value: Any) -> Any:
        """`value`, converted to the kind (an int given for a number becomes a float); raises SettingError if it is wrong."""
        kind = self.kind
        if value is None and self.optional:
            return None
        if kind == "choice":
            value = dict(self.aliases).get(str(value).lower(), value)
            if value not in self.choices and value not in self.unlisted:
                raise SettingError(name, f"{name}: {value!r} is not known; {nearest(value, self.choices)}"
                                         f"allowed are {', '.join(self.choices)}")
            return value
        if kind == "switch":
            if not isinstance(value, bool):
                raise SettingError(name, f"{name}: {value!r} is not true or false")
            return value
        if isinstance(value, bool) or not isinstance(value, (int, float)) and not hasattr(value, "__float__"):
            raise SettingError(name, f"{name}: {value!r} is not a number")
        number = float(value)
        if kind == "integer":
            if not math.isfinite(number) or number != int(number):
                raise SettingError(name, f"{name}: {value!r} is not a whole number")
            number = int(number)
        low, high = self.limits if self.limits else (-math.inf, math.inf)
        if not math.isfinite(number) or not low <= number <= high:
            unit = f" {self.unit}" if self.unit else ""
            raise SettingError(name, f"{name}: {value!r} is out of range; allowed is {low:g} to {high:g}{unit}")
        return number


def nearest(word: Any, allowed: Sequence[str]) -> str:
    """"did you mean X? " for the closest allowed word, or ""."""
    close = difflib.get_close_matches(str(word), list(allowed), n=1)
    return f"did you mean {close[0]!r}? " if close else ""


def tunable(default: Any, **description: Any) -> Any:
    """A dataclass field that carries its Tunable: `beta: float = tunable(0.2, limits=(0, 1), help="...")`."""
    about = Tunable(default=default, **description)
    return dataclasses.field(default=default, metadata={KEY: about})


def shared(cls: type, name: str) -> Any:
    """A dataclass field with the tunable of another dataclass, which describes it."""
    about = tunables(cls)[name]
    return dataclasses.field(default=about.default, metadata={KEY: about})


@functools.cache
def tunables(cls: type) -> Mapping[str, Tunable]:
    """Name -> Tunable of a dataclass, in order of definition; the same read-only mapping at each call."""
    return MappingProxyType({f.name: f.metadata[KEY] for f in dataclasses.fields(cls) if KEY in f.metadata})


def check(settings: Any) -> None:
    """Check and normalise every tunable of a (frozen) dataclass; call it from `__post_init__`."""
    for name, about in tunables(type(settings)).items():
        object.__setattr__(settings, name, about.check(name, getattr(settings, name)))
