"""Problems: one Problem for each mistake in a scene, and the exception with all of them."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SHOWN = 40          # problems printed before "and n more"; the list itself is complete


@dataclass(frozen=True)
class Problem:
    """One mistake in a scene.

    file     source of the text: a path, or an option of the command line
    line     from 1; 0 for a mistake without a place in the text (a missing file)
    column   from 1
    path     the key, as `bodies[3].shape.sphere.radius`, or ""
    message  the mistake, the allowed values, the nearest correct name
    """

    file: str
    line: int
    column: int
    path: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.path}: {self.message}" if self.path else f"{place}: {self.message}"


class SceneError(Exception):
    """An invalid scene; `str()` gives its mistakes as lines.

    problems    every mistake once, in the order of the text
    """

    def __init__(self, problems: Iterable[Problem]):
        self.problems = sorted(dict.fromkeys(problems), key=lambda p: (p.line, p.column))
        super().__init__(str(self))

    def __str__(self) -> str:
        lines = [str(p) for p in self.problems[:SHOWN]]
        if len(self.problems) > SHOWN:
            lines.append(f"... and {len(self.problems) - SHOWN} more")
        return "\n".join(lines)


def key_path(keys: Sequence[str | int]) -> str:
    """("bodies", 3, "mass") -> "bodies[3].mass"."""
    text = ""
    for key in keys:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else key
    return text


def shown(value: object, width: int = 40) -> str:
    """`repr` of a value from a file, cut to `width` characters."""
    if value is None:
        return "nothing"
    text = repr(value) if isinstance(value, (str, int, float)) else f"a {kind_of(value)}"
    return text if len(text) <= width else text[: width - 4] + "...'"


def kind_of(value: object) -> str:
    """The kind of a value from a file: "list", "mapping", "text", "nothing"."""
    if value is None:
        return "nothing"
    return "mapping" if isinstance(value, dict) else "list" if isinstance(value, (list, tuple)) else "text"
