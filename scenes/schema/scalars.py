"""The strict numbers of scene files: a float, `p/q`, `x deg` or `x deg/s`, and nothing else.

YAML's implicit types (`yes`, `1_000`, `0x10`, `.inf`, `12:30`) are not used: each key is defined as a number, a word or a
switch, and parses its text.
"""
from __future__ import annotations

import math
import re

from physics.definitions.numbers import finite
from scenes.schema.problems import kind_of, shown

FLOAT = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
PATTERN = rf"^{FLOAT}( */ *{FLOAT})?( +deg(/s)?)?$"
NUMBER = re.compile(rf"({FLOAT})(?: */ *({FLOAT}))?(?: +(deg|deg/s))?")
SUFFIX = {"rad": "deg", "rad/s": "deg/s"}      # unit of a key -> its suffix
LONGEST = 60                                    # characters of a number


def number(value: object, unit: str = "") -> float:
    """The finite number of `value` (text of a file, or a number from Python) in `unit`; ValueError with the reason otherwise."""
    if value is None or isinstance(value, (dict, list, tuple)):
        raise ValueError(f"needs a number, and here is {'nothing' if value is None else 'a ' + kind_of(value)}")
    if not isinstance(value, str):
        return finite(value)
    match = NUMBER.fullmatch(value.strip()) if len(value) <= LONGEST else None
    if match is None:
        if value.strip().lstrip("+-.").lower() in ("nan", "inf", "infinity"):
            raise ValueError(f"{shown(value)} is not a finite number")
        raise ValueError(f"{shown(value)} is not a number; write 1.5, 1/60, 45 deg or 90 deg/s")
    top, bottom, suffix = match.groups()
    result = float(top)
    if bottom is not None:
        if float(bottom) == 0.0:
            raise ValueError(f"{shown(value)} divides by zero")
        result /= float(bottom)
    if suffix is not None:
        if SUFFIX.get(unit) != suffix:
            wanted = f"in {unit}" if unit else "a pure number"
            hint = f"; write {top} {SUFFIX[unit]}" if unit in SUFFIX else ""
            here = "an angle per second" if suffix == "deg/s" else "an angle"
            raise ValueError(f"{shown(value)} is {here}, but this is {wanted}{hint}")
        result = math.radians(result)
    if not math.isfinite(result):
        raise ValueError(f"{shown(value)} is too large for a number")
    return result


def switch(value: object) -> bool:
    """True or False of `true` / `false`; ValueError for any other text."""
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return value == "true"
    raise ValueError(f"{shown(value)} is neither true nor false")
