"""The grid of a sweep: settings with their values, read from `--vary`, and every combination of them.

    KEY=0.05:0.5:10          ten values in equal steps, both ends included
    KEY=0.0001:0.01:3:log    three values in equal ratios
    KEY=1,2,4,8,16           these
    KEY=soft,none            words; `preset` alone is `solver.preset`

KEY is a setting or a path into the scene, as for `--set`: see `scenes.reading.scene_paths`.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from app.headless.errors import InputError
from physics.definitions.tunable import Tunable
from scenes.reading.document import Document
from scenes.running.overrides import BUILDING, checked_path, full_path, split_at_commas
from scenes.schema.problems import SceneError
from scenes.schema.scalars import number
from scenes.schema.values import read as read_value
from scenes.variation import described, varied

MOST_CELLS = 10_000
DIGITS = 12                                             # of a value in a range: 0.15, not 0.15000000000000002
LOGARITHMIC = "log"
SHAPE = "write solver.beta=0.05:0.5:10, solver.slop=0.001:0.1:3:log or solver.iterations=1,2,4"


class Varied(NamedTuple):
    """A setting and its values, as in a scene and as for `--set`."""

    path: str
    values: tuple[Any, ...]
    texts: tuple[str, ...]

    def settings(self) -> list[str]:
        """The text for `--set`, for each value."""
        return [f"{self.path}={text}" for text in self.texts]


def read(text: str, document: Document | None = None) -> Varied:
    """The setting in `text`, or the value of the scene `document`, and what it is to be.  Raises InputError."""
    path, equals, listed = (part.strip() for part in text.partition("="))
    path = full_path(path)
    try:
        about = described(path, document)
        if not equals or not listed:
            raise ValueError(f"has no values; {SHAPE}")
        words = _spread(path, listed, about) if ":" in listed and "{" not in listed else split_at_commas(listed)
        if "" in words:
            raise ValueError(f"has a value that is empty; {SHAPE}")
        values = [_checked(path, word, about, document) for word in words]
    except (SceneError, ValueError) as error:
        raise InputError(f"--vary {text}: {str(error).removeprefix('--set: ')}") from None
    for value in values:
        if values.count(value) > 1:
            raise InputError(f"--vary {text}: {shown(value)} stands there twice")
    return Varied(path, tuple(values), tuple(shown(value) for value in values))


def grid(varied: Sequence[Varied]) -> Iterator[tuple[int, ...]]:
    """The indices of every combination, the last setting changing fastest."""
    return itertools.product(*(range(len(one.values)) for one in varied))


def check_size(varied: Sequence[Varied]) -> None:
    """Raise InputError for duplicate settings, for no settings, and for too many cells."""
    if not varied:
        raise InputError(f"nothing is varied; {SHAPE.replace('write ', 'write --vary ', 1)}")
    paths = [one.path for one in varied]
    for path in paths:
        if paths.count(path) > 1:
            raise InputError(f"--vary {path} is given twice; write all of its values in one")
    if (cells := math.prod(len(one.values) for one in varied)) > MOST_CELLS:
        sizes = " x ".join(str(len(one.values)) for one in varied)
        raise InputError(f"{sizes} = {cells} cells; at most {MOST_CELLS} are allowed")


def shown(value: Any) -> str:
    """A setting's value as text, for `--set` and the CSV."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(repr(entry) for entry in value)}]"
    return repr(value) if isinstance(value, float) else str(value)


def is_geometric(values: Sequence[Any]) -> bool:
    """Whether numbers are evenly spaced on a logarithmic axis rather than on a linear one."""
    if len(values) < 3 or not all(isinstance(v, (int, float)) and not isinstance(v, bool) and v > 0 for v in values):
        return False
    ordered = sorted(values)
    steps = [b - a for a, b in itertools.pairwise(ordered)]
    ratios = [math.log(b / a) for a, b in itertools.pairwise(ordered)]
    return max(ratios) / min(ratios) < max(steps) / min(steps)


def _checked(path: str, word: str, about: Tunable | None, document: Document | None) -> Any:
    """The value in `word`, of text where it is no number, switch or choice.  Raises SceneError or ValueError."""
    if path in BUILDING:
        return checked_path(path, word, BUILDING)
    varied(document, {path: word})
    return word if about is None else read_value(path, about, word)


def _spread(path: str, text: str, about: Tunable | None) -> list[str]:
    """The numbers of a range FROM:TO:COUNT[:log]; integers for an integer setting."""
    parts = [part.strip() for part in text.split(":")]
    if len(parts) not in (3, 4) or parts[3:] not in ([], [LOGARITHMIC]):
        raise ValueError(f"{text!r} is not a range FROM:TO:COUNT or FROM:TO:COUNT:{LOGARITHMIC}")
    if about is None or about.kind not in ("integer", "number"):
        raise ValueError(f"{path} is no single number, and has no range; write its values with commas between them")
    low, high = number(parts[0], about.unit), number(parts[1], about.unit)
    if not parts[2].isascii() or not parts[2].isdecimal() or not 2 <= int(parts[2]) <= MOST_CELLS:
        raise ValueError(f"{parts[2]!r} is not a number of values; allowed is 2 to {MOST_CELLS}")
    count = int(parts[2])
    if low == high:
        raise ValueError(f"the range from {parts[0]} to {parts[1]} is empty")
    if parts[3:] and (low <= 0 or high <= 0):
        raise ValueError(f"a range in equal ratios needs ends above 0, and here are {parts[0]} and {parts[1]}")
    if parts[3:]:
        numbers = [low * (high / low) ** (k / (count - 1)) for k in range(count)]
    else:
        numbers = [low + (high - low) * k / (count - 1) for k in range(count)]
    if about.kind == "integer":
        return list(dict.fromkeys(str(round(value)) for value in numbers))
    return [f"{value:.{DIGITS}g}" for value in numbers]
