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

from physics.definitions.numbers import LONGEST, NotANumber, NotFinite, finite, shown, whole

KEY = "tunable"
ANY = -math.inf, math.inf              # limits of a number without any


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
    least    smallest value above 0 that means something [unit]; a smaller one is an error, or where it `fades` it counts as 0
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
    least: float = 0.0
    fades: bool = False
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
            known = isinstance(value, (str, bool))
            value = dict(self.aliases).get(str(value).lower(), value) if known else value
            if not known or value not in self.choices and value not in self.unlisted:
                raise SettingError(name, f"{name}: {shown(value)} is not known; {nearest(value, self.choices)}"
                                         f"allowed are {', '.join(self.choices)}")
            return value
        if kind == "switch":
            if not isinstance(value, bool):
                raise SettingError(name, f"{name}: {shown(value)} is not true or false")
            return value
        found = number(name, value, self.limits or ANY, self.unit, whole if kind == "integer" else finite)
        if not 0 < found < self.least:
            return found
        if self.fades:
            return 0.0
        raise SettingError(name, f"{name}: {shown(value)} is too small; allowed is 0, or {self.least:g} to {self.limits[1]:g} "
                                 f"{self.unit}".rstrip())


def number(name: str, value: Any, limits: tuple[float, float], unit: str = "", kind: Callable[[Any], Any] = finite) -> Any:
    """`value` as a number of a kind, `finite` or `whole`, within limits [unit].  Raises SettingError."""
    low, high = limits
    try:
        found = kind(value)
    except NotFinite:
        found = math.nan
    except NotANumber as error:
        raise SettingError(name, f"{name}: {error}") from None
    if not low <= found <= high:
        raise SettingError(name, f"{name}: {shown(value)} is out of range; allowed is {low:g} to {high:g}{unit and ' ' + unit}")
    return found


def text(name: str, value: Any) -> str:
    """`value` if it is text.  Raises SettingError."""
    if not isinstance(value, str):
        raise SettingError(name, f"{name}: {shown(value)} is not text")
    return value


def nearest(word: Any, allowed: Sequence[str]) -> str:
    """"did you mean X? " for the closest allowed word, or ""."""
    close = difflib.get_close_matches(word[:LONGEST] if isinstance(word, str) else shown(word), list(allowed), n=1)
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
