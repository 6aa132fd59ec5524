"""Generators of the open scene as the window shows them: that of the selected body."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class GeneratorCard:
    """The generator of the selected body.

    number  in `generate`
    word    wall, chain and so on
    values  its keys, as in the file
    bodies  how many it makes
    """

    number: int
    word: str
    values: dict[str, Any] = field(default_factory=dict)
    bodies: int = 0
